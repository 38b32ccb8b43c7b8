package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Finding;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.WriteIntent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Assertions on a decision: it writes, confirms by a Get, or keeps what is stored. */
public final class DecisionAssert extends AbstractFindingsAssert<DecisionAssert, Decision> {

  DecisionAssert(Decision actual) {
    super(actual, DecisionAssert.class);
  }

  @Override
  List<Finding> findings() {
    return given().findings();
  }

  /** Something is to be written. */
  public DecisionAssert writes() {
    return is("write", null);
  }

  /** Something is to be written, for this cause. */
  public DecisionAssert writes(Decision.Cause cause) {
    return is("write", cause);
  }

  /** The driver is to be asked by a Get. */
  public DecisionAssert confirms() {
    return is("confirm", null);
  }

  /** Nothing is to be written or asked. */
  public DecisionAssert keeps() {
    return is("keep", null);
  }

  /** Nothing is to be written or asked, for this cause. */
  public DecisionAssert keeps(Decision.Cause cause) {
    return is("keep", cause);
  }

  /** Nothing is to be written before this time, for only a message is another one (rule C9). */
  public DecisionAssert keepsUntil(Instant time) {
    is("keep", Decision.Cause.MESSAGE_PACED);
    return check(
        given().until().equals(Optional.of(time)),
        () -> "Expected the decision to keep until " + time + ", but it is: " + given());
  }

  private DecisionAssert is(String wanted, Decision.@Nullable Cause cause) {
    String kind = given().<String>fold(write -> "write", confirm -> "confirm", keep -> "keep");
    return check(
        kind.equals(wanted) && (cause == null || given().cause() == cause),
        () ->
            "Expected the decision to "
                + wanted
                + (cause == null ? "" : " (" + cause + ")")
                + ", but it is: "
                + given());
  }

  /** Goes on with the health that is to be written to a claim; the absent one is to be removed. */
  public VolumeHealthStatusAssert claimHealth() {
    return new VolumeHealthStatusAssert(
        written(
            "a claim",
            write ->
                write.fold(
                    claim -> Optional.of(claim.desired()),
                    pod -> Optional.empty(),
                    storage -> Optional.empty())));
  }

  /** Goes on with the health of this volume that is to be written to a pod. */
  public PodVolumeHealthAssert podVolume(String name) {
    return new PodVolumeHealthAssert(
        written(
            "a pod's volume " + name,
            write ->
                write.fold(
                    claim -> Optional.empty(),
                    pod -> pod.desired().get(name),
                    storage -> Optional.empty())));
  }

  /** Goes on with the driver's health that is to be written to a CSINode, and not removed. */
  public StorageHealthAssert storageHealth() {
    return new StorageHealthAssert(
        written(
            "a driver's health",
            write ->
                write.fold(
                    claim -> Optional.empty(),
                    pod -> Optional.empty(),
                    storage -> storage.desired())));
  }

  private <T> T written(String what, Function<WriteIntent, Optional<T>> desired) {
    Optional<T> written = given().write().flatMap(desired);
    check(
        written.isPresent(),
        () -> "Expected a write of " + what + ", but the decision is: " + given());
    return written.orElseThrow();
  }
}
