package io.github.csihealth.testkit.driver;

import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is of sockets and connections alone. */
@Timeout(60)
class FakeDriverSocketTest {

  @Test
  void cutBreaksOneConnectionWithAllItsCallsAndNoOther() throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel other = UnixChannel.dial(driver.endpoint())) {
      driver
          .fail(GET_VOLUME_HEALTH, DriverFault.hang())
          .fail(
              GET_VOLUME_HEALTH, DriverFault.cut(), get -> get.getVolumeId().equals("vol-broken"));
      Future<?> hung = get(driver.channel(), "vol-1");
      Future<?> elsewhere = get(other.channel(), "vol-1");
      while (driver.calls(GET_VOLUME_HEALTH) < 2) {
        Thread.yield();
      }

      expectUnavailable(get(driver.channel(), "vol-broken"));
      expectUnavailable(hung);
      assertThat(probe(other.channel())).isTrue();
      assertThat(elsewhere).isNotDone();
      assertThat(probe(driver.channel())).isTrue();
    }
  }

  private static void expectUnavailable(Future<?> call) {
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> call.get(30, SECONDS))
        .satisfies(
            e -> assertThat(Status.fromThrowable(e).getCode()).isEqualTo(Status.Code.UNAVAILABLE));
  }

  private static Future<ControllerGetVolumeHealthResponse> get(Channel channel, String volumeId) {
    return ControllerGrpc.newFutureStub(channel)
        .controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build());
  }

  private static boolean probe(Channel channel) {
    return IdentityGrpc.newBlockingStub(channel)
        .withDeadlineAfter(30, SECONDS)
        .probe(ProbeRequest.getDefaultInstance())
        .getReady()
        .getValue();
  }

  @Test
  void anotherAuthorityIsFound() {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel odd =
            UnixChannel.builder(driver.endpoint()).authority("driver.example").dial()) {
      assertThat(probe(odd.channel())).isTrue();
      assertThat(driver.recordedCalls())
          .extracting(RecordedCall::authority)
          .containsExactly("driver.example");
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(driver::checkCalls)
          .withMessageEndingWith("csi.v1.Identity/Probe: authority driver.example");
    }
  }

  @Test
  void stopDeletesTheSocket() {
    try (FakeDriver driver = FakeDriver.start()) {
      Path socket = Path.of(driver.endpoint().path());
      assertThat(socket).exists();
      driver.stop();
      assertThat(socket).doesNotExist();
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> probe(driver.channel()))
          .withMessageContaining("UNAVAILABLE");
    }
  }

  @Test
  void closeLeavesNothing() {
    FakeDriver driver = FakeDriver.start();
    Path directory = Path.of(driver.endpoint().path()).getParent();
    assertThat(directory).isDirectory();
    try (FakeDriver other = FakeDriver.start()) {
      assertThat(other.endpoint()).isNotEqualTo(driver.endpoint());
    }
    driver.close();
    assertThat(directory).doesNotExist();
  }

  @Test
  void socketCanBeGiven() throws Exception {
    Path directory = Files.createTempDirectory(Path.of("/tmp"), "csi");
    UnixEndpoint endpoint = UnixEndpoint.parse("unix://" + directory.resolve("given.sock"));
    try (FakeDriver given = FakeDriver.start(endpoint)) {
      assertThat(given.endpoint()).isEqualTo(endpoint);
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> FakeDriver.start(endpoint));
    }
    assertThat(directory).isEmptyDirectory();
    Files.delete(directory);
  }

  @Test
  void inProcessThereIsNone() {
    try (FakeDriver driver = FakeDriver.inProcess()) {
      assertThatIllegalStateException()
          .isThrownBy(driver::endpoint)
          .withMessageContaining("channel()");
      assertThat(driver).hasToString("FakeDriver[fake.csihealth.example in process]");
    }
  }
}
