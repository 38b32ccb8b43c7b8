package io.github.csihealth.testkit.driver;

import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The health client of this library, on a driver whose answers cannot be read or never come. */
@Timeout(60)
class HealthClientOnFaultsTest {

  @Test
  void c1BytesThatAreNoMessageAreAFailedCallThatNamesTheMethod() throws Exception {
    try (FakeDriver driver = FakeDriver.start()) {
      driver
          .healthy("vol-1")
          .failNext(GET_VOLUME_HEALTH, DriverFault.garbage(0xff))
          .failNext(GET_VOLUME_HEALTH, DriverFault.invalidUtf8())
          .failNext(GET_VOLUME_HEALTH, DriverFault.cut());
      HealthClient client = HealthClient.on(driver.channel());
      for (FailureKind kind :
          new FailureKind[] {
            FailureKind.DRIVER_FAULT, FailureKind.DRIVER_FAULT, FailureKind.RETRYABLE
          }) {
        assertThat(client.get("vol-1").toCompletableFuture().get().failure().orElseThrow())
            .extracting(ProbeFailure::kind, ProbeFailure::method)
            .isEqualTo(tuple(kind, "ControllerGetVolumeHealth").toList());
      }
      assertThat(client.get("vol-1").toCompletableFuture().get().answer()).isPresent();
      driver.checkCalls();
    }
  }
}
