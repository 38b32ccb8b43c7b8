package io.github.csihealth.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.driver.DriverConformance;
import io.github.csihealth.testkit.conformance.driver.DriverUnderTest;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** How a rule's verdict becomes that of a test. */
class DriverConformanceTestTest {

  private final FakeDriver fake = FakeDriver.start();
  private final UnixChannel channel = UnixChannel.dial(fake.endpoint());
  private final Map<String, String> published = new HashMap<>();

  private final DriverConformanceTest tests =
      new DriverConformanceTest() {
        @Override
        protected DriverUnderTest driver() {
          return DriverUnderTest.builder(channel.channel()).build();
        }
      };

  @AfterEach
  void close() {
    channel.close();
    fake.close();
  }

  /** What each rule's test ends with, by its name. */
  private Map<String, Optional<Throwable>> run() throws Exception {
    Map<String, Optional<Throwable>> ends = new LinkedHashMap<>();
    tests
        .driverConforms(entries -> published.putAll(entries))
        .forEach(
            test ->
                ends.put(
                    test.getDisplayName(),
                    Optional.ofNullable(catchThrowable(() -> test.getExecutable().execute()))));
    return ends;
  }

  @Test
  void everyRuleIsATestOfItsName() throws Exception {
    assertThat(run().keySet())
        .containsExactlyElementsOf(
            DriverConformance.suite().rules().stream().map(Rule::name).toList());
  }

  @Test
  void eachVerdictEndsATestInItsWay() throws Exception {
    fake.named("no domain name");

    Map<String, Optional<Throwable>> ends = run();

    assertThat(ends.get("required_D01_pluginNameIsADomainName").orElseThrow())
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("63");
    assertThat(ends.get("required_D02_listIsOfferedOnlyWithGet")).isEmpty();
    assertThat(ends.get("required_D17_getTellsTheFault").orElseThrow())
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("INCONCLUSIVE")
        .hasMessageContaining("fault injector");
    assertThat(ends.get("untested_D95_secretsStayOutOfLogs").orElseThrow())
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("SKIPPED");
  }

  @Test
  void aWarningIsReportedAndPasses() throws Exception {
    fake.answer(
        CsiMethods.GET_VOLUME_HEALTH,
        request ->
            ControllerGetVolumeHealthResponse.newBuilder()
                .setVolumeHealth(
                    FakeDriver.health(request.getVolumeId(), FakeDriver.entry(1, "AllGood", "")))
                .build());

    Map<String, Optional<Throwable>> ends = run();

    String rule = "optional_D16_getOfAHealthyVolumeHasNoConditions";
    assertThat(ends.get(rule)).isEmpty();
    assertThat(published).containsKey(rule);
  }
}
