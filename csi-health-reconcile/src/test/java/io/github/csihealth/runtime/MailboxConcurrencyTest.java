package io.github.csihealth.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * Every way in which threads that post may meet, tried by Lincheck's model checker. Within its
 * blocks nothing of AssertJ may be called.
 */
class MailboxConcurrencyTest {

  private static final int INVOCATIONS = 1_000;

  /** What the tasks of one mailbox touch without a lock. */
  private static final class Log {
    final List<String> ran = new ArrayList<>();
    private boolean busy;
    private boolean overlapped;

    Runnable task(String name) {
      return () -> {
        overlapped |= busy;
        busy = true;
        ran.add(name);
        busy = false;
      };
    }

    void check(int tasks) {
      check(!overlapped, "two tasks at a time");
      check(ran.size() == tasks, "lost or repeated");
      check(ran.indexOf("a1") < ran.indexOf("a2"), "out of order");
      check(ran.indexOf("b1") <= ran.indexOf("b2"), "out of order");
    }

    private static void check(boolean holds, String what) {
      if (!holds) {
        throw new AssertionError(what);
      }
    }
  }

  @Test
  void tasksRunOneAtATimeAndThoseOfAThreadInOrder() {
    Lincheck.runConcurrentTest(INVOCATIONS, () -> twoThreadsPost(Runnable::run, 4));
  }

  @Test
  void nothingIsLostWhereTheExecutorStartsThreads() {
    Lincheck.runConcurrentTest(
        INVOCATIONS,
        () -> {
          List<Thread> threads = new ArrayList<>();
          Mailbox mailbox =
              new Mailbox(
                  task -> {
                    Thread thread = new Thread(task);
                    threads.add(thread); // by this thread alone
                    thread.start();
                  });
          Log log = new Log();
          mailbox.post(log.task("a1"));
          mailbox.post(log.task("a2"));
          threads.forEach(MailboxConcurrencyTest::join);
          log.check(2);
        });
  }

  @Test
  void nothingIsLostWhereTheExecutorRejectsOnce() {
    Lincheck.runConcurrentTest(
        INVOCATIONS,
        () -> {
          AtomicInteger calls = new AtomicInteger();
          twoThreadsPost(
              task -> {
                if (calls.getAndIncrement() == 0) {
                  throw new RejectedExecutionException();
                }
                task.run();
              },
              5);
        });
  }

  private static void twoThreadsPost(Executor executor, int tasks) {
    Mailbox mailbox = new Mailbox(executor);
    Log log = new Log();
    Thread other =
        new Thread(
            () -> {
              mailbox.post(log.task("b1"));
              mailbox.post(log.task("b2"));
            });
    other.start();
    mailbox.post(log.task("a1"));
    mailbox.post(log.task("a2"));
    join(other);
    if (tasks > 4) {
      // Whatever was rejected runs with the next post.
      mailbox.post(log.task("last"));
    }
    log.check(tasks);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
