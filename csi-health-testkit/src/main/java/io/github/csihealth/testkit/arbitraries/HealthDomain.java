package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.HealthSchedulingPolicy;
import io.github.csihealth.model.HealthSchedulingRule;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolumeAccessMode;
import io.github.csihealth.model.PersistentVolumeMode;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.model.VolumeHealthStatusType;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * The valid values and messages, list cycles and steps as a jqwik domain: with it, parameters of
 * their types need no name of an arbitrary.
 *
 * <pre>{@code
 * @Property
 * @Domain(HealthDomain.class)
 * void conformingTwiceIsConformingOnce(@ForAll VolumeHealthReport report) { ... }
 * }</pre>
 *
 * <p>A domain takes the place of jqwik's own: a property that has parameters of other types too
 * also needs {@code @Domain(DomainContext.Global.class)}.
 */
public final class HealthDomain extends DomainContextBase {

  /** For jqwik, which makes one for itself. */
  public HealthDomain() {}

  @Provide
  Arbitrary<VolumeHealthStatusType> statuses() {
    return HealthArbitraries.statuses();
  }

  @Provide
  Arbitrary<VolumeHealthCondition> conditions() {
    return HealthArbitraries.conditions();
  }

  @Provide
  Arbitrary<MapList<VolumeHealthCondition.Key, VolumeHealthCondition>> conditionLists() {
    return HealthArbitraries.conditionLists();
  }

  @Provide
  Arbitrary<VolumeHealthStatus> volumeHealth() {
    return HealthArbitraries.volumeHealth();
  }

  @Provide
  Arbitrary<PodVolumeHealth> podVolumeHealth() {
    return HealthArbitraries.podVolumeHealth();
  }

  @Provide
  Arbitrary<StorageHealthStatusType> storageStatuses() {
    return HealthArbitraries.storageStatuses();
  }

  @Provide
  Arbitrary<PersistentVolumeAccessMode> accessModes() {
    return HealthArbitraries.accessModes();
  }

  @Provide
  Arbitrary<PersistentVolumeMode> volumeModes() {
    return HealthArbitraries.volumeModes();
  }

  @Provide
  Arbitrary<StorageHealthCondition> storageConditions() {
    return HealthArbitraries.storageConditions();
  }

  @Provide
  Arbitrary<MapList<StorageHealthCondition.Key, StorageHealthCondition>> storageConditionLists() {
    return HealthArbitraries.storageConditionLists();
  }

  @Provide
  Arbitrary<StorageHealth> storageHealth() {
    return HealthArbitraries.storageHealth();
  }

  @Provide
  Arbitrary<Claim> claims() {
    return HealthArbitraries.claims();
  }

  @Provide
  Arbitrary<FieldOwner> fieldOwners() {
    return HealthArbitraries.fieldOwners();
  }

  @Provide
  Arbitrary<PodVolume> podVolumes() {
    return HealthArbitraries.podVolumes();
  }

  @Provide
  Arbitrary<Pod> pods() {
    return HealthArbitraries.pods();
  }

  @Provide
  Arbitrary<CsiNode> csiNodes() {
    return HealthArbitraries.csiNodes();
  }

  @Provide
  Arbitrary<PersistentVolume> persistentVolumes() {
    return HealthArbitraries.persistentVolumes();
  }

  @Provide
  Arbitrary<HealthSchedulingRule> schedulingRules() {
    return HealthArbitraries.schedulingRules();
  }

  @Provide
  Arbitrary<HealthSchedulingPolicy> schedulingPolicies() {
    return HealthArbitraries.schedulingPolicies();
  }

  @Provide
  Arbitrary<VolumeHealthReport> volumeHealthReports() {
    return HealthArbitraries.volumeHealthReports();
  }

  @Provide
  Arbitrary<StorageHealthReport> storageHealthReports() {
    return HealthArbitraries.storageHealthReports();
  }

  @Provide
  Arbitrary<ProbeFailure> probeFailures() {
    return HealthArbitraries.probeFailures();
  }

  @Provide
  Arbitrary<ProbeResult<VolumeHealthReport>> volumeProbes() {
    return HealthArbitraries.probeResults(HealthArbitraries.volumeHealthReports());
  }

  @Provide
  Arbitrary<ProbeResult<StorageHealthReport>> storageProbes() {
    return HealthArbitraries.probeResults(HealthArbitraries.storageHealthReports());
  }

  @Provide
  Arbitrary<DriverInfo> driverInfos() {
    return HealthArbitraries.driverInfos();
  }

  @Provide
  Arbitrary<NodeCapabilities> nodeCapabilities() {
    return HealthArbitraries.nodeCapabilities();
  }

  @Provide
  Arbitrary<VolumeHealth> volumeHealthMessages() {
    return CsiArbitraries.volumeHealth();
  }

  @Provide
  Arbitrary<VolumeHealthEntry> volumeHealthEntries() {
    return CsiArbitraries.volumeHealthEntries();
  }

  @Provide
  Arbitrary<StorageBackendHealth> storageBackendHealth() {
    return CsiArbitraries.storageBackendHealth();
  }

  @Provide
  Arbitrary<VolumeCapability> volumeCapabilities() {
    return CsiArbitraries.volumeCapabilities();
  }

  @Provide
  Arbitrary<ControllerGetVolumeHealthRequest> getVolumeHealthRequests() {
    return CsiArbitraries.getVolumeHealthRequests();
  }

  @Provide
  Arbitrary<ControllerGetVolumeHealthResponse> getVolumeHealthResponses() {
    return CsiArbitraries.getVolumeHealthResponses();
  }

  @Provide
  Arbitrary<ControllerListVolumeHealthRequest> listVolumeHealthRequests() {
    return CsiArbitraries.listVolumeHealthRequests();
  }

  @Provide
  Arbitrary<ControllerListVolumeHealthResponse> listVolumeHealthResponses() {
    return CsiArbitraries.listVolumeHealthResponses();
  }

  @Provide
  Arbitrary<NodeGetVolumeHealthRequest> nodeGetVolumeHealthRequests() {
    return CsiArbitraries.nodeGetVolumeHealthRequests();
  }

  @Provide
  Arbitrary<NodeGetVolumeHealthResponse> nodeGetVolumeHealthResponses() {
    return CsiArbitraries.nodeGetVolumeHealthResponses();
  }

  @Provide
  Arbitrary<NodeGetStorageHealthRequest> nodeGetStorageHealthRequests() {
    return CsiArbitraries.nodeGetStorageHealthRequests();
  }

  @Provide
  Arbitrary<NodeGetStorageHealthResponse> nodeGetStorageHealthResponses() {
    return CsiArbitraries.nodeGetStorageHealthResponses();
  }

  @Provide
  Arbitrary<ControllerGetCapabilitiesResponse> controllerCapabilities() {
    return CsiArbitraries.controllerCapabilities();
  }

  @Provide
  Arbitrary<NodeGetCapabilitiesResponse> nodeCapabilityMessages() {
    return CsiArbitraries.nodeCapabilities();
  }

  @Provide
  Arbitrary<ListScript> listScripts() {
    return ListScript.scripts();
  }

  @Provide
  Arbitrary<ClusterStep> clusterSteps() {
    return ClusterHistory.steps();
  }
}
