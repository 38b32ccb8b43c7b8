package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeCapability.AccessMode.Mode;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.model.HealthLimits;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Arbitraries of the messages of the health RPCs, as the CSI specification v1.13 allows them: keys
 * are unique, texts fit in 128 bytes, secrets in 4 KiB, statuses and access modes are known.
 * Samples stay so while they shrink.
 *
 * <pre>{@code
 * Arbitrary<VolumeHealth> answers = CsiArbitraries.volumeHealth("vol-1");
 * }</pre>
 *
 * <p>The generated {@code toString} of a request prints its secrets. The samples that jqwik reports
 * of a failed property do not: {@link RedactedSamples}.
 */
public final class CsiArbitraries {

  private static final int LIMIT = HealthLimits.MAX_CSI_STRING_BYTES;
  private static final int FEW = 4;

  private CsiArbitraries() {}

  // ---- Parts

  /** The health of any volume, healthy or with up to 16 conditions. */
  public static Arbitrary<VolumeHealth> volumeHealth() {
    return HealthArbitraries.volumeHealthReports().map(HealthMapping::toMessage);
  }

  /** The health of this volume, healthy or with up to 16 conditions. */
  public static Arbitrary<VolumeHealth> volumeHealth(String volumeId) {
    return HealthArbitraries.volumeHealthReports(volumeId).map(HealthMapping::toMessage);
  }

  /** Conditions of a volume. */
  public static Arbitrary<VolumeHealthEntry> volumeHealthEntries() {
    return Combinators.combine(Arbitraries.of(1, 2, 3), Texts.reasons(LIMIT), Texts.text(LIMIT))
        .as(FakeDriver::entry);
  }

  /** The entries with each (status, reason) once. */
  static List<VolumeHealthEntry> distinctEntries(List<VolumeHealthEntry> entries) {
    return Texts.distinct(
        entries,
        entry -> entry.toBuilder().clearMessage().build(),
        VolumeHealthEntry::getReason,
        (entry, reason) -> entry.toBuilder().setReason(reason).build(),
        LIMIT);
  }

  /** Conditions of a storage backend, for all volumes or for those of one capability. */
  public static Arbitrary<StorageBackendHealth> storageBackendHealth() {
    return Combinators.combine(
            Arbitraries.of(1, 2),
            Texts.reasons(LIMIT),
            Texts.text(LIMIT),
            volumeCapabilities().optional(0.6))
        .as(
            (status, reason, message, capability) -> {
              StorageBackendHealth.Builder health =
                  StorageBackendHealth.newBuilder()
                      .setStatusValue(status)
                      .setReason(reason)
                      .setMessage(message);
              capability.ifPresent(health::setVolumeCapability);
              return health.build();
            });
  }

  /** Capabilities with a known access mode, block or mount. */
  public static Arbitrary<VolumeCapability> volumeCapabilities() {
    Arbitrary<Mode> modes =
        Arbitraries.of(
            Mode.SINGLE_NODE_WRITER,
            Mode.SINGLE_NODE_READER_ONLY,
            Mode.MULTI_NODE_READER_ONLY,
            Mode.MULTI_NODE_SINGLE_WRITER,
            Mode.MULTI_NODE_MULTI_WRITER,
            Mode.SINGLE_NODE_SINGLE_WRITER,
            Mode.SINGLE_NODE_MULTI_WRITER);
    return Combinators.combine(modes, Arbitraries.of(false, true), Arbitraries.of("", "ext4"))
        .as(
            (mode, block, fsType) -> {
              VolumeCapability.Builder capability = VolumeCapability.newBuilder();
              capability.getAccessModeBuilder().setMode(mode);
              if (block) {
                capability.getBlockBuilder();
              } else {
                capability.getMountBuilder().setFsType(fsType);
              }
              return capability.build();
            });
  }

  /** Secrets of 0 to 3 entries: made up, each value beginning with {@code secret-}. */
  public static Arbitrary<Map<String, String>> secrets() {
    Arbitrary<String> values =
        Arbitraries.strings().alpha().numeric().ofMinLength(8).ofMaxLength(40);
    return Arbitraries.maps(
            Arbitraries.of("username", "password", "token"), values.map(v -> "secret-" + v))
        .ofMaxSize(3);
  }

  // ---- ControllerGetVolumeHealth

  /** Requests, with and without secrets. */
  public static Arbitrary<ControllerGetVolumeHealthRequest> getVolumeHealthRequests() {
    return Combinators.combine(HealthArbitraries.volumeIds(), secrets())
        .as(
            (id, secrets) ->
                ControllerGetVolumeHealthRequest.newBuilder()
                    .setVolumeId(id)
                    .putAllSecrets(secrets)
                    .build());
  }

  /** Answers about any volume. */
  public static Arbitrary<ControllerGetVolumeHealthResponse> getVolumeHealthResponses() {
    return volumeHealth().map(CsiArbitraries::getVolumeHealthResponse);
  }

  /** Answers about this volume. */
  public static Arbitrary<ControllerGetVolumeHealthResponse> getVolumeHealthResponses(
      String volumeId) {
    return volumeHealth(volumeId).map(CsiArbitraries::getVolumeHealthResponse);
  }

  private static ControllerGetVolumeHealthResponse getVolumeHealthResponse(VolumeHealth health) {
    return ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build();
  }

  // ---- ControllerListVolumeHealth

  /** Requests for first and later pages, with and without secrets. */
  public static Arbitrary<ControllerListVolumeHealthRequest> listVolumeHealthRequests() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 1000), Texts.text(LIMIT), secrets())
        .as(
            (max, token, secrets) ->
                ControllerListVolumeHealthRequest.newBuilder()
                    .setMaxEntries(max)
                    .setStartingToken(token)
                    .putAllSecrets(secrets)
                    .build());
  }

  /**
   * Pages of 0 to 4 volumes, each volume once; the token of the last page is empty. For cycles of
   * several pages: {@link ListScript}.
   */
  public static Arbitrary<ControllerListVolumeHealthResponse> listVolumeHealthResponses() {
    return Combinators.combine(volumeHealth().list().ofMaxSize(FEW), Texts.text(LIMIT))
        .as(
            (volumes, token) ->
                ControllerListVolumeHealthResponse.newBuilder()
                    .addAllEntries(eachOnce(volumes))
                    .setNextToken(token)
                    .build());
  }

  private static Iterable<VolumeHealth> eachOnce(List<VolumeHealth> volumes) {
    Map<String, VolumeHealth> byId = new LinkedHashMap<>();
    volumes.forEach(volume -> byId.putIfAbsent(volume.getVolumeId(), volume));
    return byId.values();
  }

  // ---- NodeGetVolumeHealth

  /** Requests with a path, with and without a staging path. */
  public static Arbitrary<NodeGetVolumeHealthRequest> nodeGetVolumeHealthRequests() {
    return Combinators.combine(
            HealthArbitraries.volumeIds(),
            Arbitraries.of("/pods/1/mount", "/pods/2/mount"),
            Arbitraries.of("", "/staging/1"))
        .as(
            (id, path, staging) ->
                NodeGetVolumeHealthRequest.newBuilder()
                    .setVolumeId(id)
                    .setVolumePublishPath(path)
                    .setStagingTargetPath(staging)
                    .build());
  }

  /** Answers about any volume. */
  public static Arbitrary<NodeGetVolumeHealthResponse> nodeGetVolumeHealthResponses() {
    return volumeHealth().map(CsiArbitraries::nodeGetVolumeHealthResponse);
  }

  /** Answers about this volume. */
  public static Arbitrary<NodeGetVolumeHealthResponse> nodeGetVolumeHealthResponses(
      String volumeId) {
    return volumeHealth(volumeId).map(CsiArbitraries::nodeGetVolumeHealthResponse);
  }

  private static NodeGetVolumeHealthResponse nodeGetVolumeHealthResponse(VolumeHealth health) {
    return NodeGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build();
  }

  // ---- NodeGetStorageHealth

  /** Requests, with and without secrets. */
  public static Arbitrary<NodeGetStorageHealthRequest> nodeGetStorageHealthRequests() {
    return secrets().map(s -> NodeGetStorageHealthRequest.newBuilder().putAllSecrets(s).build());
  }

  /** Answers of 0 to 16 conditions, each (status, reason, volume_capability) once. */
  public static Arbitrary<NodeGetStorageHealthResponse> nodeGetStorageHealthResponses() {
    return storageEntries(HealthLimits.MAX_CONDITIONS)
        .map(list -> NodeGetStorageHealthResponse.newBuilder().addAllBackendHealth(list).build());
  }

  static Arbitrary<List<StorageBackendHealth>> storageEntries(int maxSize) {
    return storageBackendHealth()
        .list()
        .ofMaxSize(maxSize)
        .withSizeDistribution(Texts.sizes())
        .map(
            list ->
                Texts.distinct(
                    list,
                    entry -> entry.toBuilder().clearMessage().build(),
                    StorageBackendHealth::getReason,
                    (entry, reason) -> entry.toBuilder().setReason(reason).build(),
                    LIMIT));
  }

  // ---- Capabilities

  /** What a controller offers of health: nothing, GET, or LIST and GET; LIST never without GET. */
  public static Arbitrary<ControllerGetCapabilitiesResponse> controllerCapabilities() {
    ControllerServiceCapability.RPC.Type get =
        ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH;
    ControllerServiceCapability.RPC.Type list =
        ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH;
    List<List<ControllerServiceCapability.RPC.Type>> offers =
        List.of(List.of(), List.of(get), List.of(list, get));
    return Arbitraries.of(offers)
        .map(
            types -> {
              var response = ControllerGetCapabilitiesResponse.newBuilder();
              types.forEach(t -> response.addCapabilitiesBuilder().getRpcBuilder().setType(t));
              return response.build();
            });
  }

  /** What a node offers of health, and whether volumes are staged. */
  public static Arbitrary<NodeGetCapabilitiesResponse> nodeCapabilities() {
    Arbitrary<Set<NodeServiceCapability.RPC.Type>> types =
        Arbitraries.of(
                NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH,
                NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH,
                NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME)
            .set();
    return types.map(
        set -> {
          var response = NodeGetCapabilitiesResponse.newBuilder();
          set.forEach(t -> response.addCapabilitiesBuilder().getRpcBuilder().setType(t));
          return response.build();
        });
  }
}
