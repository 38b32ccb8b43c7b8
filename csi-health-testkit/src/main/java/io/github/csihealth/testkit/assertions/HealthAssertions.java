package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.HealthSchedulingPolicy;
import io.github.csihealth.model.HealthSchedulingRule;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.MapListEntry;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.Read;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.Violation;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.reconcile.Decision;

/**
 * The way in to the assertions.
 *
 * <pre>{@code
 * HealthAssertions.assertThat(claim).isAdverse().hasCondition(DEGRADED, "ReplicaDown");
 * }</pre>
 */
public final class HealthAssertions {

  private HealthAssertions() {}

  /** Assertions on one condition of a volume. */
  public static VolumeHealthConditionAssert assertThat(VolumeHealthCondition actual) {
    return new VolumeHealthConditionAssert(actual);
  }

  /** Assertions on one condition of a storage backend. */
  public static StorageHealthConditionAssert assertThat(StorageHealthCondition actual) {
    return new StorageHealthConditionAssert(actual);
  }

  /** Assertions on the health of a volume. */
  public static VolumeHealthStatusAssert assertThat(VolumeHealthStatus actual) {
    return new VolumeHealthStatusAssert(actual);
  }

  /** Assertions on the health of a volume in a pod. */
  public static PodVolumeHealthAssert assertThat(PodVolumeHealth actual) {
    return new PodVolumeHealthAssert(actual);
  }

  /** Assertions on a driver's health on a node. */
  public static StorageHealthAssert assertThat(StorageHealth actual) {
    return new StorageHealthAssert(actual);
  }

  /** Assertions on a claim and its health. */
  public static ClaimAssert assertThat(Claim actual) {
    return new ClaimAssert(actual);
  }

  /** Assertions on a pod and the health of its volumes. */
  public static PodAssert assertThat(Pod actual) {
    return new PodAssert(actual);
  }

  /** Assertions on a CSINode and the health of its drivers. */
  public static CsiNodeAssert assertThat(CsiNode actual) {
    return new CsiNodeAssert(actual);
  }

  /** Assertions on a persistent volume. */
  public static PersistentVolumeAssert assertThat(PersistentVolume actual) {
    return new PersistentVolumeAssert(actual);
  }

  /** Assertions on what a driver said of a volume. */
  public static VolumeHealthReportAssert assertThat(VolumeHealthReport actual) {
    return new VolumeHealthReportAssert(actual);
  }

  /** Assertions on what a driver said of its storage backend. */
  public static StorageHealthReportAssert assertThat(StorageHealthReport actual) {
    return new StorageHealthReportAssert(actual);
  }

  /** Assertions on a failed call. */
  public static ProbeFailureAssert assertThat(ProbeFailure actual) {
    return new ProbeFailureAssert(actual);
  }

  /** Assertions on what a driver says of itself. */
  public static DriverInfoAssert assertThat(DriverInfo actual) {
    return new DriverInfoAssert(actual);
  }

  /** Assertions on what a driver's node offers. */
  public static NodeCapabilitiesAssert assertThat(NodeCapabilities actual) {
    return new NodeCapabilitiesAssert(actual);
  }

  /** Assertions on a scheduling policy. */
  public static HealthSchedulingPolicyAssert assertThat(HealthSchedulingPolicy actual) {
    return new HealthSchedulingPolicyAssert(actual);
  }

  /** Assertions on a rule of a scheduling policy. */
  public static HealthSchedulingRuleAssert assertThat(HealthSchedulingRule actual) {
    return new HealthSchedulingRuleAssert(actual);
  }

  /** Assertions on what came of asking a driver. */
  public static <T> ProbeResultAssert<T> assertThat(ProbeResult<T> actual) {
    return new ProbeResultAssert<>(actual);
  }

  /** Assertions on what was read, and what was found on the way. */
  public static <T> ReadAssert<T> assertThat(Read<T> actual) {
    return new ReadAssert<>(actual);
  }

  /** Assertions on a report that was made acceptable to the API server. */
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>>
      ConformedAssert<K, E> assertThat(Conformed<K, E> actual) {
    return new ConformedAssert<>(actual);
  }

  /** Assertions on a list that is a map. */
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>>
      MapListAssert<K, E> assertThat(MapList<K, E> actual) {
    return new MapListAssert<>(actual);
  }

  /** Assertions on what was odd about something that was read. */
  public static FindingAssert assertThat(Finding actual) {
    return new FindingAssert(actual);
  }

  /** Assertions on what the API server would refuse. */
  public static ViolationAssert assertThat(Violation actual) {
    return new ViolationAssert(actual);
  }

  /** Assertions on who owns health that is stored. */
  public static FieldOwnerAssert assertThat(FieldOwner actual) {
    return new FieldOwnerAssert(actual);
  }

  /** Assertions on a volume of a pod's spec. */
  public static PodVolumeAssert assertThat(PodVolume actual) {
    return new PodVolumeAssert(actual);
  }

  /** Assertions on a decision. */
  public static DecisionAssert assertThat(Decision actual) {
    return new DecisionAssert(actual);
  }
}
