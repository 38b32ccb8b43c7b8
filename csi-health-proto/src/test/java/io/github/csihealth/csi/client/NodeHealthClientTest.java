package io.github.csihealth.csi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules C11, C23 and C24 of asking a driver's node service. */
class NodeHealthClientTest {

  private static final String SECRET = "s3cr3t-canary";
  private static final NodeCapabilities STAGING = NodeCapabilities.none().withStaging();

  private final ScriptedNode node = new ScriptedNode();
  private Server server;
  private ManagedChannel channel;
  private NodeHealthClient client;

  @BeforeEach
  void start() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server = InProcessServerBuilder.forName(name).directExecutor().addService(node).build().start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    client = HealthClient.builder(channel).secrets(() -> Map.of("k", SECRET)).build().onNode();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  @Test
  void c24TheCapabilitiesAreThoseOfTheShippedNumbers() {
    assertThat(join(client.capabilities()).answer()).contains(NodeCapabilities.none());
    node.capabilities = List.of(1, 4, 7, 4242);
    assertThat(join(client.capabilities()).answer())
        .contains(NodeCapabilities.none().withStaging().withVolumeHealth());
    node.capabilities = List.of(8);
    assertThat(join(client.capabilities()).answer())
        .contains(NodeCapabilities.none().withStorageHealth());
  }

  @Test
  void c24TheStagingPathGoesOnlyToADriverThatStages() {
    node.volume = health("vol-1");
    assertThat(join(client.get("vol-1", "/pub", "/stage", STAGING)).answer())
        .contains(VolumeHealthReport.of("vol-1", List.of()));
    join(client.get("vol-1", "", "/stage", NodeCapabilities.none()));
    assertThat(node.asked)
        .containsExactly(
            NodeGetVolumeHealthRequest.newBuilder()
                .setVolumeId("vol-1")
                .setVolumePublishPath("/pub")
                .setStagingTargetPath("/stage")
                .build(),
            NodeGetVolumeHealthRequest.newBuilder().setVolumeId("vol-1").build());
  }

  @Test
  void c24APathIsAbsoluteOrEmpty() {
    assertThatThrownBy(() -> client.get("vol-1", "pub", "", STAGING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("path 'pub' is neither absolute nor empty");
    assertThatThrownBy(() -> client.get("vol-1", "", "./stage", STAGING))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(node.asked).isEmpty();
  }

  @Test
  void c11AnAnswerWithoutHealthOrOfAnotherVolumeIsAFault() {
    assertThat(failure(client.get("vol-1", "", "", STAGING))).isEqualTo(FailureKind.DRIVER_FAULT);
    node.volume = health("vol-2");
    assertThat(failure(client.get("vol-1", "", "", STAGING))).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void c11AFailedCallIsDataByItsCode() {
    node.failure = Status.NOT_FOUND;
    assertThat(failure(client.get("vol-1", "", "", STAGING))).isEqualTo(FailureKind.NOT_FOUND);
    node.failure = Status.UNIMPLEMENTED;
    assertThat(failure(client.storage())).isEqualTo(FailureKind.UNIMPLEMENTED);
    assertThat(failure(client.capabilities())).isEqualTo(FailureKind.UNIMPLEMENTED);
  }

  @Test
  void c23SecretsAreSentAndBlankedWhereTheyComeBack() {
    node.storage =
        NodeGetStorageHealthResponse.newBuilder()
            .addBackendHealth(
                StorageBackendHealth.newBuilder()
                    .setStatus(StorageHealthErrorType.STORAGE_DEGRADED)
                    .setReason("Slow")
                    .setMessage("login with " + SECRET))
            .build();
    StorageHealthReport report = join(client.storage()).answer().orElseThrow();
    assertThat(node.secrets).containsEntry("k", SECRET);
    assertThat(report.conditions())
        .singleElement()
        .satisfies(condition -> assertThat(condition.message()).isEqualTo("login with ***"));
    assertThat(report.findings())
        .singleElement()
        .satisfies(found -> assertThat(found.kind()).isEqualTo(FindingKind.SECRET_BLANKED));
    node.failure = Status.INTERNAL.withDescription("bad " + SECRET);
    assertThat(join(client.storage()).failure().orElseThrow().detail())
        .isEqualTo("INTERNAL: bad ***");
  }

  private static NodeGetVolumeHealthResponse health(String volumeId) {
    return NodeGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(VolumeHealth.newBuilder().setVolumeId(volumeId))
        .build();
  }

  private static FailureKind failure(CompletionStage<? extends ProbeResult<?>> stage) {
    return join(stage).failure().orElseThrow().kind();
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Answers as it is told. */
  private static final class ScriptedNode extends NodeGrpc.NodeImplBase {
    private final List<NodeGetVolumeHealthRequest> asked = new ArrayList<>();
    private List<Integer> capabilities = List.of();
    private NodeGetVolumeHealthResponse volume = NodeGetVolumeHealthResponse.getDefaultInstance();
    private NodeGetStorageHealthResponse storage =
        NodeGetStorageHealthResponse.getDefaultInstance();
    private Map<String, String> secrets = Map.of();
    private Status failure = Status.OK;

    @Override
    public void nodeGetCapabilities(
        NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> out) {
      NodeGetCapabilitiesResponse.Builder answer = NodeGetCapabilitiesResponse.newBuilder();
      for (int number : capabilities) {
        answer.addCapabilities(
            NodeServiceCapability.newBuilder()
                .setRpc(NodeServiceCapability.RPC.newBuilder().setTypeValue(number)));
      }
      answer(out, answer.build());
    }

    @Override
    public void nodeGetVolumeHealth(
        NodeGetVolumeHealthRequest request, StreamObserver<NodeGetVolumeHealthResponse> out) {
      asked.add(request);
      answer(out, volume);
    }

    @Override
    public void nodeGetStorageHealth(
        NodeGetStorageHealthRequest request, StreamObserver<NodeGetStorageHealthResponse> out) {
      secrets = request.getSecretsMap();
      answer(out, storage);
    }

    private <A> void answer(StreamObserver<A> out, A answer) {
      if (!failure.isOk()) {
        out.onError(failure.asRuntimeException());
        return;
      }
      out.onNext(answer);
      out.onCompleted();
    }
  }
}
