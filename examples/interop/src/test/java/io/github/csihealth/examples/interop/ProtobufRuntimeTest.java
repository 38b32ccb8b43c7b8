package io.github.csihealth.examples.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The generated messages and what stands on them run on a protobuf of the 4 line, too. */
@Timeout(120)
class ProtobufRuntimeTest {

  @Test
  void theRuntimeIsOfTheFourLine() throws Exception {
    Path jar = Path.of(Message.class.getProtectionDomain().getCodeSource().getLocation().toURI());

    assertThat(jar.getFileName().toString()).startsWith("protobuf-java-4.");
  }

  @Test
  void aMessageComesBackWithWhatItsTypeDoesNotKnow() throws Exception {
    VolumeHealth known =
        FakeDriver.health(
            "vol-1", FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "é 😀"));
    VolumeHealth message =
        known.toBuilder()
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                    .build())
            .build();

    VolumeHealth read = VolumeHealth.parseFrom(message.toByteArray());

    assertThat(read).isEqualTo(message).isNotEqualTo(known);
    assertThat(read.toBuilder().setVolumeId("vol-2").build().getVolumeId()).isEqualTo("vol-2");
  }

  @Test
  void aClientReadsTheHealthThatADriverTells() throws Exception {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      driver.setHealth(
          "vol-1",
          FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "é 😀"),
          FakeDriver.entry(77, "NewThing", ""));
      driver.healthy("vol-2");
      HealthClient client = HealthClient.on(channel.channel());

      VolumeHealthReport report = answer(client.get("vol-1")).answer().orElseThrow();
      assertThat(report.conditions())
          .contains(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "DiskSlow", "é 😀"))
          .hasSize(2);
      List<String> listed = new ArrayList<>();
      assertThat(answer(client.list(into(listed))).answer()).isPresent();
      assertThat(listed).contains("vol-1");
      assertThat(answer(client.describe()).answer().orElseThrow().name()).isEqualTo(driver.name());
    }
  }

  private static ListListener into(List<String> volumes) {
    return new ListListener() {
      @Override
      public void entry(VolumeHealthReport entry) {
        volumes.add(entry.volumeId());
      }

      @Override
      public void restarted() {
        volumes.clear();
      }
    };
  }

  private static <T> T answer(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
