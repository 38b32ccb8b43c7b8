package io.github.csihealth.csi.client;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import csi.v1.Csi;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A driver of CSI v1.5 that offers the alpha VolumeCondition, in its own classes. */
class AlphaVolumeConditionTest {

  private static final VolumeHealthCondition ABNORMAL =
      VolumeHealthCondition.of(DEGRADED, "VolumeConditionAbnormal", "disk is gone");
  private static final NodeCapabilities NONE = NodeCapabilities.none();

  private final OldController controller = new OldController();
  private final OldNode node = new OldNode();
  private Server server;
  private ManagedChannel channel;
  private HealthClient client;

  @BeforeEach
  void start() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server =
        InProcessServerBuilder.forName(name)
            .directExecutor()
            .addService(new OldIdentity())
            .addService(controller)
            .addService(node)
            .build()
            .start();
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    client = HealthClient.builder(channel).alphaVolumeCondition(true).build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({
    "true, '3 11 12', LIST",
    "true, '11 12', GET",
    "true, '3 11', DORMANT",
    "true, '3 12', DORMANT",
    "true, '3 11 12 16', GET",
    "true, '3 11 12 17', LIST_WITHOUT_GET",
    "false, '3 11 12', DORMANT",
  })
  void c16TheModeFollowsFromTheOldCapabilitiesWhereAskedForAndNothingNewerIsOffered(
      boolean asked, String numbers, ControllerMode mode) {
    controller.capabilities = numbers;
    HealthClient either = HealthClient.builder(channel).alphaVolumeCondition(asked).build();
    assertThat(answer(either.describe()).controllerMode()).isEqualTo(mode);
  }

  @Test
  void anAbnormalVolumeIsDegradedAndOneThatIsNotIsHealthy() {
    answer(client.describe());
    controller.volumes.put("vol-1", condition(true, "disk is gone"));
    controller.volumes.put("vol-2", condition(false, "all is well"));
    assertThat(answer(client.get("vol-1")))
        .isEqualTo(VolumeHealthReport.of("vol-1", List.of(ABNORMAL)));
    assertThat(answer(client.get("vol-2"))).isEqualTo(VolumeHealthReport.of("vol-2", List.of()));
  }

  @Test
  void c11AVolumeWithoutAConditionIsNoAnswer() {
    answer(client.describe());
    controller.volumes.put("vol-1", null);
    ProbeFailure failure = failure(client.get("vol-1"));
    assertThat(failure.kind()).isEqualTo(FailureKind.DRIVER_FAULT);
    assertThat(failure).hasToString("ControllerGetVolume: no health of the volume in the answer");
  }

  @Test
  void c11AnAnswerForAnotherVolumeIsAFault() {
    answer(client.describe());
    controller.volumes.put("vol-1", condition(false, ""));
    controller.idInAnswers = "vol-2";
    assertThat(failure(client.get("vol-1")).kind()).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void c11AVolumeThatTheDriverDoesNotKnowIsNotFound() {
    answer(client.describe());
    ProbeFailure failure = failure(client.get("vol-1"));
    assertThat(failure.kind()).isEqualTo(FailureKind.NOT_FOUND);
    assertThat(failure.method()).isEqualTo("ControllerGetVolume");
  }

  @Test
  void c11AConditionThatIsNoMessageIsAFault() {
    answer(client.describe());
    controller.rawCondition = ByteString.copyFromUtf8("no message");
    controller.volumes.put("vol-1", null);
    ProbeFailure get = failure(client.get("vol-1"));
    assertThat(get.kind()).isEqualTo(FailureKind.DRIVER_FAULT);
    assertThat(get.detail()).isEqualTo("the answer is no valid message of csi.v1");
    assertThat(failure(client.list(new Listed())).kind()).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void c11AMessageThatIsNotUtf8IsAFault() {
    answer(client.describe());
    controller.rawCondition = bytes(8, 1, 18, 1, 0xff);
    controller.volumes.put("vol-1", null);
    assertThat(failure(client.get("vol-1")).kind()).isEqualTo(FailureKind.DRIVER_FAULT);
  }

  /** The last of a repeated field counts, as for any reader of protobuf. */
  @Test
  void c1AConditionSentInTwoPartsIsOne() {
    answer(client.describe());
    controller.rawCondition = bytes(8, 0, 8, 1, 18, 1, 'a', 18, 1, 'b');
    controller.volumes.put("vol-1", null);
    assertThat(answer(client.get("vol-1")).conditions().get(0).message()).isEqualTo("b");
  }

  @Test
  void c15AListIsWalkedPageByPageWithHealthyVolumesInItAndUnknownOnesLeftOut() {
    answer(client.describe());
    controller.volumes.put("vol-1", condition(true, "disk is gone"));
    controller.volumes.put("vol-2", null);
    controller.volumes.put("vol-3", condition(false, ""));
    Listed listed = new Listed();
    HealthClient onePerPage =
        HealthClient.builder(channel).alphaVolumeCondition(true).maxEntries(1).build();
    answer(onePerPage.describe());
    assertThat(answer(onePerPage.list(listed))).isEqualTo(new ListSummary(3, 2, 0));
    assertThat(listed.reports)
        .containsExactly(
            VolumeHealthReport.of("vol-1", List.of(ABNORMAL)),
            VolumeHealthReport.of("vol-3", List.of()));
  }

  @Test
  void c15AnExpiredTokenStartsTheListAgain() {
    answer(client.describe());
    controller.volumes.put("vol-1", condition(true, "disk is gone"));
    controller.volumes.put("vol-2", condition(false, ""));
    controller.abortOneToken = true;
    HealthClient onePerPage =
        HealthClient.builder(channel).alphaVolumeCondition(true).maxEntries(1).build();
    answer(onePerPage.describe());
    Listed listed = new Listed();
    assertThat(answer(onePerPage.list(listed))).isEqualTo(new ListSummary(2, 2, 1));
  }

  @Test
  void whileNothingIsAskedForTheOldCallsAreNotMade() {
    HealthClient strict = HealthClient.on(channel);
    answer(strict.describe());
    controller.volumes.put("vol-1", condition(true, ""));
    assertThat(failure(strict.get("vol-1")).kind()).isEqualTo(FailureKind.UNIMPLEMENTED);
    assertThat(failure(strict.list(new Listed())).kind()).isEqualTo(FailureKind.UNIMPLEMENTED);
    assertThat(answer(strict.onNode().capabilities())).isEqualTo(NONE);
  }

  @Test
  void aDriverThatIsUpgradedIsAskedTheNewWay() {
    answer(client.describe());
    controller.volumes.put("vol-1", condition(true, ""));
    answer(client.get("vol-1"));
    controller.capabilities = "3 11 12 16";
    answer(client.describe());
    assertThat(failure(client.get("vol-1")).method()).isEqualTo("ControllerGetVolumeHealth");
  }

  @ParameterizedTest
  @CsvSource({"'2 4', true", "4, false", "2, false", "'1 2', false"})
  void c16TheNodeIsAskedWithBothOldCapabilities(String numbers, boolean volumeHealth) {
    node.capabilities = numbers;
    assertThat(answer(client.onNode().capabilities()).volumeHealth()).isEqualTo(volumeHealth);
  }

  @Test
  void theNodesConditionIsReadFromTheStatsOfTheVolume() {
    NodeHealthClient onNode = client.onNode();
    NodeCapabilities capabilities = answer(onNode.capabilities());
    node.condition = condition(true, "disk is gone");
    assertThat(answer(onNode.get("vol-1", "/pods/1", "/staged/1", capabilities)))
        .isEqualTo(VolumeHealthReport.of("vol-1", List.of(ABNORMAL)));
    assertThat(node.asked.getVolumePath()).isEqualTo("/pods/1");
    assertThat(node.asked.getStagingTargetPath()).as("the driver does not stage").isEmpty();
    node.condition = condition(false, "");
    assertThat(answer(client.onNode().get("vol-1", "", "/staged/1", capabilities.withStaging())))
        .isEqualTo(VolumeHealthReport.of("vol-1", List.of()));
    assertThat(node.asked.getVolumePath()).isEqualTo("/staged/1");
    node.condition = null;
    assertThat(failure(onNode.get("vol-1", "/pods/1", "", capabilities)).kind())
        .isEqualTo(FailureKind.DRIVER_FAULT);
  }

  @Test
  void withoutAnyPathTheNodeCannotBeAsked() {
    NodeHealthClient onNode = client.onNode();
    NodeCapabilities capabilities = answer(onNode.capabilities());
    assertThat(failure(onNode.get("vol-1", "", "/staged/1", capabilities)))
        .isEqualTo(
            ProbeFailure.of(
                FailureKind.REFUSED, "NodeGetVolumeStats", "no path to ask about the volume with"));
  }

  private static Csi.VolumeCondition condition(boolean abnormal, String message) {
    return Csi.VolumeCondition.newBuilder().setAbnormal(abnormal).setMessage(message).build();
  }

  private static ByteString bytes(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return ByteString.copyFrom(all);
  }

  private static <T> T answer(CompletionStage<ProbeResult<T>> stage) {
    ProbeResult<T> result = stage.toCompletableFuture().join();
    assertThat(result.failure()).isEmpty();
    return result.answer().orElseThrow();
  }

  private static ProbeFailure failure(CompletionStage<? extends ProbeResult<?>> stage) {
    return stage.toCompletableFuture().join().failure().orElseThrow();
  }

  private static <T> void answer(StreamObserver<T> observer, Supplier<T> answer) {
    T value;
    try {
      value = answer.get();
    } catch (RuntimeException e) {
      observer.onError(e);
      return;
    }
    observer.onNext(value);
    observer.onCompleted();
  }

  private static final class Listed implements ListListener {
    private final List<VolumeHealthReport> reports = new ArrayList<>();

    @Override
    public void entry(VolumeHealthReport entry) {
      reports.add(entry);
    }

    @Override
    public void restarted() {
      reports.clear();
    }
  }

  private static final class OldIdentity extends csi.v1.IdentityGrpc.IdentityImplBase {
    @Override
    public void getPluginInfo(
        Csi.GetPluginInfoRequest request, StreamObserver<Csi.GetPluginInfoResponse> observer) {
      answer(
          observer,
          () -> Csi.GetPluginInfoResponse.newBuilder().setName("old.example.com").build());
    }

    @Override
    public void getPluginCapabilities(
        Csi.GetPluginCapabilitiesRequest request,
        StreamObserver<Csi.GetPluginCapabilitiesResponse> observer) {
      answer(
          observer,
          () ->
              Csi.GetPluginCapabilitiesResponse.newBuilder()
                  .addCapabilities(
                      Csi.PluginCapability.newBuilder()
                          .setService(
                              Csi.PluginCapability.Service.newBuilder()
                                  .setType(Csi.PluginCapability.Service.Type.CONTROLLER_SERVICE)))
                  .build());
    }
  }

  private static final class OldController extends csi.v1.ControllerGrpc.ControllerImplBase {
    private final Map<String, Csi.VolumeCondition> volumes = new LinkedHashMap<>();
    private String capabilities = "3 11 12";
    private String idInAnswers = "";
    private ByteString rawCondition = ByteString.EMPTY;
    private boolean abortOneToken;

    @Override
    public void controllerGetCapabilities(
        Csi.ControllerGetCapabilitiesRequest request,
        StreamObserver<Csi.ControllerGetCapabilitiesResponse> observer) {
      Csi.ControllerGetCapabilitiesResponse.Builder response =
          Csi.ControllerGetCapabilitiesResponse.newBuilder();
      for (String number : capabilities.split(" ")) {
        response.addCapabilities(
            Csi.ControllerServiceCapability.newBuilder()
                .setRpc(
                    Csi.ControllerServiceCapability.RPC
                        .newBuilder()
                        .setTypeValue(Integer.parseInt(number))));
      }
      answer(observer, response::build);
    }

    @Override
    public void controllerGetVolume(
        Csi.ControllerGetVolumeRequest request,
        StreamObserver<Csi.ControllerGetVolumeResponse> observer) {
      answer(
          observer,
          () -> {
            String id = request.getVolumeId();
            if (!volumes.containsKey(id)) {
              throw Status.NOT_FOUND.asRuntimeException();
            }
            Csi.ControllerGetVolumeResponse.VolumeStatus.Builder status =
                Csi.ControllerGetVolumeResponse.VolumeStatus.newBuilder().addPublishedNodeIds("n");
            if (volumes.get(id) != null) {
              status.setVolumeCondition(volumes.get(id));
            }
            return Csi.ControllerGetVolumeResponse.newBuilder()
                .setVolume(
                    Csi.Volume.newBuilder().setVolumeId(idInAnswers.isEmpty() ? id : idInAnswers))
                .setStatus(status.setUnknownFields(raw()))
                .build();
          });
    }

    @Override
    public void listVolumes(
        Csi.ListVolumesRequest request, StreamObserver<Csi.ListVolumesResponse> observer) {
      answer(observer, () -> page(request));
    }

    private Csi.ListVolumesResponse page(Csi.ListVolumesRequest request) {
      String token = request.getStartingToken();
      if (!token.isEmpty() && abortOneToken) {
        abortOneToken = false;
        throw Status.ABORTED.asRuntimeException();
      }
      List<String> ids = new ArrayList<>(volumes.keySet());
      int from = token.isEmpty() ? 0 : Integer.parseInt(token);
      int to = Math.min(ids.size(), from + request.getMaxEntries());
      Csi.ListVolumesResponse.Builder page =
          Csi.ListVolumesResponse.newBuilder()
              .setNextToken(to < ids.size() ? Integer.toString(to) : "");
      for (String id : ids.subList(from, to)) {
        Csi.ListVolumesResponse.VolumeStatus.Builder status =
            Csi.ListVolumesResponse.VolumeStatus.newBuilder().setUnknownFields(raw());
        if (volumes.get(id) != null) {
          status.setVolumeCondition(volumes.get(id));
        }
        page.addEntries(
            Csi.ListVolumesResponse.Entry.newBuilder()
                .setVolume(Csi.Volume.newBuilder().setVolumeId(id))
                .setStatus(status));
      }
      return page.build();
    }

    /** A volume_condition of any bytes; none if there are none. */
    private UnknownFieldSet raw() {
      return rawCondition.isEmpty()
          ? UnknownFieldSet.getDefaultInstance()
          : UnknownFieldSet.newBuilder()
              .addField(2, Field.newBuilder().addLengthDelimited(rawCondition).build())
              .build();
    }
  }

  private static final class OldNode extends csi.v1.NodeGrpc.NodeImplBase {
    private String capabilities = "2 4";
    private Csi.VolumeCondition condition;
    private Csi.NodeGetVolumeStatsRequest asked;

    @Override
    public void nodeGetCapabilities(
        Csi.NodeGetCapabilitiesRequest request,
        StreamObserver<Csi.NodeGetCapabilitiesResponse> observer) {
      Csi.NodeGetCapabilitiesResponse.Builder response =
          Csi.NodeGetCapabilitiesResponse.newBuilder();
      for (String number : capabilities.split(" ")) {
        response.addCapabilities(
            Csi.NodeServiceCapability.newBuilder()
                .setRpc(
                    Csi.NodeServiceCapability.RPC
                        .newBuilder()
                        .setTypeValue(Integer.parseInt(number))));
      }
      answer(observer, response::build);
    }

    @Override
    public void nodeGetVolumeStats(
        Csi.NodeGetVolumeStatsRequest request,
        StreamObserver<Csi.NodeGetVolumeStatsResponse> observer) {
      asked = request;
      Csi.NodeGetVolumeStatsResponse.Builder response = Csi.NodeGetVolumeStatsResponse.newBuilder();
      if (condition != null) {
        response.setVolumeCondition(condition);
      }
      answer(observer, response::build);
    }
  }
}
