package io.github.csihealth.examples.hostpath;

import static io.github.csihealth.examples.hostpath.DriverRig.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class PendingOperationsTest {

  private final PendingOperations pending = new PendingOperations();

  private String run(String thing) {
    try {
      return pending.run(thing, () -> thing);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSecondOperationOnAThingIsAborted() throws Exception {
    pending.run(
        "vol-1",
        () -> {
          refused(Status.Code.ABORTED, () -> run("vol-1"), "vol-1");
          assertThat(run("vol-2")).isEqualTo("vol-2");
          return "";
        });
    assertThat(run("vol-1")).isEqualTo("vol-1");
  }

  @Test
  void oneThatFailsIsOver() {
    Assertions.assertThatThrownBy(
            () ->
                pending.run(
                    "vol-1",
                    () -> {
                      throw new IOException("disk");
                    }))
        .hasMessage("disk");
    assertThat(run("vol-1")).isEqualTo("vol-1");
  }
}
