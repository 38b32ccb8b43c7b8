package io.github.csihealth.testkit.arbitraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthReport;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.statistics.Statistics;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Which flaws are in a sample is looked up here in another way than it was put in. */
class HostileArbitrariesTest {

  private static final String VOLUME = "vol-1";

  /** A condition, whatever it is of; the key as text. */
  private record Said(int status, String reason, String message, String key) {}

  private static Set<Flaw> flaws(List<Said> conditions, int knownStatuses) {
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    Set<String> keys = new HashSet<>();
    for (Said said : conditions) {
      if (!keys.add(said.key)) {
        flaws.add(Flaw.DUPLICATE_KEY);
      }
      if (said.status < 1 || said.status > knownStatuses) {
        flaws.add(Flaw.UNKNOWN_STATUS);
      }
      if (!said.reason.matches("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?")) {
        flaws.add(Flaw.ILLEGAL_REASON);
      }
      if (bytes(said.reason) > 256) {
        flaws.add(Flaw.LONG_REASON);
      }
      if (bytes(said.message) > 1024) {
        assertThat(bytes(said.message)).isGreaterThan(said.message.length());
        flaws.add(Flaw.LONG_MESSAGE);
      } else if (bytes(said.message) > 128) {
        flaws.add(Flaw.OVER_CSI_LIMIT);
      }
      if (!StandardCharsets.UTF_8.newEncoder().canEncode(said.message)) {
        flaws.add(Flaw.LONE_SURROGATE);
      }
    }
    if (conditions.size() > 16) {
      flaws.add(Flaw.TOO_MANY);
    }
    return flaws;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Set<Flaw> flawsOf(VolumeHealthReport report) {
    Set<Flaw> flaws =
        flaws(
            report.conditions().stream()
                .map(
                    c ->
                        new Said(
                            number(c.status().value()),
                            c.reason(),
                            c.message(),
                            c.key().toString()))
                .toList(),
            3);
    if (!report.volumeId().equals(VOLUME)) {
      flaws.add(Flaw.WRONG_VOLUME_ID);
    }
    return flaws;
  }

  private static int number(String status) {
    return switch (status) {
      case "Degraded", "StorageDegraded" -> 1;
      case "Inaccessible", "StorageUnreachable" -> 2;
      case "DataLoss" -> 3;
      default -> Integer.parseInt(status);
    };
  }

  private static Set<Flaw> flawsOf(StorageHealthReport report) {
    return flaws(
        report.conditions().stream()
            .map(
                c ->
                    new Said(
                        number(c.status().value()), c.reason(), c.message(), c.key().toString()))
            .toList(),
        2);
  }

  @Property(tries = 50)
  @Domain(HostileDomain.class)
  void everySampleOfTheDomainHasAFlaw(
      @ForAll VolumeHealthReport report,
      @ForAll VolumeHealth message,
      @ForAll StorageHealthReport storage,
      @ForAll NodeGetStorageHealthResponse answer) {
    assertThat(flawsOf(report)).isNotEmpty();
    assertThat(flawsOf(HealthMapping.toReport(message))).isNotEmpty();
    assertThat(flawsOf(storage)).isNotEmpty();
    assertThat(answer.getBackendHealthList()).isNotEmpty();
  }

  @Property(tries = 60)
  void volumeReportsHoldWhatWasAskedForAndNothingElse(
      @ForAll("asked") Set<Flaw> flaws, @ForAll Random random) {
    Set<Flaw> asked = copy(flaws, Flaw.UNUSABLE_CAPABILITY);
    if (!asked.isEmpty()) {
      EveryShrink.of(
          HostileArbitraries.reports(VOLUME, asked.toArray(Flaw[]::new)),
          random,
          report -> assertThat(flawsOf(report)).isEqualTo(asked));
    }
    Set<Flaw> ofMessages = copy(asked, Flaw.LONE_SURROGATE);
    if (!ofMessages.isEmpty()) {
      EveryShrink.of(
          HostileArbitraries.volumeHealth(VOLUME, ofMessages.toArray(Flaw[]::new)),
          random,
          health -> assertThat(flawsOf(HealthMapping.toReport(health))).isEqualTo(ofMessages));
    }
  }

  @Property(tries = 60)
  void storageReportsHoldWhatWasAskedForAndNothingElse(
      @ForAll("asked") Set<Flaw> flaws, @ForAll Random random) {
    Set<Flaw> asked = copy(flaws, Flaw.WRONG_VOLUME_ID, Flaw.UNUSABLE_CAPABILITY);
    if (!asked.isEmpty()) {
      EveryShrink.of(
          HostileArbitraries.storageReports(asked.toArray(Flaw[]::new)),
          random,
          report -> assertThat(flawsOf(report)).isEqualTo(asked));
    }
    Set<Flaw> ofMessages = copy(flaws, Flaw.WRONG_VOLUME_ID, Flaw.LONE_SURROGATE);
    if (!ofMessages.isEmpty()) {
      EveryShrink.of(
          HostileArbitraries.storageHealth(ofMessages.toArray(Flaw[]::new)),
          random,
          response -> {
            Set<Flaw> found =
                flaws(
                    response.getBackendHealthList().stream()
                        .map(
                            e ->
                                new Said(
                                    e.getStatusValue(),
                                    e.getReason(),
                                    e.getMessage(),
                                    e.toBuilder().clearMessage().build().toString()))
                        .toList(),
                    2);
            if (HealthMapping.toReport(response).findings().stream()
                .anyMatch(f -> f.kind() == FindingKind.UNUSABLE_CAPABILITY)) {
              found.add(Flaw.UNUSABLE_CAPABILITY);
            }
            assertThat(found).isEqualTo(ofMessages);
          });
    }
  }

  private static Set<Flaw> copy(Set<Flaw> flaws, Flaw... without) {
    Set<Flaw> copy = EnumSet.noneOf(Flaw.class);
    copy.addAll(flaws);
    Arrays.asList(without).forEach(copy::remove);
    return copy;
  }

  @Provide
  Arbitrary<Set<Flaw>> asked() {
    return Arbitraries.of(Flaw.class).set().ofMinSize(1).ofMaxSize(Flaw.values().length);
  }

  @Property(tries = 1000)
  void withoutAFlawNamedEachIsThereOftenEnough(@ForAll Random random) {
    VolumeHealthReport report =
        HostileArbitraries.reports(VOLUME).generator(1000).next(random).value();
    Set<Flaw> flaws = flawsOf(report);
    assertThat(flaws).isNotEmpty();
    for (Flaw flaw : copy(EnumSet.allOf(Flaw.class), Flaw.UNUSABLE_CAPABILITY)) {
      Statistics.label(flaw.name())
          .collect(flaws.contains(flaw))
          .coverage(coverage -> coverage.check(true).percentage(p -> p > 8));
    }
    Statistics.label("first condition is a right one")
        .collect(
            !report.conditions().isEmpty()
                && flawsOf(VolumeHealthReport.of(VOLUME, report.conditions().subList(0, 1)))
                    .isEmpty())
        .coverage(coverage -> coverage.check(true).percentage(p -> p > 10));
  }

  @Property(tries = 100)
  void invalidUtf8ParsesAsNoResponse(@ForAll Random random) {
    EveryShrink.of(
        HostileArbitraries.invalidUtf8("vol-1"),
        random,
        bytes -> {
          for (var parser :
              List.of(
                  ControllerGetVolumeHealthResponse.parser(),
                  ControllerListVolumeHealthResponse.parser(),
                  NodeGetVolumeHealthResponse.parser())) {
            assertThatThrownBy(() -> parser.parseFrom(bytes))
                .isInstanceOf(InvalidProtocolBufferException.class)
                .hasMessageContaining("invalid UTF-8");
          }
        });
  }

  @Example
  void aFlawThatCannotBeInItIsRefused() {
    Stream.of(
            (ThrowingCallable) () -> HostileArbitraries.volumeHealth(VOLUME, Flaw.LONE_SURROGATE),
            () -> HostileArbitraries.storageHealth(Flaw.LONE_SURROGATE))
        .forEach(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(
                        "LONE_SURROGATE cannot be in such a sample; what can is ["));
    assertThatThrownBy(() -> HostileArbitraries.storageReports(Flaw.WRONG_VOLUME_ID))
        .hasMessageStartingWith("WRONG_VOLUME_ID cannot be in such a sample");
    assertThatThrownBy(() -> HostileArbitraries.reports(VOLUME, Flaw.UNUSABLE_CAPABILITY))
        .hasMessageStartingWith("UNUSABLE_CAPABILITY cannot be in such a sample");
  }
}
