package io.github.csihealth.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * The mailbox under the interleavings of threads that Lincheck tries. What its tasks touch has no
 * lock and is not volatile, so that a lost update or two tasks at once show.
 */
public class MailboxLincheckTest {

  private final Mailbox mailbox = new Mailbox(Runnable::run);
  private final AtomicInteger posted = new AtomicInteger();
  private final List<Integer> ran = new ArrayList<>();
  private boolean running;
  private boolean overlap;

  /** For Lincheck, which makes one for each run. */
  public MailboxLincheckTest() {}

  @Operation
  public void post() {
    int number = posted.incrementAndGet();
    mailbox.post(() -> run(number));
  }

  @Operation
  public void postFromATask() {
    int number = posted.addAndGet(2);
    mailbox.post(
        () -> {
          run(number);
          mailbox.post(() -> run(-number));
        });
  }

  private void run(int number) {
    overlap |= running;
    running = true;
    ran.add(number);
    running = false;
  }

  @Validate
  public void everyTaskRanOnceAndAlone() {
    if (overlap || ran.size() != posted.get()) {
      throw new IllegalStateException(
          posted.get() + " posted, ran " + ran + (overlap ? ", two at once" : ""));
    }
  }

  @Test
  void everyInterleavingThatIsTriedRunsEachTaskOnceAndAlone() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .iterations(10)
        .invocationsPerIteration(200)
        .check(MailboxLincheckTest.class);
  }

  @Test
  void threadsThatRunFreelyDoToo() {
    new StressOptions()
        .threads(3)
        .actorsPerThread(3)
        .iterations(10)
        .invocationsPerIteration(200)
        .check(MailboxLincheckTest.class);
  }
}
