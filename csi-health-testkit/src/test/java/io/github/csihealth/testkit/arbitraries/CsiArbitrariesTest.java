package io.github.csihealth.testkit.arbitraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.CsiProto;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.FindingKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

class CsiArbitrariesTest {

  @Property(tries = 40)
  void healthHasEachKeyOnce(@ForAll Random random) {
    EveryShrink.of(CsiArbitraries.volumeHealth(), random, CsiArbitrariesTest::check);
    EveryShrink.of(
        CsiArbitraries.getVolumeHealthResponses("vol-7"),
        random,
        response -> {
          check(response.getVolumeHealth());
          assertThat(response.getVolumeHealth().getVolumeId()).isEqualTo("vol-7");
        });
    EveryShrink.of(
        CsiArbitraries.nodeGetVolumeHealthResponses("vol-7"),
        random,
        response -> {
          check(response.getVolumeHealth());
          assertThat(response.getVolumeHealth().getVolumeId()).isEqualTo("vol-7");
        });
    EveryShrink.of(
        CsiArbitraries.listVolumeHealthResponses(),
        random,
        page -> {
          page.getEntriesList().forEach(CsiArbitrariesTest::check);
          checkTexts(page);
          assertThat(page.getEntriesList().stream().map(VolumeHealth::getVolumeId))
              .doesNotHaveDuplicates();
        });
  }

  private static void check(VolumeHealth health) {
    assertThat(health.getHealthStatusesList().stream().map(e -> e.getStatus() + e.getReason()))
        .hasSizeLessThanOrEqualTo(16)
        .doesNotHaveDuplicates();
    assertThat(health.getHealthStatusesList())
        .allMatch(e -> e.getStatusValue() >= 1 && e.getStatusValue() <= 3);
    checkTexts(health);
  }

  /** Every string, at any depth, fits; a secrets map fits as a whole. */
  private static void checkTexts(MessageOrBuilder message) {
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getOptions().getExtension(CsiProto.csiSecret)) {
                assertThat(
                        ((List<?>) value)
                            .stream().mapToInt(e -> ((Message) e).getSerializedSize()).sum())
                    .isLessThanOrEqualTo(4096);
              } else if (value instanceof List<?> list) {
                list.forEach(item -> checkText(field, item));
              } else {
                checkText(field, value);
              }
            });
  }

  private static void checkText(FieldDescriptor field, Object value) {
    if (value instanceof Message message) {
      checkTexts(message);
    } else if (value instanceof String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      assertThat(bytes.length).as(field.getName()).isLessThanOrEqualTo(128);
      assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(text);
    }
  }

  @Property(tries = 40)
  void storageHealthHasEachKeyOnceAndUsableCapabilities(@ForAll Random random) {
    EveryShrink.of(
        CsiArbitraries.nodeGetStorageHealthResponses(),
        random,
        response -> {
          checkTexts(response);
          assertThat(response.getBackendHealthCount()).isLessThanOrEqualTo(16);
          var report = HealthMapping.toReport(response);
          assertThat(report.findings()).isEmpty();
          assertThat(report.conditions()).hasSize(response.getBackendHealthCount());
          assertThat(report.conditions()).allMatch(c -> c.status().isKnown());
        });
  }

  @Property(tries = 20)
  void requestsFit(@ForAll Random random) {
    for (Arbitrary<? extends Message> requests :
        List.of(
            CsiArbitraries.getVolumeHealthRequests(),
            CsiArbitraries.listVolumeHealthRequests(),
            CsiArbitraries.nodeGetVolumeHealthRequests(),
            CsiArbitraries.nodeGetStorageHealthRequests(),
            CsiArbitraries.volumeHealthEntries(),
            CsiArbitraries.storageBackendHealth())) {
      EveryShrink.of(requests, random, CsiArbitrariesTest::checkTexts);
    }
    EveryShrink.of(
        CsiArbitraries.listVolumeHealthRequests(),
        random,
        request -> assertThat(request.getMaxEntries()).isNotNegative());
    EveryShrink.of(
        CsiArbitraries.nodeGetVolumeHealthRequests(),
        random,
        request -> {
          assertThat(request.getVolumeId()).isNotEmpty();
          assertThat(request.getVolumePublishPath()).startsWith("/");
        });
  }

  @Property(tries = 40)
  void listIsNeverOfferedWithoutGet(@ForAll Random random) {
    EveryShrink.of(
        CsiArbitraries.controllerCapabilities(),
        random,
        response -> {
          var types =
              response.getCapabilitiesList().stream().map(c -> c.getRpc().getType()).toList();
          if (types.contains(ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH)) {
            assertThat(types).contains(ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH);
          }
        });
    EveryShrink.of(
        CsiArbitraries.nodeCapabilities(),
        random,
        response -> assertThat(response.getCapabilitiesList()).doesNotHaveDuplicates());
  }

  @Property(tries = 1000)
  void storageHealthIsWellSpread(@ForAll Random random) {
    NodeGetStorageHealthResponse response =
        CsiArbitraries.nodeGetStorageHealthResponses().generator(1000).next(random).value();
    Statistics.label("two conditions that differ by their capability alone")
        .collect(
            response.getBackendHealthList().stream()
                    .map(e -> e.getStatusValue() + e.getReason())
                    .distinct()
                    .count()
                < response.getBackendHealthCount())
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
    Statistics.label("some with and some without a capability")
        .collect(
            response.getBackendHealthList().stream()
                    .map(e -> e.hasVolumeCapability())
                    .distinct()
                    .count()
                == 2)
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 20));
    Statistics.label("what the reader makes of it")
        .collect(
            HealthMapping.toReport(response).findings().stream()
                .noneMatch(f -> f.kind() == FindingKind.DUPLICATE_KEY))
        .coverage(coverage -> coverage.check(true).percentage(p -> p == 100));
  }
}
