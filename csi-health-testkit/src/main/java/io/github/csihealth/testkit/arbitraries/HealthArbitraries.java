package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.HealthLimits;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Arbitraries of the Kubernetes values. Each sample is one that the API server takes as it is: keys
 * are unique, lists hold at most 16 conditions, reasons are legal, texts fit their limits, times
 * are whole seconds. Samples stay so while they shrink, and only known statuses and modes occur.
 *
 * <pre>{@code
 * Arbitrary<Claim> claims = HealthArbitraries.claims();
 * }</pre>
 *
 * <p>For what drivers should not report there is {@link HostileArbitraries}.
 */
public final class HealthArbitraries {

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2030-01-01T00:00:00Z");
  private static final int FEW = 3;

  private HealthArbitraries() {}

  // ---- Volume health

  /** The three statuses of a volume. */
  public static Arbitrary<VolumeHealthStatusType> statuses() {
    return Arbitraries.of(
        VolumeHealthStatusType.DEGRADED,
        VolumeHealthStatusType.INACCESSIBLE,
        VolumeHealthStatusType.DATA_LOSS);
  }

  /** Conditions of a volume. */
  public static Arbitrary<VolumeHealthCondition> conditions() {
    return conditions(HealthLimits.MAX_REASON_BYTES, HealthLimits.MAX_MESSAGE_BYTES);
  }

  private static Arbitrary<VolumeHealthCondition> conditions(int reasonBytes, int messageBytes) {
    return Combinators.combine(statuses(), Texts.reasons(reasonBytes), Texts.text(messageBytes))
        .as(VolumeHealthCondition::of);
  }

  /** Lists of 0 to 16 conditions, each (status, reason) once. */
  public static Arbitrary<MapList<VolumeHealthCondition.Key, VolumeHealthCondition>>
      conditionLists() {
    return conditionLists(0);
  }

  private static Arbitrary<MapList<VolumeHealthCondition.Key, VolumeHealthCondition>>
      conditionLists(int min) {
    return conditions()
        .list()
        .ofMinSize(min)
        .ofMaxSize(HealthLimits.MAX_CONDITIONS)
        .withSizeDistribution(Texts.sizes())
        .map(list -> MapList.copyOf(distinct(list, HealthLimits.MAX_REASON_BYTES)));
  }

  private static List<VolumeHealthCondition> distinct(
      List<VolumeHealthCondition> conditions, int reasonBytes) {
    return Texts.distinct(
        conditions,
        VolumeHealthCondition::key,
        VolumeHealthCondition::reason,
        (c, reason) -> VolumeHealthCondition.of(c.status(), reason, c.message()),
        reasonBytes);
  }

  /** The health of a volume in all three states: no information, healthy, adverse. */
  public static Arbitrary<VolumeHealthStatus> volumeHealth() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just(VolumeHealthStatus.absent())),
        Tuple.of(1, healthyVolumes()),
        Tuple.of(4, adverseVolumeHealth()));
  }

  /** The health of a volume with 1 to 16 conditions. */
  public static Arbitrary<VolumeHealthStatus> adverseVolumeHealth() {
    return Combinators.combine(conditionLists(1), optionalTimes()).as(VolumeHealthStatus::of);
  }

  private static Arbitrary<VolumeHealthStatus> healthyVolumes() {
    return optionalTimes().map(time -> VolumeHealthStatus.of(MapList.of(), time));
  }

  private static Arbitrary<VolumeHealthStatus> presentVolumeHealth() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, healthyVolumes()), Tuple.of(3, adverseVolumeHealth()));
  }

  /** Entries of a pod's {@code status.volumeHealth}. */
  public static Arbitrary<PodVolumeHealth> podVolumeHealth() {
    return Combinators.combine(volumeNames(), presentVolumeHealth()).as(PodVolumeHealth::of);
  }

  // ---- Storage health

  /** The two statuses of a storage backend. */
  public static Arbitrary<StorageHealthStatusType> storageStatuses() {
    return Arbitraries.of(
        StorageHealthStatusType.STORAGE_DEGRADED, StorageHealthStatusType.STORAGE_UNREACHABLE);
  }

  /** The four access modes. */
  public static Arbitrary<PersistentVolumeAccessMode> accessModes() {
    return Arbitraries.of(
        PersistentVolumeAccessMode.READ_WRITE_ONCE,
        PersistentVolumeAccessMode.READ_WRITE_ONCE_POD,
        PersistentVolumeAccessMode.READ_ONLY_MANY,
        PersistentVolumeAccessMode.READ_WRITE_MANY);
  }

  /** The two volume modes. */
  public static Arbitrary<PersistentVolumeMode> volumeModes() {
    return Arbitraries.of(PersistentVolumeMode.FILESYSTEM, PersistentVolumeMode.BLOCK);
  }

  /** Conditions of a storage backend, with and without modes and times. */
  public static Arbitrary<StorageHealthCondition> storageConditions() {
    return Combinators.combine(
            storageConditions(
                HealthLimits.MAX_REASON_BYTES,
                HealthLimits.MAX_MESSAGE_BYTES,
                Combinators.combine(accessModes().injectNull(0.3), volumeModes().injectNull(0.3))
                    .as(Modes::new)),
            optionalTimes())
        .as((c, time) -> time == null ? c : c.withLastTransitionTime(time));
  }

  private record Modes(
      @Nullable PersistentVolumeAccessMode access, @Nullable PersistentVolumeMode volume) {}

  private static Arbitrary<StorageHealthCondition> storageConditions(
      int reasonBytes, int messageBytes, Arbitrary<Modes> modes) {
    Arbitrary<StorageHealthCondition.Key> keys =
        Combinators.combine(storageStatuses(), Texts.reasons(reasonBytes), modes)
            .as((s, reason, m) -> new StorageHealthCondition.Key(s, reason, m.access, m.volume));
    return Combinators.combine(keys, Texts.text(messageBytes)).as(StorageHealthCondition::of);
  }

  /** Lists of 0 to 16 conditions, each (status, reason, accessMode, volumeMode) once. */
  public static Arbitrary<MapList<StorageHealthCondition.Key, StorageHealthCondition>>
      storageConditionLists() {
    return storageConditions()
        .list()
        .ofMaxSize(HealthLimits.MAX_CONDITIONS)
        .withSizeDistribution(Texts.sizes())
        .map(list -> MapList.copyOf(distinctStorage(list, HealthLimits.MAX_REASON_BYTES)));
  }

  private static List<StorageHealthCondition> distinctStorage(
      List<StorageHealthCondition> conditions, int reasonBytes) {
    return Texts.distinct(
        conditions,
        StorageHealthCondition::key,
        StorageHealthCondition::reason,
        HealthArbitraries::withReason,
        reasonBytes);
  }

  private static StorageHealthCondition withReason(StorageHealthCondition c, String reason) {
    StorageHealthCondition renamed =
        StorageHealthCondition.of(
            new StorageHealthCondition.Key(
                c.status(), reason, c.accessMode().orElse(null), c.volumeMode().orElse(null)),
            c.message());
    return c.lastTransitionTime().map(renamed::withLastTransitionTime).orElse(renamed);
  }

  /** Entries of a CSINode's {@code status.storageHealth}, healthy and adverse. */
  public static Arbitrary<StorageHealth> storageHealth() {
    return Combinators.combine(driverNames(), storageConditionLists()).as(StorageHealth::of);
  }

  // ---- Objects

  /** Claims: Bound or Lost with a volume's name, Pending without; with health in every state. */
  public static Arbitrary<Claim> claims() {
    return Combinators.combine(
            Arbitraries.of("shop", "default", "a"),
            Texts.ids("data", HealthLimits.MAX_DRIVER_NAME_BYTES).map(HealthArbitraries::lower),
            uids(),
            resourceVersions(),
            Arbitraries.frequency(
                Tuple.of(6, "Bound"), Tuple.of(1, "Pending"), Tuple.of(1, "Lost")),
            volumeHealth(),
            fieldOwners().list().ofMaxSize(1))
        .as(
            (namespace, name, uid, version, phase, health, owners) ->
                Claim.builder(namespace, name, uid)
                    .resourceVersion(version)
                    .phase(phase)
                    .volumeName(phase.equals("Pending") ? "" : "pvc-" + uid)
                    .health(health)
                    .owners(owners)
                    .build());
  }

  /** Volumes of a pod {@code web-0}, from every source. */
  public static Arbitrary<PodVolume> podVolumes() {
    return Combinators.combine(Arbitraries.of(PodVolume.Source.class), volumeNames())
        .as((source, name) -> podVolume(source, name, "web-0"));
  }

  private static PodVolume podVolume(PodVolume.Source source, String name, String pod) {
    return switch (source) {
      case CLAIM -> PodVolume.ofClaim(name, "claim-" + name);
      case GENERIC_EPHEMERAL -> PodVolume.genericEphemeral(name, pod);
      case INLINE_CSI -> PodVolume.inlineCsi(name);
      case OTHER -> PodVolume.other(name);
    };
  }

  /**
   * Pods of 0 to 3 volumes from every source, each name once; the volumes that are claims may have
   * a health.
   */
  public static Arbitrary<Pod> pods() {
    Arbitrary<PodEntry> entries =
        Combinators.combine(
                volumeNames(),
                Arbitraries.of(PodVolume.Source.class),
                presentVolumeHealth().optional(0.7))
            .as(PodEntry::new);
    return Combinators.combine(
            Arbitraries.of("shop", "default", "a"),
            Arbitraries.of("web-0", "web-1", "db"),
            uids(),
            resourceVersions(),
            entries.list().ofMaxSize(FEW))
        .as(HealthArbitraries::pod);
  }

  private record PodEntry(
      String name, PodVolume.Source source, Optional<VolumeHealthStatus> health) {}

  private static Pod pod(
      String namespace, String name, String uid, String version, List<PodEntry> entries) {
    List<PodVolume> volumes = new ArrayList<>();
    MapList.Builder<String, PodVolumeHealth> health = MapList.builder();
    for (int i = 0; i < entries.size(); i++) {
      PodEntry entry = entries.get(i);
      String volume = entry.name + "-" + i;
      volumes.add(podVolume(entry.source, volume, name));
      if (volumes.get(i).claimName().isPresent()) {
        entry.health.ifPresent(h -> health.add(PodVolumeHealth.of(volume, h)));
      }
    }
    return Pod.builder(namespace, name, uid)
        .resourceVersion(version)
        .volumes(volumes)
        .volumeHealth(health.build())
        .build();
  }

  /**
   * CSINodes with the health of 0 to 3 drivers, each name once. A driver with a health is mostly
   * registered on the node; where it is not, its health is no information (rule C25).
   */
  public static Arbitrary<CsiNode> csiNodes() {
    Arbitrary<NodeEntry> entries =
        Combinators.combine(
                Arbitraries.of("disk", "nfs", "block"),
                Arbitraries.frequency(Tuple.of(6, true), Tuple.of(1, false)),
                storageConditionLists().optional(0.8))
            .as(NodeEntry::new);
    return Combinators.combine(
            Arbitraries.integers().between(1, 3).map(i -> "node-" + i),
            uids(),
            resourceVersions(),
            entries.list().ofMaxSize(FEW))
        .as(HealthArbitraries::csiNode);
  }

  private record NodeEntry(
      String driver,
      boolean registered,
      Optional<MapList<StorageHealthCondition.Key, StorageHealthCondition>> health) {}

  private static CsiNode csiNode(String name, String uid, String version, List<NodeEntry> entries) {
    Set<String> drivers = new TreeSet<>();
    MapList.Builder<String, StorageHealth> health = MapList.builder();
    for (int i = 0; i < entries.size(); i++) {
      NodeEntry entry = entries.get(i);
      String driver = entry.driver + "-" + i + ".example.com";
      if (entry.registered) {
        drivers.add(driver);
      }
      entry.health.ifPresent(conditions -> health.add(StorageHealth.of(driver, conditions)));
    }
    return CsiNode.builder(name, uid)
        .resourceVersion(version)
        .drivers(drivers)
        .storageHealth(health.build())
        .build();
  }

  /**
   * Persistent volumes of a CSI driver: Bound or Released with a claim, Available without; some are
   * being deleted.
   */
  public static Arbitrary<PersistentVolume> persistentVolumes() {
    return Combinators.combine(
            uids(),
            driverNames(),
            volumeIds(),
            Arbitraries.frequency(
                Tuple.of(6, "Bound"), Tuple.of(1, "Released"), Tuple.of(1, "Available")),
            accessModes().set().ofMinSize(1).ofMaxSize(2),
            volumeModes(),
            Arbitraries.frequency(Tuple.of(8, false), Tuple.of(1, true)))
        .as(
            (uid, driver, handle, phase, access, mode, deleting) ->
                PersistentVolume.builder("pvc-" + uid)
                    .csi(driver, handle)
                    .phase(phase)
                    .claimRef(
                        phase.equals("Available")
                            ? PersistentVolume.ClaimRef.NONE
                            : new PersistentVolume.ClaimRef("shop", "data-1", uid))
                    .accessModes(access)
                    .volumeMode(mode)
                    .deleting(deleting)
                    .build());
  }

  // ---- Policy

  /** Rules of a scheduling policy, with and without modes. */
  public static Arbitrary<HealthSchedulingRule> schedulingRules() {
    return Combinators.combine(
            storageStatuses(), accessModes().set().ofMaxSize(2), volumeModes().injectNull(0.5))
        .as(HealthArbitraries::rule);
  }

  private static HealthSchedulingRule rule(
      StorageHealthStatusType status,
      Set<PersistentVolumeAccessMode> access,
      @Nullable PersistentVolumeMode mode) {
    HealthSchedulingRule rule = HealthSchedulingRule.of(status).withAccessModes(access);
    return mode == null ? rule : rule.withVolumeMode(mode);
  }

  /** Policies of 0 to 3 rules. */
  public static Arbitrary<HealthSchedulingPolicy> schedulingPolicies() {
    return schedulingRules().list().ofMaxSize(FEW).map(HealthSchedulingPolicy::of);
  }

  // ---- What a driver says

  /** Reports as the CSI specification allows them, on any volume: texts of up to 128 bytes. */
  public static Arbitrary<VolumeHealthReport> volumeHealthReports() {
    return Combinators.combine(volumeIds(), reportedConditions()).as(VolumeHealthReport::of);
  }

  /** Reports as the CSI specification allows them, on this volume; with no condition: healthy. */
  public static Arbitrary<VolumeHealthReport> volumeHealthReports(String volumeId) {
    return reportedConditions().map(conditions -> VolumeHealthReport.of(volumeId, conditions));
  }

  static Arbitrary<List<VolumeHealthCondition>> reportedConditions() {
    int limit = HealthLimits.MAX_CSI_STRING_BYTES;
    return conditions(limit, limit)
        .list()
        .ofMaxSize(HealthLimits.MAX_CONDITIONS)
        .withSizeDistribution(Texts.sizes())
        .map(list -> distinct(list, limit));
  }

  /**
   * Reports as the CSI specification allows them, each key once: a condition has both modes, from
   * the driver's volume capability, or none. With no condition: healthy.
   */
  public static Arbitrary<StorageHealthReport> storageHealthReports() {
    int limit = HealthLimits.MAX_CSI_STRING_BYTES;
    Arbitrary<Modes> modes =
        Arbitraries.oneOf(
            Arbitraries.just(new Modes(null, null)),
            Combinators.combine(accessModes(), volumeModes()).as(Modes::new));
    return storageConditions(limit, limit, modes)
        .list()
        .ofMaxSize(HealthLimits.MAX_CONDITIONS)
        .withSizeDistribution(Texts.sizes())
        .map(list -> StorageHealthReport.of(distinctStorage(list, limit)));
  }

  /** Failed calls of every kind. */
  public static Arbitrary<ProbeFailure> probeFailures() {
    return Combinators.combine(
            Arbitraries.of(FailureKind.class),
            Arbitraries.of(
                "ControllerGetVolumeHealth",
                "ControllerListVolumeHealth",
                "NodeGetVolumeHealth",
                "NodeGetStorageHealth"),
            Arbitraries.of("UNAVAILABLE: no route", "DEADLINE_EXCEEDED", "NOT_FOUND"))
        .as(ProbeFailure::of);
  }

  /** Answers, and in one of four a failure instead. */
  public static <T> Arbitrary<ProbeResult<T>> probeResults(Arbitrary<T> answers) {
    return Arbitraries.frequencyOf(
        Tuple.of(3, answers.map(ProbeResult::answered)),
        Tuple.of(1, probeFailures().map(ProbeResult::failed)));
  }

  /** What a driver says of itself, with every way in which its controller may be asked. */
  public static Arbitrary<DriverInfo> driverInfos() {
    return Combinators.combine(
            driverNames(), Arbitraries.of("", "1.2.3"), Arbitraries.of(ControllerMode.class))
        .as(DriverInfo::of);
  }

  /** What a driver's node offers of health. */
  public static Arbitrary<NodeCapabilities> nodeCapabilities() {
    return Combinators.combine(
            Arbitraries.of(false, true), Arbitraries.of(false, true), Arbitraries.of(false, true))
        .as(
            (volume, storage, staging) -> {
              NodeCapabilities offered = NodeCapabilities.none();
              offered = volume ? offered.withVolumeHealth() : offered;
              offered = storage ? offered.withStorageHealth() : offered;
              return staging ? offered.withStaging() : offered;
            });
  }

  // ---- Parts

  /** Whole seconds of the years 2026 to 2029. */
  public static Arbitrary<Instant> times() {
    return Arbitraries.longs()
        .between(FIRST.getEpochSecond(), LAST.getEpochSecond() - 1)
        .map(Instant::ofEpochSecond);
  }

  private static Arbitrary<Instant> optionalTimes() {
    return times().injectNull(0.1);
  }

  /** CSI volume ids of 1 to 128 bytes; mostly few, so that they meet. */
  public static Arbitrary<String> volumeIds() {
    return Texts.ids("vol", HealthLimits.MAX_CSI_STRING_BYTES);
  }

  /** Names of CSI drivers. */
  public static Arbitrary<String> driverNames() {
    return Arbitraries.of("disk.example.com", "nfs.example.com", "b");
  }

  private static Arbitrary<String> volumeNames() {
    return Arbitraries.of("data", "logs", "scratch");
  }

  private static Arbitrary<String> uids() {
    return Arbitraries.longs().between(0, Long.MAX_VALUE).map(l -> new UUID(l, ~l).toString());
  }

  private static Arbitrary<String> resourceVersions() {
    return Arbitraries.integers().between(1, 99_999).map(String::valueOf);
  }

  /** Field managers that own the health of a claim: by apply, or written in another way. */
  public static Arbitrary<FieldOwner> fieldOwners() {
    return Arbitraries.of(false, true)
        .map(applied -> FieldOwner.of("health-monitor", applied, Set.of()));
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
