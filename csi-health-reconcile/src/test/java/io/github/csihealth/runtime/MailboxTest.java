package io.github.csihealth.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Tasks run one after the other, whatever they do. */
class MailboxTest {

  private final List<String> ran = new ArrayList<>();
  private final List<Runnable> given = new ArrayList<>();
  private boolean rejects;
  private final Mailbox mailbox =
      new Mailbox(
          task -> {
            if (rejects) {
              throw new RejectedExecutionException();
            }
            given.add(task);
          });

  private void runGiven() {
    List<Runnable> now = List.copyOf(given);
    given.clear();
    now.forEach(Runnable::run);
  }

  @Test
  void theExecutorIsAskedOnceForAllThatWaits() {
    mailbox.post(() -> ran.add("1"));
    mailbox.post(() -> ran.add("2"));
    assertThat(ran).isEmpty();
    assertThat(given).hasSize(1);
    runGiven();
    assertThat(ran).containsExactly("1", "2");
    mailbox.post(() -> ran.add("3"));
    runGiven();
    assertThat(ran).containsExactly("1", "2", "3");
  }

  @Test
  void aTaskPostedByATaskRunsAfterIt() {
    mailbox.post(
        () -> {
          mailbox.post(() -> ran.add("inner"));
          ran.add("outer");
        });
    runGiven();
    assertThat(ran).containsExactly("outer", "inner");
  }

  @Test
  void whatATaskThrowsGoesToTheHandlerAndLaterOnesRun() {
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((t, error) -> thrown.add(error));
    try {
      RuntimeException exception = new IllegalStateException("an exception");
      Error error = new StackOverflowError("an error");
      mailbox.post(
          () -> {
            throw exception;
          });
      mailbox.post(
          () -> {
            throw error;
          });
      mailbox.post(() -> ran.add("last"));
      runGiven();
      assertThat(thrown).containsExactly(exception, error);
      assertThat(ran).containsExactly("last");
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
  }

  @Test
  void whatTheExecutorRejectsRunsWithTheNextThatItTakes() {
    rejects = true;
    mailbox.post(() -> ran.add("1"));
    mailbox.post(() -> ran.add("2"));
    rejects = false;
    assertThat(given).isEmpty();
    mailbox.post(() -> ran.add("3"));
    runGiven();
    assertThat(ran).containsExactly("1", "2", "3");
  }

  @Test
  void onceClosedNothingBegins() {
    mailbox.post(mailbox::close);
    mailbox.post(() -> ran.add("waited"));
    runGiven();
    mailbox.post(() -> ran.add("late"));
    assertThat(given).isEmpty();
    assertThat(ran).isEmpty();
  }
}
