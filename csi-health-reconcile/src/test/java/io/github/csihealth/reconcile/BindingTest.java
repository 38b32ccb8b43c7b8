package io.github.csihealth.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule C18: a report reaches a claim only through a binding that holds both ways. */
class BindingTest {

  private static final String DRIVER = "disk.example.com";

  private final Claim claim =
      Claim.builder("shop", "data", "u1").volumeName("pv-1").phase("Bound").build();

  @Test
  void aBindingThatHoldsBothWaysIsBound() {
    assertThat(check(volume().build(), claim)).isEqualTo(Binding.BOUND);
    assertThat(Binding.of(volume().build(), DRIVER)).isEqualTo(Binding.BOUND);
  }

  @Test
  void aClaimReCreatedUnderTheSameNameGetsNothing() {
    Claim other = Claim.builder("shop", "data", "u2").volumeName("pv-1").phase("Bound").build();
    assertThat(check(volume().build(), other)).isEqualTo(Binding.OTHER_CLAIM);
  }

  @Test
  void aClaimThatNamesAnotherVolumeGetsNothing() {
    Claim other = Claim.builder("shop", "data", "u1").volumeName("pv-2").phase("Bound").build();
    assertThat(check(volume().build(), other)).isEqualTo(Binding.CLAIM_ELSEWHERE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Lost", "Pending", ""})
  void aClaimThatIsNotBoundGetsNothing(String phase) {
    Claim lost = Claim.builder("shop", "data", "u1").volumeName("pv-1").phase(phase).build();
    assertThat(check(volume().build(), lost)).isEqualTo(Binding.CLAIM_ELSEWHERE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Released", "Failed", "Available", "Pending", ""})
  void aVolumeThatIsNotBoundReportsToNone(String phase) {
    assertThat(check(volume().phase(phase).build(), claim)).isEqualTo(Binding.NOT_BOUND);
  }

  @Test
  void aVolumeOfAnotherKindReportsToNone() {
    assertThat(check(volume().csi("", "").build(), claim)).isEqualTo(Binding.NOT_CSI);
    assertThat(check(volume().csi(DRIVER, "").build(), claim)).isEqualTo(Binding.NOT_CSI);
    assertThat(check(volume().csi("other", "vol-1").build(), claim))
        .isEqualTo(Binding.OTHER_DRIVER);
    assertThat(check(volume().deleting(true).build(), claim)).isEqualTo(Binding.BEING_DELETED);
    assertThat(check(volume().claimRef(new ClaimRef("shop", "data", "")).build(), claim))
        .isEqualTo(Binding.PRE_BOUND);
    assertThat(check(volume().claimRef(ClaimRef.NONE).build(), claim)).isEqualTo(Binding.PRE_BOUND);
  }

  private static Binding check(PersistentVolume volume, Claim claim) {
    return Binding.of(volume, claim, DRIVER);
  }

  private static PersistentVolume.Builder volume() {
    return PersistentVolume.builder("pv-1")
        .csi(DRIVER, "vol-1")
        .claimRef(new ClaimRef("shop", "data", "u1"))
        .phase("Bound");
  }
}
