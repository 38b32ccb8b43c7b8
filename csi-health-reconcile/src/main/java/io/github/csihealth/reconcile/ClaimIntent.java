package io.github.csihealth.reconcile;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.JsonWriter;
import io.github.csihealth.model.VolumeHealthStatus;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A claim's {@code status.healthStatus} as it should be. */
public final class ClaimIntent extends WriteIntent {

  private final Claim claim;
  private final VolumeHealthStatus desired;

  ClaimIntent(Claim claim, VolumeHealthStatus desired) {
    this(claim, desired, null);
  }

  private ClaimIntent(Claim claim, VolumeHealthStatus desired, @Nullable Redecision redecision) {
    super(Resource.CLAIM, redecision);
    this.claim = Objects.requireNonNull(claim, "claim");
    this.desired = Objects.requireNonNull(desired, "desired");
  }

  @Override
  public Claim target() {
    return claim;
  }

  /** What the field should be; the absent value means that it is removed. */
  public VolumeHealthStatus desired() {
    return desired;
  }

  @Override
  public <R> R fold(
      Function<? super ClaimIntent, ? extends R> onClaim,
      Function<? super PodIntent, ? extends R> onPod,
      Function<? super StorageIntent, ? extends R> onStorage) {
    return onClaim.apply(this);
  }

  @Override
  public boolean isDroppedIn(HealthObject answered) {
    return isPresent(desired) && answered instanceof Claim stored && !isPresent(stored.health());
  }

  @Override
  public boolean introducesHealth() {
    return isPresent(desired) && !isPresent(claim.health());
  }

  private static boolean isPresent(VolumeHealthStatus health) {
    return health.state() != HealthState.NO_INFORMATION;
  }

  /** A claim that was bound anew, or lost its volume, may not get the old volume's health (C18). */
  @Override
  boolean isStillMeant(HealthObject newer) {
    return super.isStillMeant(newer)
        && newer instanceof Claim now
        && now.volumeName().equals(claim.volumeName())
        && now.phase().equals(claim.phase());
  }

  @Override
  WriteIntent rebasedBy(Redecision again) {
    return new ClaimIntent(claim, desired, again);
  }

  @Override
  public String outcome() {
    return desired.toString();
  }

  @Override
  String mergeType() {
    return Patch.MERGE;
  }

  @Override
  boolean mergeNeedsSameVersion() {
    return true;
  }

  @Override
  void mergeField(JsonWriter json) {
    if (desired.state() != HealthState.HEALTHY) {
      HealthJson.write(json, desired);
      return;
    }
    // Go's form leaves an empty list out, which a merge patch takes for "as it is".
    json.beginObject().name("healthConditions").nullValue();
    json.name("lastTransitionTime").value(desired.lastTransitionTime().orElseThrow()).endObject();
  }

  @Override
  String managerSuffix() {
    return "";
  }

  @Override
  boolean isWrittenBy(String manager) {
    return !isPresent(claim.health()) || areAppliedBy(manager, claim.owners());
  }

  @Override
  void applyField(JsonWriter json) {
    if (isPresent(desired)) {
      json.name(fieldName());
      field(json);
    }
  }

  @Override
  void changes(JsonWriter json) {
    if (isPresent(desired)) {
      JsonPatch.operation(json, "add", fieldPath(), this::field);
    } else {
      JsonPatch.remove(json, fieldPath());
    }
  }

  @Override
  void field(JsonWriter json) {
    HealthJson.write(json, desired);
  }
}
