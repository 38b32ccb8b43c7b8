package io.github.csihealth.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthTimelineTest {

  private static final VolumeHealthEntry SLOW =
      FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void eachStepHoldsFromItsOffsetToTheNext() {
    HealthTimeline<VolumeHealthEntry> timeline =
        HealthTimeline.ofVolume(SLOW)
            .from(MINUTE)
            .goneFrom(MINUTE.multipliedBy(2))
            .from(MINUTE.multipliedBy(3), SLOW, SLOW);
    assertThat(timeline.at(MINUTE.negated())).contains(List.of(SLOW));
    assertThat(timeline.at(Duration.ZERO)).contains(List.of(SLOW));
    assertThat(timeline.at(MINUTE.minusNanos(1))).contains(List.of(SLOW));
    assertThat(timeline.at(MINUTE)).contains(List.of());
    assertThat(timeline.at(MINUTE.multipliedBy(2))).isEmpty();
    assertThat(timeline.at(Duration.ofDays(1000))).contains(List.of(SLOW, SLOW));
  }

  @Test
  void isNeverChanged() {
    HealthTimeline<VolumeHealthEntry> healthy = HealthTimeline.ofVolume();
    assertThat(healthy.goneFrom(MINUTE).at(MINUTE)).isEmpty();
    assertThat(healthy.at(MINUTE)).contains(List.of());
  }

  @Test
  void isToldInOrder() {
    HealthTimeline<VolumeHealthEntry> timeline = HealthTimeline.ofVolume().from(MINUTE, SLOW);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timeline.goneFrom(MINUTE))
        .withMessageContaining("PT1M is not after PT1M");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HealthTimeline.ofVolume().from(Duration.ZERO, SLOW));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HealthTimeline.ofVolume().from(MINUTE.negated(), SLOW));
  }
}
