package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.List;
import java.util.function.Consumer;

/**
 * One thing that happens to a cluster or to the driver behind it. Every step can be played at any
 * time: one that finds nothing to do does nothing. Immutable.
 */
public final class ClusterStep {

  /** What kind of thing happens. A minor version may add kinds. */
  public enum Kind {
    /**
     * A claim is made and bound to a volume that the driver knows; of a claim that is there: moved.
     */
    BOUND,
    /** The driver reports conditions of a volume. */
    SICK,
    /** The driver reports that nothing is wrong with a volume. */
    RECOVERED,
    /** The driver does not know a volume any more. */
    FORGOTTEN,
    /** A claim is deleted; its persistent volume is Released. */
    CLAIM_DELETED,
    /** A claim is deleted and made again under its name, with another uid and not bound. */
    CLAIM_RECREATED,
    /** The next call of a kind fails. */
    CALL_FAILS,
    /** The feature gate of the API server is turned off. */
    GATE_OFF,
    /** The feature gate of the API server is turned on. */
    GATE_ON,
    /** The driver is started again: connections end, its health stays. */
    DRIVER_RESTARTED,
    /** The test's own controller is to be started again: the player does nothing. */
    CONTROLLER_RESTARTED
  }

  private final Kind kind;
  private final String text;
  private final Consumer<ClusterPlayer> action;

  private ClusterStep(Kind kind, String text, Consumer<ClusterPlayer> action) {
    this.kind = kind;
    this.text = text;
    this.action = action;
  }

  /** {@link Kind#BOUND}. */
  public static ClusterStep bound(String claim, String volumeId) {
    return new ClusterStep(
        Kind.BOUND, "bound " + claim + " to " + volumeId, p -> p.bind(claim, volumeId));
  }

  /** {@link Kind#SICK}, with these conditions and no others. */
  public static ClusterStep sick(String volumeId, List<VolumeHealthEntry> conditions) {
    List<VolumeHealthEntry> copy = List.copyOf(conditions);
    List<String> reasons = copy.stream().map(c -> c.getStatus() + "/" + c.getReason()).toList();
    return new ClusterStep(
        Kind.SICK, "sick " + volumeId + " " + reasons, p -> p.setHealth(volumeId, copy));
  }

  /** {@link Kind#RECOVERED}. */
  public static ClusterStep recovered(String volumeId) {
    return new ClusterStep(
        Kind.RECOVERED, "recovered " + volumeId, p -> p.setHealth(volumeId, List.of()));
  }

  /** {@link Kind#FORGOTTEN}. */
  public static ClusterStep forgotten(String volumeId) {
    return new ClusterStep(Kind.FORGOTTEN, "forgotten " + volumeId, p -> p.forget(volumeId));
  }

  /** {@link Kind#CLAIM_DELETED}. */
  public static ClusterStep claimDeleted(String claim) {
    return new ClusterStep(Kind.CLAIM_DELETED, "deleted " + claim, p -> p.delete(claim));
  }

  /** {@link Kind#CLAIM_RECREATED}. */
  public static ClusterStep claimRecreated(String claim) {
    return new ClusterStep(Kind.CLAIM_RECREATED, "re-created " + claim, p -> p.recreate(claim));
  }

  /**
   * {@link Kind#CALL_FAILS}.
   *
   * @param method one of {@link io.github.csihealth.testkit.driver.CsiMethods}
   * @param status not OK
   */
  public static ClusterStep callFails(MethodDescriptor<?, ?> method, Status status) {
    return new ClusterStep(
        Kind.CALL_FAILS,
        method.getBareMethodName() + " fails with " + status.getCode(),
        p -> p.failNext(method, status));
  }

  /** {@link Kind#GATE_ON} or {@link Kind#GATE_OFF}. */
  public static ClusterStep gate(boolean on) {
    return new ClusterStep(
        on ? Kind.GATE_ON : Kind.GATE_OFF, on ? "gate on" : "gate off", p -> p.gate(on));
  }

  /** {@link Kind#DRIVER_RESTARTED}. */
  public static ClusterStep driverRestarted() {
    return new ClusterStep(Kind.DRIVER_RESTARTED, "driver restarted", ClusterPlayer::restartDriver);
  }

  /** {@link Kind#CONTROLLER_RESTARTED}. */
  public static ClusterStep controllerRestarted() {
    return new ClusterStep(Kind.CONTROLLER_RESTARTED, "controller restarted", p -> {});
  }

  /** What kind of thing happens. */
  public Kind kind() {
    return kind;
  }

  void in(ClusterPlayer player) {
    action.accept(player);
  }

  /** Reads {@code bound claim-1 to vol-2}. */
  @Override
  public String toString() {
    return text;
  }
}
