package io.github.csihealth.testkit.conformance.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.NodeGrpc;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.testkit.conformance.ConformanceReport;
import io.github.csihealth.testkit.conformance.RuleResult;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Channel;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Good drivers pass, whatever they offer, and what could not be tried is never passed. */
@Timeout(60)
class GoodDriversTest {

  private static ConformanceReport run(DriverUnderTest.Builder driver) {
    return DriverConformance.suite().run(driver.build());
  }

  private static List<String> numbers(ConformanceReport report, Verdict verdict) {
    return report.with(verdict).stream().map(result -> result.rule().number()).toList();
  }

  private static void assertThatAllButUntestedPass(ConformanceReport report) {
    assertThat(report.results())
        .as(report.toText())
        .allSatisfy(
            result ->
                assertThat(result.verdict())
                    .isEqualTo(
                        result.rule().name().startsWith("untested_")
                            ? Verdict.SKIPPED
                            : Verdict.PASS));
  }

  @Test
  void aDriverMadeAsTheReadmeSaysPasses() throws Exception {
    try (PortDriver driver = new PortDriver()) {
      assertThatAllButUntestedPass(run(DriverUnderTest.builder(driver.channel()).faults(driver)));
      assertThat(driver.volumes()).isEmpty();
    }
  }

  /** Known fault 44: the good driver tells (Degraded, PathsLost) twice, of two access modes. */
  @Test
  void knownFault44ConditionsThatOnlyTheirCapabilitiesTellApartAreTwo() throws Exception {
    try (PortDriver driver = new PortDriver()) {
      driver.degradeStorage();
      NodeGetStorageHealthResponse told =
          NodeGrpc.newBlockingStub(driver.channel())
              .nodeGetStorageHealth(NodeGetStorageHealthRequest.getDefaultInstance());

      Report report = Report.of(told);
      assertThat(report.conditions()).hasSize(2);
      assertThat(report.keyTwice()).isEmpty();
    }
  }

  @Test
  void existingVolumesServeAndStay() throws Exception {
    try (PortDriver driver = new PortDriver().with("a").with("b").with("c")) {
      assertThatAllButUntestedPass(
          run(
              DriverUnderTest.builder(driver.channel())
                  .faults(driver)
                  .volumes(List.of("a", "b", "c"))));
      assertThat(driver.volumes()).containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  @Test
  void tooFewExistingVolumesAreInconclusive() throws Exception {
    try (PortDriver driver = new PortDriver().with("a")) {
      ConformanceReport report =
          run(DriverUnderTest.builder(driver.channel()).faults(driver).volumes(List.of("a")));

      assertThat(numbers(report, Verdict.FAIL)).isEmpty();
      assertThat(numbers(report, Verdict.INCONCLUSIVE))
          .contains("D22", "D29")
          .doesNotContain("D17");
    }
  }

  @Test
  void theFakeDriverPassesAndIsLeftAsItWas() {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      ConformanceReport report =
          run(
              DriverUnderTest.builder(channel.channel())
                  .faults(new FakeFaults(driver))
                  .secrets(Map.of("password", "opensesame")));

      assertThat(report.conforms()).as(report.toText()).isTrue();
      assertThat(numbers(report, Verdict.WARN)).as(report.toText()).isEmpty();
      assertThat(numbers(report, Verdict.SKIPPED)).allMatch(number -> number.startsWith("D9"));
      assertThat(driver.recordedCalls()).anyMatch(call -> call.secrets() > 0);
      assertThat(driver.calls(CsiMethods.DELETE_VOLUME))
          .isEqualTo(driver.calls(CsiMethods.CREATE_VOLUME))
          .isPositive();
      assertThat(driver.calls(CsiMethods.NODE_UNSTAGE_VOLUME))
          .isEqualTo(driver.calls(CsiMethods.NODE_STAGE_VOLUME))
          .isPositive();
    }
  }

  /** Known fault 18: on a healthy driver, right and wrong look alike. */
  @Test
  void knownFault18WithoutAFaultInjectorNothingThatNeedsOneIsPassed() throws Exception {
    try (PortDriver driver = new PortDriver()) {
      ConformanceReport report = run(DriverUnderTest.builder(driver.channel()));

      assertThat(report.conforms()).isFalse();
      assertThat(numbers(report, Verdict.FAIL)).isEmpty();
      assertThat(numbers(report, Verdict.INCONCLUSIVE))
          .contains("D17", "D18", "D28", "D29", "D32", "D49", "D51", "D62", "D82");
      assertThat(report.with(Verdict.INCONCLUSIVE))
          .allSatisfy(
              result ->
                  assertThat(result.outcome().detail())
                      .isEqualTo("needs a fault, and no fault injector is given"));
    }
  }

  @Test
  void whatIsNotOfferedIsSkipped() {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      driver
          .controllerCapabilities(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME)
          .nodeCapabilities(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);

      ConformanceReport report =
          run(DriverUnderTest.builder(channel.channel()).faults(new FakeFaults(driver)));

      assertThat(numbers(report, Verdict.PASS)).as(report.toText()).containsExactly("D01", "D03");
      assertThat(report.with(Verdict.SKIPPED)).hasSize(report.results().size() - 2);
    }
  }

  @Test
  void aDriverOfStorageHealthAloneNeedsNoVolume() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver
          .controllerCapabilities()
          .nodeCapabilities(NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH);

      ConformanceReport report =
          run(DriverUnderTest.builder(driver.channel()).faults(new FakeFaults(driver)));

      assertThat(report.conforms()).as(report.toText()).isTrue();
      assertThat(numbers(report, Verdict.PASS)).contains("D61", "D70", "D81", "D82");
      assertThat(numbers(report, Verdict.SKIPPED)).contains("D11", "D51", "D83", "D84");
    }
  }

  @Test
  void aDriverOfNodeHealthAloneIsSentNoSecrets() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver
          .controllerCapabilities(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME)
          .nodeCapabilities(NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH);

      ConformanceReport report =
          run(DriverUnderTest.builder(driver.channel()).faults(new FakeFaults(driver)));

      assertThat(report.conforms()).as(report.toText()).isTrue();
      assertThat(numbers(report, Verdict.PASS)).contains("D49", "D81", "D83", "D84");
      assertThat(numbers(report, Verdict.SKIPPED)).contains("D82");
    }
  }

  /** Known fault 18: an empty list keeps every promise about what is in it. */
  @Test
  void knownFault18AListOfNothingPassesNoRuleThatNeedsEntries() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.answer(CsiMethods.LIST_VOLUME_HEALTH, request -> FakeDriver.page(""));

      ConformanceReport report =
          run(DriverUnderTest.builder(driver.channel()).faults(new FakeFaults(driver)));

      assertThat(numbers(report, Verdict.FAIL)).contains("D28");
      assertThat(numbers(report, Verdict.INCONCLUSIVE))
          .contains("D21", "D22", "D23", "D24", "D27", "D29", "D30", "D31", "D32");
    }
  }

  /** The fault may be one that the controller alone can see. */
  @Test
  void aNodeThatTellsNothingOfTheFaultHasNothingToForget() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.answer(
          CsiMethods.NODE_GET_VOLUME_HEALTH,
          request ->
              NodeGetVolumeHealthResponse.newBuilder()
                  .setVolumeHealth(FakeDriver.health(request.getVolumeId()))
                  .build());

      ConformanceReport report =
          run(DriverUnderTest.builder(driver.channel()).faults(new FakeFaults(driver)));

      assertThat(numbers(report, Verdict.SKIPPED)).contains("D49");
    }
  }

  @Test
  void callsThatDoNotReachTheDriverProveNothingOfSecrets() {
    try (FakeDriver driver = FakeDriver.start()) {
      driver.fail(CsiMethods.LIST_VOLUME_HEALTH, Status.UNAVAILABLE);

      ConformanceReport report =
          run(DriverUnderTest.builder(driver.channel()).faults(new FakeFaults(driver)));

      assertThat(numbers(report, Verdict.INCONCLUSIVE)).contains("D82");
    }
  }

  @Test
  void aDriverThatIsNotThereIsInconclusive() {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      driver.stop();

      ConformanceReport report =
          run(DriverUnderTest.builder(channel.channel()).faults(new FakeFaults(driver)));

      assertThat(report.results())
          .extracting(RuleResult::verdict)
          .containsOnly(Verdict.INCONCLUSIVE, Verdict.SKIPPED);
      assertThat(report.with(Verdict.SKIPPED)).hasSize(5);
    }
  }

  @Test
  void whatCannotBeCleanedUpIsSaid() {
    try (FakeDriver driver = FakeDriver.start();
        UnixChannel channel = UnixChannel.dial(driver.endpoint())) {
      driver.fail(CsiMethods.DELETE_VOLUME, Status.INTERNAL);

      ConformanceReport report =
          run(DriverUnderTest.builder(channel.channel()).faults(new FakeFaults(driver)));

      assertThat(report.with(Verdict.INCONCLUSIVE))
          .anySatisfy(
              result ->
                  assertThat(result.outcome().detail())
                      .isEqualTo("could not clean up: DeleteVolume answered INTERNAL"));
    }
  }

  @Test
  void aFaultInjectorThatFailsSaysWhyAndEveryFaultIsEnded() throws Exception {
    try (PortDriver driver = new PortDriver()) {
      FaultInjector failing =
          new FaultInjector() {
            @Override
            public void degradeVolume(String volumeId) throws Exception {
              throw new Exception("the disk cannot be pulled");
            }

            @Override
            public void recoverVolume(String volumeId) {}

            @Override
            public void degradeStorage() {}

            @Override
            public void recoverStorage() {}
          };

      ConformanceReport report = run(DriverUnderTest.builder(driver.channel()).faults(failing));

      assertThat(report.with(Verdict.INCONCLUSIVE))
          .anySatisfy(
              result ->
                  assertThat(result.outcome().detail())
                      .isEqualTo("the fault injector failed: the disk cannot be pulled"));
      assertThat(driver.volumes()).isEmpty();
    }
  }

  @Test
  void aTimeoutIsPositive() throws Exception {
    try (PortDriver driver = new PortDriver()) {
      Channel channel = driver.channel();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> DriverUnderTest.builder(channel).timeout(Duration.ZERO));
    }
  }
}
