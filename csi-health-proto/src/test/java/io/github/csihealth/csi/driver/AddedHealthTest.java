package io.github.csihealth.csi.driver;

import static io.github.csihealth.csi.driver.DriverRig.status;
import static io.github.csihealth.model.StorageHealthStatusType.STORAGE_DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import csi.v1.Csi;
import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.client.NodeHealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.unix.UnixServer;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.NodeCapabilities;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health added to the services of a driver that was generated from CSI v1.5, and of newer ones. */
class AddedHealthTest {

  private static final VolumeHealthCondition SLOW =
      VolumeHealthCondition.of(DEGRADED, "DiskSlow", "500 ms");
  private static final VolumeConditions SICK = VolumeConditions.of(SLOW);

  private final DriverRig rig = new DriverRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private ControllerHealthService controllerHealth() {
    return ControllerHealthService.builder(
            (id, secrets) ->
                id.equals("vol-1") ? Optional.of(SICK) : Optional.<VolumeConditions>empty(),
            rig.execution())
        .list(secrets -> Map.of("vol-1", SICK))
        .build();
  }

  private NodeHealthService nodeHealth() {
    return NodeHealthService.ofVolumesAndStorage(
        volume -> Optional.of(SICK),
        secrets -> StorageConditions.builder().add(STORAGE_DEGRADED, "PathLost", "").build(),
        rig.execution());
  }

  @Test
  void anOldDriverHasHealthOverAUnixSocket(@TempDir Path folder) throws Exception {
    UnixEndpoint endpoint = UnixEndpoint.parse(folder.resolve("csi.sock").toString());
    try (UnixServer server =
            UnixServer.builder(endpoint)
                .service(new OldIdentity())
                .service(controllerHealth().addTo(new OldController().bindService()))
                .service(nodeHealth().addTo(new OldNode().bindService()))
                .start();
        UnixChannel channel = UnixChannel.dial(server.endpoint())) {
      HealthClient client = HealthClient.on(channel.channel());
      assertThat(answer(client.describe()).controllerMode()).isEqualTo(ControllerMode.LIST);
      assertThat(answer(client.get("vol-1")).conditions()).containsExactly(SLOW);
      assertThat(result(client.get("vol-2")).failure().orElseThrow().kind())
          .isEqualTo(FailureKind.NOT_FOUND);
      Map<String, VolumeHealthReport> listed = new ConcurrentHashMap<>();
      assertThat(answer(client.list(into(listed))).entries()).isOne();
      assertThat(listed).containsOnlyKeys("vol-1");

      NodeHealthClient node = client.onNode();
      NodeCapabilities capabilities = answer(node.capabilities());
      assertThat(capabilities)
          .isEqualTo(NodeCapabilities.none().withStaging().withVolumeHealth().withStorageHealth());
      assertThat(answer(node.get("vol-1", "/pods/1", "/staged/1", capabilities)).conditions())
          .containsExactly(SLOW);
      assertThat(answer(node.storage()).conditions()).hasSize(1);
    }
  }

  @Test
  void theDriversOtherMethodsPassThrough() {
    OldController controller = new OldController();
    ServerServiceDefinition before = controller.bindService();
    ServerServiceDefinition after = controllerHealth().addTo(before);
    assertThat(after.getMethods())
        .hasSize(before.getMethods().size() + 2)
        .filteredOn(m -> m.getMethodDescriptor().getFullMethodName().endsWith("/ListVolumes"))
        .allSatisfy(
            m -> assertThat(before.getMethods()).anySatisfy(b -> assertThat(b).isSameAs(m)));
    assertThat(after.getServiceDescriptor().getSchemaDescriptor())
        .isSameAs(before.getServiceDescriptor().getSchemaDescriptor());

    csi.v1.ControllerGrpc.ControllerBlockingStub driver =
        csi.v1.ControllerGrpc.newBlockingStub(rig.serve(after));
    assertThat(
            driver
                .listVolumes(Csi.ListVolumesRequest.getDefaultInstance())
                .getEntries(0)
                .getStatus()
                .getVolumeCondition()
                .getAbnormal())
        .isTrue();
    Status status = status(() -> driver.deleteVolume(Csi.DeleteVolumeRequest.getDefaultInstance()));
    assertThat(status.getCode()).isEqualTo(Code.FAILED_PRECONDITION);
    assertThat(status.getDescription()).isEqualTo("in use");
    assertThat(
            status(
                    () ->
                        driver.controllerGetVolume(
                            Csi.ControllerGetVolumeRequest.getDefaultInstance()))
                .getCode())
        .as("what it leaves out")
        .isEqualTo(Code.UNIMPLEMENTED);
  }

  @Test
  void theBytesOfTheDriversCapabilitiesAreKeptAndTheMissingOnesFollow() {
    OldController controller = new OldController();
    byte[] own = controller.capabilities.toByteArray();
    Channel channel = rig.serve(controllerHealth().addTo(controller.bindService()));
    byte[] answer = callInBytes(channel, "ControllerGetCapabilities");
    assertThat(answer).startsWith(own).hasSizeGreaterThan(own.length);
    assertThat(HealthCapabilitiesTest.controller("3 4242 16 17").toByteString())
        .isEqualTo(ByteString.copyFrom(answer));
    // The driver's own classes read it too.
    assertThat(
            csi.v1.ControllerGrpc.newBlockingStub(channel)
                .controllerGetCapabilities(
                    Csi.ControllerGetCapabilitiesRequest.getDefaultInstance())
                .getCapabilitiesList())
        .extracting(capability -> capability.getRpc().getTypeValue())
        .containsExactly(3, 4242, 16, 17);
  }

  @Test
  void aFailureOfTheDriversCapabilitiesPassesThrough() {
    OldController controller = new OldController();
    controller.capabilities = null;
    Channel channel = rig.serve(controllerHealth().addTo(controller.bindService()));
    assertThat(status(() -> callInBytes(channel, "ControllerGetCapabilities")).getCode())
        .isEqualTo(Code.UNAVAILABLE);
  }

  @Test
  void healthMayBeAddedTwiceAndIsThereOnce() {
    ServerServiceDefinition once = controllerHealth().addTo(new OldController().bindService());
    Channel channel = rig.serve(controllerHealth().addTo(once));
    assertThat(callInBytes(channel, "ControllerGetCapabilities"))
        .isEqualTo(HealthCapabilitiesTest.controller("3 4242 16 17").toByteArray());
    assertThat(get(channel, "vol-1")).isEqualTo(SICK.toControllerAnswer("vol-1"));
  }

  /** Generated from CSI v1.13: the methods are there, to say that they are not implemented. */
  @Test
  void aNewerDriversUnimplementedHealthMethodsAreServed() {
    Channel channel =
        rig.serve(
            controllerHealth().addTo(new ControllerGrpc.ControllerImplBase() {}.bindService()));
    assertThat(get(channel, "vol-1")).isEqualTo(SICK.toControllerAnswer("vol-1"));
    assertThat(status(() -> get(channel, "vol-2")).getCode()).isEqualTo(Code.NOT_FOUND);
    assertThat(status(() -> get(channel, "")).getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(
            ControllerGrpc.newBlockingStub(channel)
                .controllerListVolumeHealth(ControllerListVolumeHealthRequest.getDefaultInstance())
                .getEntriesCount())
        .isOne();
  }

  @Test
  void aDriversOwnHealthMethodsWin() {
    ControllerGetVolumeHealthResponse own = VolumeConditions.healthy().toControllerAnswer("vol-1");
    Channel channel =
        rig.serve(
            controllerHealth()
                .addTo(
                    new ControllerGrpc.ControllerImplBase() {
                      @Override
                      public void controllerGetVolumeHealth(
                          ControllerGetVolumeHealthRequest request,
                          StreamObserver<ControllerGetVolumeHealthResponse> observer) {
                        if (request.getVolumeId().equals("vol-1")) {
                          observer.onNext(own);
                          observer.onCompleted();
                        } else {
                          observer.onError(Status.DATA_LOSS.asRuntimeException());
                        }
                      }
                    }.bindService()));
    assertThat(get(channel, "vol-1")).isEqualTo(own);
    assertThat(status(() -> get(channel, "vol-2")).getCode()).isEqualTo(Code.DATA_LOSS);
  }

  /** The call goes over to the added method, and its end has to as well. */
  @Test
  void aCallerWhoGivesUpEndsTheAddedMethodToo() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Channel channel =
        rig.serve(
            hanging(asked, interrupted)
                .addTo(new ControllerGrpc.ControllerImplBase() {}.bindService()));
    assertEnds(channel, asked, interrupted);
  }

  private ControllerHealthService hanging(CountDownLatch asked, CountDownLatch interrupted) {
    return ControllerHealthService.builder(
            (id, secrets) -> {
              asked.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return Optional.of(SICK);
            },
            rig.execution().withLimit(Duration.ofDays(1)))
        .build();
  }

  private static void assertEnds(Channel channel, CountDownLatch asked, CountDownLatch interrupted)
      throws InterruptedException {
    Future<?> call =
        ControllerGrpc.newFutureStub(channel)
            .controllerGetVolumeHealth(
                ControllerGetVolumeHealthRequest.newBuilder().setVolumeId("vol-1").build());
    DriverRig.await(asked);
    call.cancel(true);
    DriverRig.await(interrupted);
  }

  @Test
  void anotherServiceIsRefused() {
    assertThatThrownBy(() -> controllerHealth().addTo(new OldNode().bindService()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the service is csi.v1.Node; health goes into csi.v1.Controller");
    assertThatThrownBy(() -> nodeHealth().addTo(new OldController().bindService()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the service is csi.v1.Controller; health goes into csi.v1.Node");
  }

  @Test
  void aServiceThatCannotTellItsCapabilitiesIsRefused() {
    assertThatThrownBy(
            () ->
                nodeHealth().addTo(ServerServiceDefinition.builder(NodeGrpc.SERVICE_NAME).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no csi.v1.Node/NodeGetCapabilities");
  }

  /** No marshaller of a generated class at all: bytes in, bytes out. */
  @Test
  void capabilitiesThatAreNoMessageAreLeftAsTheyAre() {
    byte[] noMessage = "no message".getBytes(UTF_8);
    Channel channel =
        rig.serve(
            controllerHealth()
                .addTo(
                    ServerServiceDefinition.builder("csi.v1.Controller")
                        .addMethod(
                            inBytes("csi.v1.Controller/ControllerGetCapabilities"),
                            ServerCalls.asyncUnaryCall(
                                (request, observer) -> {
                                  observer.onNext(noMessage);
                                  observer.onCompleted();
                                }))
                        .build()));
    assertThat(callInBytes(channel, "ControllerGetCapabilities")).isEqualTo(noMessage);
  }

  /** A driver may answer from a thread of its own, where no context of the call is. */
  @Test
  void aDriverThatSaysSoLateIsServedAllTheSame() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Channel channel =
        rig.serve(
            hanging(asked, interrupted)
                .addTo(
                    new ControllerGrpc.ControllerImplBase() {
                      @Override
                      public void controllerGetVolumeHealth(
                          ControllerGetVolumeHealthRequest request,
                          StreamObserver<ControllerGetVolumeHealthResponse> observer) {
                        new Thread(
                                () -> observer.onError(Status.UNIMPLEMENTED.asRuntimeException()))
                            .start();
                      }
                    }.bindService()));
    assertEnds(channel, asked, interrupted);
  }

  private static ControllerGetVolumeHealthResponse get(Channel channel, String volumeId) {
    return ControllerGrpc.newBlockingStub(channel)
        .controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build());
  }

  private static byte[] callInBytes(Channel channel, String method) {
    return ClientCalls.blockingUnaryCall(
        channel, inBytes("csi.v1.Controller/" + method), CallOptions.DEFAULT, new byte[0]);
  }

  private static MethodDescriptor<byte[], byte[]> inBytes(String name) {
    MethodDescriptor.Marshaller<byte[]> bytes =
        new MethodDescriptor.Marshaller<>() {
          @Override
          public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
          }

          @Override
          public byte[] parse(InputStream stream) {
            try {
              return stream.readAllBytes();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    return MethodDescriptor.<byte[], byte[]>newBuilder(bytes, bytes)
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(name)
        .build();
  }

  private static <T> T answer(CompletionStage<ProbeResult<T>> stage) throws Exception {
    ProbeResult<T> result = result(stage);
    assertThat(result.failure()).isEmpty();
    return result.answer().orElseThrow();
  }

  private static <T> ProbeResult<T> result(CompletionStage<ProbeResult<T>> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static ListListener into(Map<String, VolumeHealthReport> listed) {
    return new ListListener() {
      @Override
      public void entry(VolumeHealthReport entry) {
        listed.put(entry.volumeId(), entry);
      }

      @Override
      public void restarted() {
        listed.clear();
      }
    };
  }

  // ---- A driver of CSI v1.5, in its own classes alone.

  private static final class OldIdentity extends csi.v1.IdentityGrpc.IdentityImplBase {
    @Override
    public void getPluginInfo(
        Csi.GetPluginInfoRequest request, StreamObserver<Csi.GetPluginInfoResponse> observer) {
      observer.onNext(Csi.GetPluginInfoResponse.newBuilder().setName("old.example.com").build());
      observer.onCompleted();
    }

    @Override
    public void getPluginCapabilities(
        Csi.GetPluginCapabilitiesRequest request,
        StreamObserver<Csi.GetPluginCapabilitiesResponse> observer) {
      observer.onNext(
          Csi.GetPluginCapabilitiesResponse.newBuilder()
              .addCapabilities(
                  Csi.PluginCapability.newBuilder()
                      .setService(
                          Csi.PluginCapability.Service.newBuilder()
                              .setType(Csi.PluginCapability.Service.Type.CONTROLLER_SERVICE)))
              .build());
      observer.onCompleted();
    }
  }

  private static final class OldController extends csi.v1.ControllerGrpc.ControllerImplBase {
    private Csi.ControllerGetCapabilitiesResponse capabilities =
        Csi.ControllerGetCapabilitiesResponse.newBuilder()
            .addAllCapabilities(List.of(capability(3), capability(4242)))
            .build();

    private static Csi.ControllerServiceCapability capability(int number) {
      return Csi.ControllerServiceCapability.newBuilder()
          .setRpc(Csi.ControllerServiceCapability.RPC.newBuilder().setTypeValue(number))
          .build();
    }

    @Override
    public void controllerGetCapabilities(
        Csi.ControllerGetCapabilitiesRequest request,
        StreamObserver<Csi.ControllerGetCapabilitiesResponse> observer) {
      if (capabilities == null) {
        observer.onError(Status.UNAVAILABLE.asRuntimeException());
      } else {
        observer.onNext(capabilities);
        observer.onCompleted();
      }
    }

    @Override
    public void listVolumes(
        Csi.ListVolumesRequest request, StreamObserver<Csi.ListVolumesResponse> observer) {
      observer.onNext(
          Csi.ListVolumesResponse.newBuilder()
              .addEntries(
                  Csi.ListVolumesResponse.Entry.newBuilder()
                      .setStatus(
                          Csi.ListVolumesResponse.VolumeStatus.newBuilder()
                              .setVolumeCondition(
                                  Csi.VolumeCondition.newBuilder().setAbnormal(true))))
              .build());
      observer.onCompleted();
    }

    @Override
    public void deleteVolume(
        Csi.DeleteVolumeRequest request, StreamObserver<Csi.DeleteVolumeResponse> observer) {
      observer.onError(Status.FAILED_PRECONDITION.withDescription("in use").asRuntimeException());
    }
  }

  private static final class OldNode extends csi.v1.NodeGrpc.NodeImplBase {
    @Override
    public void nodeGetCapabilities(
        Csi.NodeGetCapabilitiesRequest request,
        StreamObserver<Csi.NodeGetCapabilitiesResponse> observer) {
      observer.onNext(
          Csi.NodeGetCapabilitiesResponse.newBuilder()
              .addCapabilities(
                  Csi.NodeServiceCapability.newBuilder()
                      .setRpc(
                          Csi.NodeServiceCapability.RPC
                              .newBuilder()
                              .setType(Csi.NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME)))
              .build());
      observer.onCompleted();
    }
  }
}
