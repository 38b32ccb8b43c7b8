package io.github.csihealth.csi.client;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeStatsRequest;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Asks the node service of one CSI driver for the health of volumes and storage backends as its
 * node sees them (rule C24). Made by {@link HealthClient#onNode}, whose channel, deadline and
 * secrets it has, and whose promises it keeps: stages complete normally whatever the driver does.
 *
 * <p>Safe for use by any number of threads. One call in flight a volume is the caller's duty.
 */
public final class NodeHealthClient {

  private final Calls calls;
  private final Supplier<Map<String, String>> secrets;
  private final boolean alphaVolumeCondition;
  private final AtomicBoolean alphaOnly;

  /**
   * A client.
   *
   * @param alphaOnly what the driver was last found to offer: only the alpha of volume health
   */
  NodeHealthClient(
      Calls calls,
      Supplier<Map<String, String>> secrets,
      boolean alphaVolumeCondition,
      AtomicBoolean alphaOnly) {
    this.calls = calls;
    this.secrets = secrets;
    this.alphaVolumeCondition = alphaVolumeCondition;
    this.alphaOnly = alphaOnly;
  }

  /** Asks what the node service offers of health (NodeGetCapabilities). */
  public CompletionStage<ProbeResult<NodeCapabilities>> capabilities() {
    CompletionStage<NodeGetCapabilitiesResponse> call =
        calls.call(
            NodeGrpc.getNodeGetCapabilitiesMethod(),
            NodeGetCapabilitiesRequest.getDefaultInstance());
    return Calls.result(
        "NodeGetCapabilities",
        call,
        Set.of(),
        response -> {
          NodeCapabilities capabilities = capabilities(response);
          boolean alpha =
              alphaVolumeCondition
                  && !capabilities.volumeHealth()
                  && AlphaVolumeCondition.onNode(numbers(response));
          alphaOnly.set(alpha);
          return ProbeResult.answered(alpha ? capabilities.withVolumeHealth() : capabilities);
        });
  }

  private static Set<Integer> numbers(NodeGetCapabilitiesResponse response) {
    return response.getCapabilitiesList().stream()
        .map(capability -> capability.getRpc().getTypeValue())
        .collect(Collectors.toSet());
  }

  private static NodeCapabilities capabilities(NodeGetCapabilitiesResponse response) {
    NodeCapabilities capabilities = NodeCapabilities.none();
    for (NodeServiceCapability capability : response.getCapabilitiesList()) {
      capabilities =
          switch (capability.getRpc().getType()) {
            case GET_VOLUME_HEALTH -> capabilities.withVolumeHealth();
            case GET_STORAGE_HEALTH -> capabilities.withStorageHealth();
            case STAGE_UNSTAGE_VOLUME -> capabilities.withStaging();
            default -> capabilities;
          };
    }
    return capabilities;
  }

  /**
   * Asks for the health of one volume (NodeGetVolumeHealth), once its mount was attempted.
   *
   * @param publishPath where it is, or was to be, published: absolute, or empty
   * @param stagingPath where it is, or was to be, staged: absolute, or empty. Sent only to a driver
   *     that stages volumes
   * @param driver the driver's capabilities
   * @throws IllegalArgumentException if a path is relative
   */
  public CompletionStage<ProbeResult<VolumeHealthReport>> get(
      String volumeId, String publishPath, String stagingPath, NodeCapabilities driver) {
    requireAbsolute(publishPath);
    requireAbsolute(stagingPath);
    String staged = driver.staging() ? stagingPath : "";
    boolean alpha = alphaOnly.get();
    String method = alpha ? "NodeGetVolumeStats" : "NodeGetVolumeHealth";
    if (alpha && publishPath.isEmpty() && staged.isEmpty()) {
      // volume_path is REQUIRED there.
      return CompletableFuture.completedStage(
          ProbeResult.failed(
              ProbeFailure.of(
                  FailureKind.REFUSED, method, "no path to ask about the volume with")));
    }
    return Calls.result(
        method,
        alpha ? getAlpha(volumeId, publishPath, staged) : get(volumeId, publishPath, staged),
        Set.of(),
        response ->
            Calls.report(
                method, volumeId, response.hasVolumeHealth() ? response.getVolumeHealth() : null));
  }

  private CompletionStage<NodeGetVolumeHealthResponse> get(
      String volumeId, String publishPath, String stagingPath) {
    return calls.call(
        NodeGrpc.getNodeGetVolumeHealthMethod(),
        NodeGetVolumeHealthRequest.newBuilder()
            .setVolumeId(volumeId)
            .setVolumePublishPath(publishPath)
            .setStagingTargetPath(stagingPath)
            .build());
  }

  private CompletionStage<NodeGetVolumeHealthResponse> getAlpha(
      String volumeId, String publishPath, String stagingPath) {
    return calls
        .call(
            NodeGrpc.getNodeGetVolumeStatsMethod(),
            NodeGetVolumeStatsRequest.newBuilder()
                .setVolumeId(volumeId)
                .setVolumePath(publishPath.isEmpty() ? stagingPath : publishPath)
                .setStagingTargetPath(stagingPath)
                .build())
        .thenApply(response -> AlphaVolumeCondition.answer(volumeId, response));
  }

  private static void requireAbsolute(String path) {
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw new IllegalArgumentException("path '" + path + "' is neither absolute nor empty");
    }
  }

  /** Asks for the health of the driver's storage backends (NodeGetStorageHealth). */
  public CompletionStage<ProbeResult<StorageHealthReport>> storage() {
    Map<String, String> sent = secrets.get();
    CompletionStage<NodeGetStorageHealthResponse> call =
        calls.call(
            NodeGrpc.getNodeGetStorageHealthMethod(),
            NodeGetStorageHealthRequest.newBuilder().putAllSecrets(sent).build());
    return Calls.result(
        "NodeGetStorageHealth",
        call,
        sent.values(),
        response ->
            ProbeResult.answered(
                new SecretEchoes(sent.values()).blank(HealthMapping.toReport(response))));
  }
}
