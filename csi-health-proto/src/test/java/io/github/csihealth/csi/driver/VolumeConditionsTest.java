package io.github.csihealth.csi.driver;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver may say of one volume; rules C4 to C6 on the driver's side. */
class VolumeConditionsTest {

  private static final VolumeHealthCondition SLOW =
      VolumeHealthCondition.of(DEGRADED, "DiskSlow", "500 ms");

  @Test
  void theAnswersHoldTheConditionsAndTheIdAskedFor() {
    VolumeConditions conditions =
        VolumeConditions.of(SLOW, VolumeHealthCondition.of(DATA_LOSS, "BadBlocks"));
    VolumeHealth expected =
        VolumeHealth.newBuilder()
            .setVolumeId("vol-1")
            .addHealthStatuses(
                VolumeHealthEntry.newBuilder()
                    .setStatus(VolumeHealthErrorType.DEGRADED)
                    .setReason("DiskSlow")
                    .setMessage("500 ms"))
            .addHealthStatuses(
                VolumeHealthEntry.newBuilder()
                    .setStatus(VolumeHealthErrorType.DATA_LOSS)
                    .setReason("BadBlocks"))
            .build();
    assertThat(conditions.toControllerAnswer("vol-1").getVolumeHealth()).isEqualTo(expected);
    assertThat(conditions.toNodeAnswer("vol-1").getVolumeHealth()).isEqualTo(expected);
    assertThat(conditions.isHealthy()).isFalse();
  }

  @Test
  void aHealthyAnswerHoldsVolumeHealthWithAnEmptyList() {
    assertThat(VolumeConditions.of()).isSameAs(VolumeConditions.healthy());
    assertThat(VolumeConditions.healthy().isHealthy()).isTrue();
    assertThat(VolumeConditions.healthy().toControllerAnswer("vol-1").hasVolumeHealth()).isTrue();
    VolumeHealth node = VolumeConditions.healthy().toNodeAnswer("vol-1").getVolumeHealth();
    assertThat(node).isEqualTo(VolumeHealth.newBuilder().setVolumeId("vol-1").build());
  }

  @Test
  void c4TwoConditionsWithOneStatusAndReasonAreRefused() {
    SpecViolationException refusal =
        refusal(
            SLOW,
            VolumeHealthCondition.of(INACCESSIBLE, "DiskSlow"),
            VolumeHealthCondition.of(DEGRADED, "DiskSlow", "another message"));
    assertThat(refusal.place()).isEqualTo("health_statuses[2]");
    assertThat(refusal).hasMessageContaining("the status and reason of health_statuses[0]");
    assertThat(refusal.clause()).contains("(status, reason)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "99", "Broken"})
  void c3AStatusThatIsUnsetOrUnknownIsRefused(String status) {
    SpecViolationException refusal =
        refusal(SLOW, VolumeHealthCondition.of(VolumeHealthStatusType.of(status), "DiskSlow"));
    assertThat(refusal.place()).isEqualTo("health_statuses[1].status");
    assertThat(refusal.clause()).isEqualTo("VolumeHealthEntry.status is REQUIRED");
  }

  @Test
  void anEmptyReasonIsRefusedAsMissing() {
    SpecViolationException refusal = refusal(VolumeHealthCondition.of(DEGRADED, ""));
    assertThat(refusal.place()).isEqualTo("health_statuses[0].reason");
    assertThat(refusal.clause()).isEqualTo("VolumeHealthEntry.reason is REQUIRED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"disk slow", "path-lost", "1Path", "A:", "B,", "_A", "Größe", "A\n"})
  void c5AnIllFormedReasonIsRefusedAndNotQuoted(String reason) {
    SpecViolationException refusal = refusal(VolumeHealthCondition.of(DEGRADED, reason));
    assertThat(refusal.place()).isEqualTo("health_statuses[0].reason");
    assertThat(refusal.clause()).contains("CamelCase");
    if (reason.length() > 2) {
      assertThat(refusal.getMessage()).doesNotContain(reason);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PathLost", "path_lost", "A:B", "A,B_", "x"})
  void c5AWellFormedReasonIsTaken(String reason) {
    assertThat(VolumeConditions.of(VolumeHealthCondition.of(DEGRADED, reason)).conditions())
        .hasSize(1);
  }

  @Property
  void c5AReasonIsTakenIfAndOnlyIfTheModelLeavesItAlone(
      @ForAll
          @Chars({'_', ',', ':', '-', ' ', 'é'})
          @CharRange(from = '0', to = '9')
          @CharRange(from = 'A', to = 'z')
          @StringLength(max = 5)
          String reason) {
    VolumeHealthCondition condition = VolumeHealthCondition.of(DEGRADED, reason);
    boolean legal =
        Conformed.ofVolume(List.of(condition)).findings().stream()
            .noneMatch(finding -> finding.kind() == FindingKind.REASON_REWRITTEN);
    boolean taken;
    try {
      VolumeConditions.of(condition);
      taken = true;
    } catch (SpecViolationException e) {
      taken = false;
    }
    assertThat(taken).isEqualTo(legal);
  }

  @Test
  void c6AReasonOfMoreThan128BytesIsRefused() {
    VolumeConditions.of(VolumeHealthCondition.of(DEGRADED, "R".repeat(128)));
    SpecViolationException refusal = refusal(VolumeHealthCondition.of(DEGRADED, "R".repeat(129)));
    assertThat(refusal.place()).isEqualTo("health_statuses[0].reason");
    assertThat(refusal).hasMessageContaining("129 bytes, over 128");
    assertThat(refusal.clause()).isEqualTo("Size Limits");
  }

  @Test
  void c6AMessageOfMoreThan128BytesOfUtf8IsRefused() {
    VolumeConditions.of(VolumeHealthCondition.of(DEGRADED, "Slow", "€".repeat(42) + "ab"));
    SpecViolationException refusal =
        refusal(VolumeHealthCondition.of(DEGRADED, "Slow", "€".repeat(43)));
    assertThat(refusal.place()).isEqualTo("health_statuses[0].message");
    assertThat(refusal).hasMessageContaining("129 bytes, over 128");
    assertThat(refusal.clause()).isEqualTo("Size Limits");
  }

  @Test
  void c6AMessageWithHalfOfASurrogatePairIsRefused() {
    assertThat(refusal(VolumeHealthCondition.of(DEGRADED, "Slow", "\uD83D")).place())
        .isEqualTo("health_statuses[0].message");
  }

  @Test
  void aVolumeIdThatIsEmptyOrOver128BytesIsRefused() {
    VolumeConditions conditions = VolumeConditions.of(SLOW);
    assertThat(conditions.toNodeAnswer("v".repeat(128)).getVolumeHealth().getVolumeId())
        .hasSize(128);
    assertThatThrownBy(() -> conditions.toControllerAnswer(""))
        .isInstanceOf(SpecViolationException.class)
        .hasMessageContaining("volume_health.volume_id is empty")
        .hasMessageContaining("VolumeHealth.volume_id is REQUIRED");
    assertThatThrownBy(() -> conditions.toNodeAnswer("é".repeat(65)))
        .isInstanceOf(SpecViolationException.class)
        .hasMessageContaining("volume_health.volume_id has 130 bytes, over 128");
  }

  /** The spec sets no limit; the reader keeps the most severe (C7). */
  @Test
  void moreConditionsThanKubernetesKeepsAreAnAnswerStill() {
    List<VolumeHealthCondition> many = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      many.add(VolumeHealthCondition.of(DEGRADED, "R" + i));
    }
    assertThat(
            HealthMapping.toReport(
                    VolumeConditions.of(many).toControllerAnswer("vol-1").getVolumeHealth())
                .conditions())
        .isEqualTo(many);
  }

  @Test
  void readsAsItsConditions() {
    assertThat(VolumeConditions.healthy()).hasToString("healthy");
    assertThat(VolumeConditions.of(SLOW)).hasToString("[Degraded/DiskSlow: 500 ms]");
    assertThat(VolumeConditions.of(SLOW)).isEqualTo(VolumeConditions.of(List.of(SLOW)));
  }

  private static SpecViolationException refusal(VolumeHealthCondition... conditions) {
    return catchThrowableOfType(
        SpecViolationException.class, () -> VolumeConditions.of(conditions));
  }
}
