package io.github.csihealth.testkit.driver;

import static io.github.csihealth.testkit.driver.CsiMethods.CONTROLLER_GET_CAPABILITIES;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_PLUGIN_INFO;
import static io.github.csihealth.testkit.driver.CsiMethods.GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.LIST_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.NODE_GET_STORAGE_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.NODE_GET_VOLUME_HEALTH;
import static io.github.csihealth.testkit.driver.CsiMethods.PROBE;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static io.github.csihealth.testkit.driver.FakeDriver.page;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.InvalidProtocolBufferException;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeRequest;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerGrpc.ControllerBlockingStub;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesRequest;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.IdentityGrpc.IdentityBlockingStub;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetInfoRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeGrpc.NodeBlockingStub;
import io.github.csihealth.csi.v1.PluginCapability;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.testkit.ManualClock;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of a driver on a socket and of one in process alike. */
@Timeout(60)
@ParameterizedClass
@EnumSource
class FakeDriverTest {

  enum Form {
    ON_A_SOCKET,
    IN_PROCESS
  }

  private static final VolumeHealth.VolumeHealthEntry SLOW =
      entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "over 500 ms");
  private static final VolumeHealth.VolumeHealthEntry GONE =
      entry(VolumeHealthErrorType.INACCESSIBLE, "VolumeNotFound", "");

  private final FakeDriver driver;
  private final Channel channel;

  FakeDriverTest(Form form) {
    driver = form == Form.ON_A_SOCKET ? FakeDriver.start() : FakeDriver.inProcess();
    channel = driver.channel();
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Nested
  class LeftAlone {

    @Test
    void isReadyAndNamed() {
      assertThat(identity().probe(ProbeRequest.getDefaultInstance()).getReady().getValue())
          .isTrue();
      var info = identity().getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
      assertThat(info.getName()).isEqualTo(FakeDriver.DEFAULT_NAME).isEqualTo(driver.name());
      assertThat(info.getVendorVersion()).isNotEmpty();
      var offered =
          identity().getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance());
      assertThat(offered.getCapabilitiesList())
          .extracting(
              capability -> capability.getService().getType(),
              capability -> capability.getVolumeExpansion().getType())
          .containsExactly(
              tuple(
                  PluginCapability.Service.Type.CONTROLLER_SERVICE,
                  PluginCapability.VolumeExpansion.Type.UNKNOWN),
              tuple(
                  PluginCapability.Service.Type.UNKNOWN,
                  PluginCapability.VolumeExpansion.Type.ONLINE));
    }

    @Test
    void offersAllThatItServes() {
      assertThat(offered()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15, 16, 17);
      assertThat(
              node()
                  .nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance())
                  .getCapabilitiesList())
          .extracting(capability -> capability.getRpc().getTypeValue())
          .containsExactly(1, 2, 3, 5, 7, 8);
    }

    @Test
    void knowsNoVolumes() {
      assertThat(list("").getEntriesList()).isEmpty();
      assertThat(list("").getNextToken()).isEmpty();
      assertFails(() -> get("vol-1"), Status.Code.NOT_FOUND);
      assertFails(() -> get(""), Status.Code.INVALID_ARGUMENT);
      assertThat(storage()).isEmpty();
    }

    @Test
    void doesNotServeTheRestOfCsi() {
      assertFails(
          () -> controller().controllerGetVolume(ControllerGetVolumeRequest.getDefaultInstance()),
          Status.Code.UNIMPLEMENTED);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> driver.calls(ControllerGrpc.getControllerGetVolumeMethod()))
          .withMessageContaining("csi.v1.Controller/ControllerGetVolume");
    }
  }

  @Nested
  class Settings {

    @Test
    void identityCanBeSet() {
      driver.named("disk.example.com").vendorVersion("1.2.3").ready(false).nodeId("n-1");
      var info = identity().getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
      assertThat(info.getName()).isEqualTo("disk.example.com");
      assertThat(info.getVendorVersion()).isEqualTo("1.2.3");
      var probe = identity().probe(ProbeRequest.getDefaultInstance());
      assertThat(probe.hasReady()).isTrue();
      assertThat(probe.getReady().getValue()).isFalse();
      assertThat(node().nodeGetInfo(NodeGetInfoRequest.getDefaultInstance()).getNodeId())
          .isEqualTo("n-1");
    }

    @Test
    void whatIsNotOfferedIsUnimplemented() {
      driver.healthy("vol-1");
      driver.controllerCapabilities().nodeCapabilities();
      assertThat(offered()).isEmpty();
      assertFails(() -> list(""), Status.Code.UNIMPLEMENTED);
      assertFails(() -> get("vol-1"), Status.Code.UNIMPLEMENTED);
      assertFails(() -> onNode("vol-1"), Status.Code.UNIMPLEMENTED);
      assertFails(FakeDriverTest.this::storage, Status.Code.UNIMPLEMENTED);

      driver.controllerCapabilities(ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH);
      assertThat(list("").getEntriesList()).isEmpty();
      assertFails(() -> get("vol-1"), Status.Code.UNIMPLEMENTED);
    }

    @Test
    void thePluginOffersExpansionAsLongAsOneOfItsSidesDoes() {
      driver.controllerCapabilities();
      assertThat(offeredByPlugin()).isEqualTo(2);
      driver
          .nodeCapabilities()
          .controllerCapabilities(ControllerServiceCapability.RPC.Type.EXPAND_VOLUME);
      assertThat(offeredByPlugin()).isEqualTo(2);
      driver.controllerCapabilities();
      assertThat(offeredByPlugin()).isEqualTo(1);
    }

    private int offeredByPlugin() {
      return identity()
          .getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance())
          .getCapabilitiesCount();
    }

    @Test
    void capabilitiesMayBeOfALaterSpecification() {
      driver.controllerCapabilityNumbers(16, 4242, -1);
      assertThat(offered()).containsExactly(16, 4242, -1);
      assertFails(() -> get("vol-1"), Status.Code.NOT_FOUND);
    }
  }

  @Nested
  class Health {

    @Test
    void isWhatWasSetLast() {
      driver.setHealth("vol-1", SLOW, GONE);
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1", SLOW, GONE));
      assertThat(list("").getEntriesList()).containsExactly(health("vol-1", SLOW, GONE));

      driver.setHealth("vol-1", List.of(GONE));
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1", GONE));

      driver.healthy("vol-1");
      assertThat(get("vol-1").hasVolumeHealth()).isTrue();
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1"));
      assertThat(list("").getEntriesList()).isEmpty();

      driver.listHealthy(true);
      assertThat(list("").getEntriesList()).containsExactly(health("vol-1"));

      driver.forget("vol-1");
      assertThat(list("").getEntriesList()).isEmpty();
      assertFails(() -> get("vol-1"), Status.Code.NOT_FOUND);
    }

    @Test
    void goesOutAsItIs() {
      driver.setHealth("vol-1", entry(99, "no word", "x".repeat(5000)), SLOW, SLOW);
      assertThat(get("vol-1").getVolumeHealth().getHealthStatusesList())
          .containsExactly(entry(99, "no word", "x".repeat(5000)), SLOW, SLOW);
    }

    @Test
    void nodeSaysWhatTheControllerSaysOrItsOwn() {
      driver.setHealth("vol-1", SLOW);
      assertThat(onNode("vol-1")).isEqualTo(health("vol-1", SLOW));
      driver.setNodeHealth("vol-1", GONE);
      assertThat(onNode("vol-1")).isEqualTo(health("vol-1", GONE));
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1", SLOW));
      driver.forget("vol-1");
      assertFails(() -> onNode("vol-1"), Status.Code.NOT_FOUND);
    }

    @Test
    void storageHasItsOwn() {
      StorageBackendHealth unreachable =
          StorageBackendHealth.newBuilder()
              .setStatus(StorageHealthErrorType.STORAGE_UNREACHABLE)
              .setReason("TargetDown")
              .build();
      driver.setStorageHealth(unreachable);
      assertThat(storage()).containsExactly(unreachable);
      driver.setStorageHealth();
      assertThat(storage()).isEmpty();
    }
  }

  @Nested
  class Timelines {

    private final ManualClock clock = ManualClock.at("2026-01-01T12:00:00Z");

    @Test
    void ofAVolumeArePlayedAgainstTheClock() {
      clock.advance(Duration.ofHours(1));
      driver.setHealth("other", GONE);
      driver.setHealth(
          "vol-1",
          HealthTimeline.ofVolume()
              .from(Duration.ofMinutes(5), SLOW)
              .goneFrom(Duration.ofMinutes(20))
              .from(Duration.ofMinutes(30), SLOW, GONE),
          clock);
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1"));
      assertThat(list("").getEntriesCount()).isEqualTo(1);

      clock.advance(Duration.ofMinutes(5).minusNanos(1));
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1"));
      clock.advance(Duration.ofNanos(1));
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1", SLOW));
      assertThat(onNode("vol-1")).isEqualTo(health("vol-1", SLOW));
      assertThat(list("").getEntriesList())
          .containsExactly(health("other", GONE), health("vol-1", SLOW));

      clock.advance(Duration.ofMinutes(15));
      assertFails(() -> get("vol-1"), Status.Code.NOT_FOUND);
      assertFails(() -> onNode("vol-1"), Status.Code.NOT_FOUND);
      assertThat(list("").getEntriesList()).containsExactly(health("other", GONE));
      assertThat(volumes()).containsExactly("other");

      clock.advance(Duration.ofDays(9));
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1", SLOW, GONE));
      assertThat(volumes()).containsExactly("other", "vol-1");
      clock.setBack(Duration.ofDays(99));
      assertThat(get("vol-1").getVolumeHealth()).as("before").isEqualTo(health("vol-1"));
      driver.healthy("vol-1");
      clock.advance(Duration.ofDays(100));
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1"));
    }

    @Test
    void ofTheNodeAreItsOwn() {
      driver
          .healthy("vol-1")
          .setNodeHealth(
              "vol-1", HealthTimeline.ofVolume(SLOW).goneFrom(Duration.ofMinutes(1)), clock);
      assertThat(onNode("vol-1")).isEqualTo(health("vol-1", SLOW));
      clock.advance(Duration.ofMinutes(1));
      assertFails(() -> onNode("vol-1"), Status.Code.NOT_FOUND);
      assertThat(get("vol-1").getVolumeHealth()).isEqualTo(health("vol-1"));
    }

    @Test
    void ofStorage() {
      StorageBackendHealth down =
          StorageBackendHealth.newBuilder()
              .setStatus(StorageHealthErrorType.STORAGE_UNREACHABLE)
              .setReason("TargetDown")
              .build();
      driver.setStorageHealth(
          HealthTimeline.ofStorage()
              .from(Duration.ofSeconds(10), down)
              .from(Duration.ofSeconds(20)),
          clock);
      assertThat(storage()).isEmpty();
      clock.advance(Duration.ofSeconds(10));
      assertThat(storage()).containsExactly(down);
      clock.advance(Duration.ofSeconds(10));
      assertThat(storage()).isEmpty();
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  driver.setStorageHealth(
                      HealthTimeline.ofStorage().goneFrom(Duration.ofSeconds(1)), clock));
    }

    private List<String> volumes() {
      return controller()
          .listVolumes(ListVolumesRequest.getDefaultInstance())
          .getEntriesList()
          .stream()
          .map(entry -> entry.getVolume().getVolumeId())
          .toList();
    }
  }

  @Nested
  class Pages {

    @Test
    void areCutByTheSmallerLimit() {
      for (int i = 0; i < 5; i++) {
        driver.setHealth("vol-" + i, SLOW);
      }
      driver.healthy("vol-2a");
      assertThat(list("").getEntriesCount()).isEqualTo(5);
      assertThat(cycle(2)).containsExactly(2, 2, 1);
      driver.pageSize(3);
      assertThat(cycle(0)).containsExactly(3, 2);
      assertThat(cycle(2)).containsExactly(2, 2, 1);
      assertThat(cycle(5)).containsExactly(3, 2);
      driver.pageSize(5);
      assertThat(cycle(0)).containsExactly(5);
      assertThatIllegalArgumentException().isThrownBy(() -> driver.pageSize(-1));
      assertFails(() -> list("", -1), Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void goOnAfterTheLastVolumeThoughOthersCameAndWent() {
      driver.pageSize(1).setHealth("b", SLOW).setHealth("d", SLOW);
      String token = list("").getNextToken();
      driver.setHealth("a", SLOW).setHealth("c", SLOW).forget("b");
      assertThat(list(token).getEntriesList()).containsExactly(health("c", SLOW));
    }

    @Test
    void areAbortedForATokenNeverGiven() {
      assertFails(() -> list("made-up"), Status.Code.ABORTED);
    }

    @Test
    void areAbortedForATokenOfLongAgo() {
      driver.setHealth("a", SLOW).setHealth("b", SLOW).pageSize(1);
      String old = list("").getNextToken();
      assertThat(list(old).getEntriesList()).containsExactly(health("b", SLOW));
      for (int i = 0; i < 1000; i++) {
        list("");
      }
      assertFails(() -> list(old), Status.Code.ABORTED);
      assertThat(driver.calls(LIST_VOLUME_HEALTH)).isEqualTo(1003);
      assertThat(driver.requests(LIST_VOLUME_HEALTH)).hasSize(1000);
    }

    @Test
    void shiftUnderTheCaller() {
      driver.pageSize(1).setHealth("b", SLOW).setHealth("c", SLOW).setHealth("e", SLOW);
      List<Integer> told = new CopyOnWriteArrayList<>();
      driver.betweenPages(
          pages -> {
            told.add(pages);
            switch (pages) {
              case 1 -> driver.forget("c").setHealth("a", SLOW).setHealth("f", SLOW);
              case 2 -> driver.forget("f");
              default -> {}
            }
          });
      assertThat(volumesOfACycle()).containsExactly("b", "e");
      assertThat(told).containsExactly(1, 2);
      driver.betweenPages(pages -> {});
      assertThat(volumesOfACycle()).containsExactly("a", "b", "e");
      assertThat(told).hasSize(2);
    }

    @Test
    void happenNothingForATokenThatIsNone() {
      driver.betweenPages(pages -> driver.setHealth("vol-1", SLOW));
      assertFails(() -> list("made-up"), Status.Code.ABORTED);
      assertThat(list("").getEntriesList()).isEmpty();
    }

    @Test
    void byPositionHideAVolumeWhenAnotherGoes() {
      driver.pageSize(2).pagesByPosition(true);
      for (String id : List.of("a", "b", "c", "d", "e")) {
        driver.setHealth(id, SLOW);
      }
      assertThat(volumesOfACycle()).containsExactly("a", "b", "c", "d", "e");
      driver.betweenPages(pages -> driver.forget("a"));
      assertThat(volumesOfACycle()).containsExactly("a", "b", "d", "e");
    }

    @Test
    void byPositionListAVolumeTwiceWhenAnotherComes() {
      driver.pageSize(2).pagesByPosition(true);
      for (String id : List.of("b", "c", "d")) {
        driver.setHealth(id, SLOW);
      }
      driver.betweenPages(pages -> driver.setHealth("a", SLOW));
      assertThat(volumesOfACycle()).containsExactly("b", "c", "c", "d");
    }

    private List<String> volumesOfACycle() {
      List<String> volumes = new ArrayList<>();
      String token = "";
      do {
        ControllerListVolumeHealthResponse page = list(token);
        page.getEntriesList().forEach(entry -> volumes.add(entry.getVolumeId()));
        token = page.getNextToken();
      } while (!token.isEmpty());
      return volumes;
    }

    @Test
    void canBeScripted() {
      driver.answerNext(
          LIST_VOLUME_HEALTH,
          page("same", health("vol-1", SLOW)),
          page("same"),
          page("", health("vol-1")));
      assertThat(list("")).isEqualTo(page("same", health("vol-1", SLOW)));
      assertThat(list("same")).isEqualTo(page("same"));
      assertThat(list("same")).isEqualTo(page("", health("vol-1")));
      assertThat(list("")).isEqualTo(page(""));
      assertThat(driver.requests(LIST_VOLUME_HEALTH))
          .extracting(ControllerListVolumeHealthRequest::getStartingToken)
          .containsExactly("", "same", "same", "");
    }

    @Test
    void canBeEndless() {
      driver.answer(
          LIST_VOLUME_HEALTH, request -> page(request.getStartingToken() + "x", health("vol-1")));
      assertThat(list("").getNextToken()).isEqualTo("x");
      assertThat(list("xxx").getNextToken()).isEqualTo("xxxx");
    }

    private List<Integer> cycle(int maxEntries) {
      List<Integer> sizes = new ArrayList<>();
      String token = "";
      do {
        ControllerListVolumeHealthResponse page = list(token, maxEntries);
        sizes.add(page.getEntriesCount());
        token = page.getNextToken();
      } while (!token.isEmpty());
      return sizes;
    }
  }

  @Nested
  class Faults {

    @Test
    void comeInTurnThenStandThenEnd() {
      driver
          .healthy("vol-1")
          .fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE.withDescription("back end away"))
          .failNext(GET_VOLUME_HEALTH, Status.INTERNAL)
          .answerNext(GET_VOLUME_HEALTH, answer("other"))
          .failNext(GET_VOLUME_HEALTH, Status.ABORTED);
      assertFails(() -> get("vol-1"), Status.Code.INTERNAL);
      assertThat(get("vol-1")).isEqualTo(answer("other"));
      assertFails(() -> get("vol-1"), Status.Code.ABORTED);
      assertFails(() -> get("vol-1"), Status.Code.UNAVAILABLE);
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> get("vol-1"))
          .withMessage("UNAVAILABLE: back end away");
      driver.failNext(GET_VOLUME_HEALTH, Status.INTERNAL).recover(GET_VOLUME_HEALTH);
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));
      assertThat(driver.calls(GET_VOLUME_HEALTH)).isEqualTo(6);
    }

    @Test
    void areOfOneCallOnly() {
      driver.fail(PROBE, Status.FAILED_PRECONDITION);
      assertFails(
          () -> identity().probe(ProbeRequest.getDefaultInstance()),
          Status.Code.FAILED_PRECONDITION);
      assertThat(offered()).isNotEmpty();
    }

    @Test
    void okIsNone() {
      assertThatIllegalArgumentException().isThrownBy(() -> driver.fail(PROBE, Status.OK));
      assertThatIllegalArgumentException().isThrownBy(() -> driver.failNext(PROBE, Status.OK));
    }

    @Test
    void mayBeOfOneVolumeOfMany() {
      for (int i = 0; i < 100; i++) {
        driver.healthy("vol-" + i);
      }
      driver.fail(GET_VOLUME_HEALTH, DriverFault.status(Status.INTERNAL), of("vol-7"));
      driver.fail(GET_VOLUME_HEALTH, DriverFault.hang(), of("vol-8"));
      var hung = getLater("vol-8");
      for (int i = 0; i < 100; i++) {
        String volumeId = "vol-" + i;
        if (i == 7) {
          assertFails(() -> get(volumeId), Status.Code.INTERNAL);
        } else if (i != 8) {
          assertThat(get(volumeId)).isEqualTo(answer(volumeId));
        }
      }
      assertThat(hung).isNotDone();
      hung.cancel(true);
      driver.recover(GET_VOLUME_HEALTH);
      assertThat(get("vol-7")).isEqualTo(answer("vol-7"));
      assertThat(get("vol-8")).isEqualTo(answer("vol-8"));
    }

    @Test
    void ofOneVolumeWaitForItThoughOthersComeFirst() {
      driver
          .healthy("vol-1")
          .healthy("vol-2")
          .failNext(GET_VOLUME_HEALTH, DriverFault.status(Status.INTERNAL), of("vol-2"))
          .failNext(GET_VOLUME_HEALTH, Status.ABORTED);
      assertFails(() -> get("vol-1"), Status.Code.ABORTED);
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));
      assertFails(() -> get("vol-2"), Status.Code.INTERNAL);
      assertThat(get("vol-2")).isEqualTo(answer("vol-2"));
    }

    @Test
    void theLastStandingOneCountsAndOneOfAllCallsReplacesTheOthers() {
      driver
          .fail(GET_VOLUME_HEALTH, Status.INTERNAL)
          .fail(GET_VOLUME_HEALTH, DriverFault.status(Status.ABORTED), of("vol-1"))
          .fail(GET_VOLUME_HEALTH, DriverFault.status(Status.DATA_LOSS), of("vol-1"));
      assertFails(() -> get("vol-1"), Status.Code.DATA_LOSS);
      assertFails(() -> get("vol-2"), Status.Code.INTERNAL);
      driver.fail(GET_VOLUME_HEALTH, Status.UNAVAILABLE);
      assertFails(() -> get("vol-1"), Status.Code.UNAVAILABLE);
    }

    @Test
    void cutBreaksACallOnceOrUntilItRecovers() {
      driver.healthy("vol-1").failNext(GET_VOLUME_HEALTH, DriverFault.cut());
      assertFails(() -> get("vol-1"), Status.Code.UNAVAILABLE);
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));
      driver.fail(GET_VOLUME_HEALTH, DriverFault.cut());
      assertFails(() -> get("vol-1"), Status.Code.UNAVAILABLE);
      assertFails(() -> get("vol-1"), Status.Code.UNAVAILABLE);
      assertThat(offered()).isNotEmpty();
      driver.recover(GET_VOLUME_HEALTH);
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));
    }

    @Test
    void garbageIsNoMessage() {
      driver.healthy("vol-1").failNext(GET_VOLUME_HEALTH, DriverFault.garbage(0xff));
      assertUnreadable(() -> get("vol-1"));
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));
      driver.fail(LIST_VOLUME_HEALTH, DriverFault.garbage(0x0a, 0x7f));
      assertUnreadable(() -> list(""));
      assertUnreadable(() -> list(""));
      driver.fail(LIST_VOLUME_HEALTH, DriverFault.garbage(0x12, 1, 'x'));
      assertThat(list("")).as("bytes that are a message").isEqualTo(page("x"));
      assertThatIllegalArgumentException().isThrownBy(DriverFault::garbage);
      assertThatIllegalArgumentException().isThrownBy(() -> DriverFault.garbage(1, 256));
    }

    @Test
    void invalidUtf8IsNoTextInAnyAnswerAboutHealth() {
      driver
          .fail(GET_VOLUME_HEALTH, DriverFault.invalidUtf8())
          .fail(LIST_VOLUME_HEALTH, DriverFault.invalidUtf8())
          .fail(NODE_GET_VOLUME_HEALTH, DriverFault.invalidUtf8())
          .fail(NODE_GET_STORAGE_HEALTH, DriverFault.invalidUtf8())
          .fail(GET_PLUGIN_INFO, DriverFault.invalidUtf8());
      assertUnreadable(() -> get("vol-1"));
      assertUnreadable(() -> list(""));
      assertUnreadable(() -> onNode("vol-1"));
      assertUnreadable(FakeDriverTest.this::storage);
      assertUnreadable(() -> identity().getPluginInfo(GetPluginInfoRequest.getDefaultInstance()));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> driver.fail(PROBE, DriverFault.invalidUtf8()))
          .withMessageContaining("csi.v1.Identity/Probe");
    }

    /** The bytes arrive, and it is the client that cannot read them. */
    private void assertUnreadable(ThrowingCallable call) {
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(call)
          .havingRootCause()
          .isInstanceOf(InvalidProtocolBufferException.class);
    }

    private Predicate<ControllerGetVolumeHealthRequest> of(String volumeId) {
      return request -> request.getVolumeId().equals(volumeId);
    }

    @Test
    void answersMayBeWrong() {
      driver.healthy("vol-1");
      driver.answer(
          GET_VOLUME_HEALTH, request -> ControllerGetVolumeHealthResponse.getDefaultInstance());
      assertThat(get("vol-1").hasVolumeHealth()).isFalse();
      driver.answer(GET_VOLUME_HEALTH, request -> answer(request.getVolumeId() + "?"));
      assertThat(get("vol-1")).isEqualTo(answer("vol-1?"));
    }

    @Test
    void scriptMayThrow() {
      driver.answer(
          GET_VOLUME_HEALTH,
          request -> {
            throw Status.DATA_LOSS.withDescription("on purpose").asRuntimeException();
          });
      assertFails(() -> get("vol-1"), Status.Code.DATA_LOSS);
      driver.answer(
          GET_VOLUME_HEALTH,
          request -> {
            throw new IllegalStateException("s3cr3t-canary");
          });
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(() -> get("vol-1"))
          .withMessageContaining("INTERNAL")
          .withMessageContaining("IllegalStateException")
          .withMessageNotContaining("s3cr3t-canary");
    }

    @Test
    void hungCallEndsWithItsCaller() {
      driver.healthy("vol-1").failNext(GET_VOLUME_HEALTH, DriverFault.hang());
      var givenUp = getLater("vol-1");
      awaitArrival(1);
      assertThat(givenUp.cancel(true)).isTrue();
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));

      driver.fail(GET_VOLUME_HEALTH, DriverFault.hang());
      var hung = getLater("vol-1");
      awaitArrival(3);
      assertThat(offered()).isNotEmpty();
      assertThat(hung).isNotDone();
      driver.stop();
      assertThat(hung).failsWithin(Duration.ofSeconds(30));
    }

    @Test
    void delayHoldsUpOneCallAndNoThread() {
      driver.healthy("vol-1").delay(GET_VOLUME_HEALTH, Duration.ofHours(1));
      var delayed = getLater("vol-1");
      awaitArrival(1);
      assertThat(offered()).isNotEmpty();
      assertThat(delayed).isNotDone();

      driver.delay(GET_VOLUME_HEALTH, Duration.ofMillis(1));
      assertThat(get("vol-1")).isEqualTo(answer("vol-1"));
      driver.failNext(GET_VOLUME_HEALTH, Status.INTERNAL);
      assertFails(() -> get("vol-1"), Status.Code.INTERNAL);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> driver.delay(GET_VOLUME_HEALTH, Duration.ofMillis(-1)));
    }

    private ListenableFuture<ControllerGetVolumeHealthResponse> getLater(String volumeId) {
      return ControllerGrpc.newFutureStub(channel)
          .controllerGetVolumeHealth(
              ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build());
    }

    /** Calls of one connection are served by several threads, so that a later one may overtake. */
    private void awaitArrival(int calls) {
      while (driver.calls(GET_VOLUME_HEALTH) < calls) {
        Thread.yield();
      }
    }

    private ControllerGetVolumeHealthResponse answer(String volumeId) {
      return ControllerGetVolumeHealthResponse.newBuilder()
          .setVolumeHealth(health(volumeId))
          .build();
    }
  }

  @Nested
  class Records {

    @Test
    void callsAndRequests() {
      assertThat(driver.calls(LIST_VOLUME_HEALTH)).isZero();
      assertThat(driver.lastRequest(LIST_VOLUME_HEALTH)).isEmpty();
      list("", 7);
      driver.failNext(LIST_VOLUME_HEALTH, Status.INTERNAL);
      assertFails(() -> list("", 8), Status.Code.INTERNAL);
      assertThat(driver.calls(LIST_VOLUME_HEALTH)).isEqualTo(2);
      assertThat(driver.requests(LIST_VOLUME_HEALTH))
          .extracting(ControllerListVolumeHealthRequest::getMaxEntries)
          .containsExactly(7, 8);
      assertThat(driver.lastRequest(LIST_VOLUME_HEALTH))
          .hasValueSatisfying(request -> assertThat(request.getMaxEntries()).isEqualTo(8));
      assertThat(driver.calls(GET_PLUGIN_INFO)).isZero();
      assertThat(driver.calls(CONTROLLER_GET_CAPABILITIES)).isZero();
    }

    @Test
    void callsOfManyThreads() {
      driver.failNext(GET_VOLUME_HEALTH, Status.INTERNAL);
      long failed =
          IntStream.range(0, 200)
              .parallel()
              .filter(
                  i -> {
                    driver.setHealth("vol-" + i, SLOW);
                    return !succeeds("vol-" + i);
                  })
              .count();
      assertThat(failed).isEqualTo(1);
      assertThat(driver.calls(GET_VOLUME_HEALTH)).isEqualTo(200);
      assertThat(list("").getEntriesCount()).isEqualTo(200);
    }

    private boolean succeeds(String volumeId) {
      try {
        return get(volumeId).hasVolumeHealth();
      } catch (StatusRuntimeException e) {
        return false;
      }
    }

    @Test
    void whatCallsCameWith() {
      assertThat(driver.recordedCalls()).isEmpty();
      list("");
      var unused = IdentityGrpc.newBlockingStub(channel).probe(ProbeRequest.getDefaultInstance());
      assertThat(driver.recordedCalls())
          .extracting(RecordedCall::method, RecordedCall::authority, RecordedCall::secrets)
          .containsExactly(
              tuple("csi.v1.Controller/ControllerListVolumeHealth", "localhost", 0),
              tuple("csi.v1.Identity/Probe", "localhost", 0));
      assertThat(driver.recordedCalls().get(0).timeLeft())
          .hasValueSatisfying(
              left -> assertThat(left).isBetween(Duration.ZERO, Duration.ofSeconds(30)));
      assertThat(driver.recordedCalls().get(1).timeLeft()).isEmpty();
    }

    @Test
    void aCallWithoutADeadlineIsFoundHoweverLongAgo() {
      list("");
      driver.checkCalls();
      var unused = IdentityGrpc.newBlockingStub(channel).probe(ProbeRequest.getDefaultInstance());
      for (int i = 0; i < 1000; i++) {
        list("");
      }
      assertThat(driver.recordedCalls()).hasSize(1000).allMatch(c -> c.timeLeft().isPresent());
      assertThatExceptionOfType(AssertionError.class)
          .isThrownBy(driver::checkCalls)
          .withMessageContaining("1 calls")
          .withMessageEndingWith("csi.v1.Identity/Probe: no deadline");
    }

    @Test
    void secrets() {
      list("");
      assertThat(driver.recordedCalls()).extracting(RecordedCall::secrets).containsExactly(0);
      var unused =
          controller()
              .controllerListVolumeHealth(
                  ControllerListVolumeHealthRequest.newBuilder()
                      .putSecrets("user", "s3cr3t-canary")
                      .putSecrets("password", "s3cr3t-canary")
                      .build());
      var unusedToo =
          node()
              .nodeGetStorageHealth(
                  NodeGetStorageHealthRequest.newBuilder()
                      .putSecrets("key", "s3cr3t-canary")
                      .build());
      assertThat(driver.recordedCalls()).extracting(RecordedCall::secrets).containsExactly(0, 2, 1);
      assertThat(driver.recordedCalls().toString()).doesNotContain("s3cr3t-canary");
      assertThat(driver.lastRequest(NODE_GET_STORAGE_HEALTH).orElseThrow().getSecretsMap())
          .containsEntry("key", "s3cr3t-canary");
      assertThat(driver.toString()).contains(driver.name()).doesNotContain("s3cr3t-canary");
    }
  }

  @Nested
  class Life {

    @Test
    void stateOutlivesARestart() {
      driver.setHealth("vol-1", SLOW);
      assertThat(list("").getEntriesCount()).isEqualTo(1);
      driver.stop().stop();
      assertFails(() -> list(""), Status.Code.UNAVAILABLE);
      driver.restart();
      assertThat(
              controller()
                  .withWaitForReady()
                  .controllerListVolumeHealth(
                      ControllerListVolumeHealthRequest.getDefaultInstance())
                  .getEntriesCount())
          .isEqualTo(1);
      driver.restart();
      assertThat(driver.calls(LIST_VOLUME_HEALTH)).isEqualTo(2);
    }

    @Test
    void closedIsClosed() {
      driver.close();
      driver.close();
      assertThatIllegalStateException().isThrownBy(driver::restart);
      assertThatIllegalStateException().isThrownBy(driver::channel);
      assertFails(() -> list(""), Status.Code.UNAVAILABLE);
    }

    @Test
    void theChannelIsOne() {
      assertThat(driver.channel()).isSameAs(channel);
    }
  }

  private IdentityBlockingStub identity() {
    return IdentityGrpc.newBlockingStub(channel).withDeadlineAfter(30, SECONDS);
  }

  private ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(channel).withDeadlineAfter(30, SECONDS);
  }

  private NodeBlockingStub node() {
    return NodeGrpc.newBlockingStub(channel).withDeadlineAfter(30, SECONDS);
  }

  private List<Integer> offered() {
    return controller()
        .controllerGetCapabilities(ControllerGetCapabilitiesRequest.getDefaultInstance())
        .getCapabilitiesList()
        .stream()
        .map(capability -> capability.getRpc().getTypeValue())
        .toList();
  }

  private ControllerListVolumeHealthResponse list(String token) {
    return list(token, 0);
  }

  private ControllerListVolumeHealthResponse list(String token, int maxEntries) {
    return controller()
        .controllerListVolumeHealth(
            ControllerListVolumeHealthRequest.newBuilder()
                .setStartingToken(token)
                .setMaxEntries(maxEntries)
                .build());
  }

  private ControllerGetVolumeHealthResponse get(String volumeId) {
    return controller()
        .controllerGetVolumeHealth(
            ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build());
  }

  private VolumeHealth onNode(String volumeId) {
    return node()
        .nodeGetVolumeHealth(NodeGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build())
        .getVolumeHealth();
  }

  private List<StorageBackendHealth> storage() {
    return node()
        .nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance())
        .getBackendHealthList();
  }

  private static void assertFails(ThrowingCallable call, Status.Code code) {
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.getStatus().getCode()).isEqualTo(code));
  }
}
