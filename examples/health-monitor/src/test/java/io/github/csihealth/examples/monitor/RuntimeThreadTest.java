package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Alive is what still gets its work done, not what still has a thread. */
@Timeout(120)
class RuntimeThreadTest {

  @AutoClose private final RuntimeThread thread = new RuntimeThread(Duration.ofSeconds(30));

  private final CountDownLatch release = new CountDownLatch(1);

  private void hang(RuntimeThread which) {
    which.execute(
        () -> {
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  @Test
  void oneThatIsIdleIsWell() {
    assertThat(thread.fault()).isEmpty();
    assertThat(thread.fault()).isEmpty();
  }

  @Test
  void oneThatHasWorkIsWellIfItEndsInTime() {
    hang(thread);
    new Thread(release::countDown).start();
    assertThat(thread.fault()).isEmpty();
  }

  @Test
  void oneThatHangsIsIllUntilItGoesOn() {
    try (RuntimeThread stuck = new RuntimeThread(Duration.ofMillis(50))) {
      hang(stuck);
      for (int i = 0; i < 3; i++) {
        assertThat(stuck.fault()).hasValueSatisfying(f -> assertThat(f).contains("stuck", "50 ms"));
      }
      release.countDown();
      eventually(() -> assertThat(stuck.fault()).isEmpty());
    }
  }

  @Test
  void whatIsDoneBeforeTheEndIsDone() {
    CountDownLatch done = new CountDownLatch(1);
    thread.execute(done::countDown);
    thread.close();
    eventually("the work is done", () -> done.getCount() == 0);
  }
}
