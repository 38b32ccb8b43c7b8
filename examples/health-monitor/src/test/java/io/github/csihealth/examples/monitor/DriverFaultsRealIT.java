package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DATA_LOSS;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.FaultRig.NONE;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static io.github.csihealth.testkit.driver.FakeDriver.health;
import static io.github.csihealth.testkit.driver.FakeDriver.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.github.csihealth.testkit.driver.DriverFault;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong at the driver, and that nothing is lost by it. */
class DriverFaultsRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final VolumeHealthEntry OLD = entry(DEGRADED, "ReplicaDown", "1 of 3 replicas");
  private static final VolumeHealthEntry NEW = entry(INACCESSIBLE, "PathLost", "no path");

  /** In get mode, of a volume whose calls fail: sixteen times the get interval of a minute. */
  private static final Duration GET_BACKOFF = Duration.ofMinutes(16);

  @AutoClose private final FaultRig rig = new FaultRig(SERVER);

  DriverFaultsRealIT() throws Exception {}

  @Test
  void theDriverIsKilledBetweenTwoPagesAndStartedAgain() throws Exception {
    rig.bind(10);
    // Served by nobody so far: a killed driver leaves its file behind.
    rig.endpoint =
        UnixEndpoint.parse(
            Path.of(rig.driver.endpoint().path()).resolveSibling("killed.sock").toString());
    List<String> all = IntStream.range(0, 10).mapToObj(i -> "vol-" + i).toList();
    IntStream.range(0, 10).forEach(i -> rig.expect(i, OLD));
    DriverProgram first = DriverProgram.start(rig.endpoint, rig.driver.name(), all, List.of());
    try {
      rig.run(
          () -> {
            first.killBetweenPages();
            int patches = rig.proxy.patches().size();
            long from = rig.time().nanoTime();
            eventually(
                "three intervals without a driver",
                () -> rig.time().nanoTime() - from > FaultRig.INTERVAL.multipliedBy(3).toNanos());
            assertThat(rig.proxy.patches()).as("writes without a driver").hasSize(patches);
            IntStream.range(5, 10).forEach(i -> rig.expect(i));
            // It knows the others, and says by Get that they are healthy.
            List<String> sick = all.subList(0, 5);
            DriverProgram second =
                DriverProgram.start(rig.endpoint, rig.driver.name(), sick, all.subList(5, 10));
            try {
              rig.settlesWithin(NONE);
            } finally {
              second.close();
            }
          });
    } finally {
      first.close();
      Files.deleteIfExists(Path.of(rig.endpoint.path()));
    }
    IntStream.range(0, 5).forEach(rig::neverCleared);
  }

  @Test
  void theSocketIsReplacedByThatOfANewDriver() throws Exception {
    rig.bind(5);
    rig.report(0, OLD);
    rig.report(1, OLD);
    Path path = Path.of(rig.driver.endpoint().path());
    Path staged = path.resolveSibling("new.sock");
    try (FakeDriver next =
        FakeDriver.start(UnixEndpoint.parse(staged.toString())).named(rig.driver.name())) {
      next.setHealth("vol-0", OLD).healthy("vol-1").setHealth("vol-2", NEW);
      rig.run(
          () -> {
            Files.move(staged, path, StandardCopyOption.ATOMIC_MOVE);
            // The old one goes on serving those who are connected, and then ends.
            rig.awaitCycles(1);
            rig.driver.fail(CsiMethods.LIST_VOLUME_HEALTH, DriverFault.cut());
            rig.expect(1);
            rig.expect(2, NEW);
            rig.settlesWithin(NONE);
          });
    }
    rig.neverCleared(0);
  }

  @Test
  void oneVolumeOfAHundredHangs() throws Exception {
    rig.driver.controllerCapabilities(GET_VOLUME_HEALTH);
    rig.bind(100);
    rig.report(7, OLD);
    rig.run(
        () -> {
          rig.driver.fail(
              CsiMethods.GET_VOLUME_HEALTH,
              DriverFault.hang(),
              request -> request.getVolumeId().equals("vol-7"));
          for (int i = 0; i < 100; i++) {
            if (i != 7) {
              rig.report(i, NEW);
            }
          }
          rig.settlesWithin(NONE);
          rig.report(7, NEW);
          rig.driver.recover(CsiMethods.GET_VOLUME_HEALTH);
          rig.settlesWithin(GET_BACKOFF);
        });
    rig.neverCleared(7);
  }

  static Stream<Arguments> garbage() {
    VolumeHealthEntry unknown = entry(99, "NewThing", "of a later specification");
    return Stream.of(
        named("only unknown statuses", answering(health("vol-0", unknown))),
        named("bytes that are no message", failing(DriverFault.garbage(0xff))),
        named("invalid UTF-8", failing(DriverFault.invalidUtf8())),
        named("connections that break", failing(DriverFault.cut())),
        named(
            "pages without end",
            driver -> {
              AtomicInteger next = new AtomicInteger();
              driver.answer(
                  CsiMethods.LIST_VOLUME_HEALTH, request -> page("t" + next.incrementAndGet()));
              driver.fail(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE);
            }),
        named(
            "the same page again and again",
            driver -> {
              driver.answer(CsiMethods.LIST_VOLUME_HEALTH, request -> page("again"));
              driver.fail(CsiMethods.GET_VOLUME_HEALTH, Status.UNAVAILABLE);
            }));
  }

  private static Arguments named(String what, Consumer<FakeDriver> fault) {
    return Arguments.of(what, fault);
  }

  private static Consumer<FakeDriver> answering(VolumeHealth health) {
    return driver -> {
      driver.answer(CsiMethods.LIST_VOLUME_HEALTH, request -> page("", health));
      driver.answer(
          CsiMethods.GET_VOLUME_HEALTH,
          request ->
              ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(health).build());
    };
  }

  private static Consumer<FakeDriver> failing(DriverFault fault) {
    return driver -> {
      driver.fail(CsiMethods.LIST_VOLUME_HEALTH, fault);
      driver.fail(CsiMethods.GET_VOLUME_HEALTH, fault);
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("garbage")
  void garbageIsNoReport(String what, Consumer<FakeDriver> fault) throws Exception {
    rig.bind(3);
    rig.report(0, OLD);
    rig.run(
        () -> {
          int patches = rig.proxy.patches().size();
          fault.accept(rig.driver);
          rig.awaitCycles(5);
          assertThat(rig.proxy.patches()).as("writes for %s", what).hasSize(patches);
          rig.storedIsReported();
          rig.driver.recover(CsiMethods.LIST_VOLUME_HEALTH);
          rig.driver.recover(CsiMethods.GET_VOLUME_HEALTH);
          rig.report(0, NEW);
          rig.report(1, OLD);
          rig.settlesWithin(NONE);
        });
    rig.neverCleared(0);
  }

  /** In get mode; to a driver that lists, an entry with a wrong id is one about another volume. */
  @ParameterizedTest(name = "the id \"{0}\"")
  @ValueSource(strings = {"vol-another", ""})
  void anAnswerWithAWrongIdIsNoReport(String id) throws Exception {
    rig.driver.controllerCapabilities(GET_VOLUME_HEALTH);
    rig.bind(3);
    rig.report(0, OLD);
    rig.run(
        () -> {
          int patches = rig.proxy.patches().size();
          VolumeHealth wrong = health(id, NEW);
          int before = rig.driver.calls(CsiMethods.GET_VOLUME_HEALTH);
          rig.driver.answer(
              CsiMethods.GET_VOLUME_HEALTH,
              request ->
                  ControllerGetVolumeHealthResponse.newBuilder().setVolumeHealth(wrong).build());
          eventually(
              "calls for each of the three",
              () -> rig.driver.calls(CsiMethods.GET_VOLUME_HEALTH) > before + 10);
          assertThat(rig.proxy.patches()).as("writes").hasSize(patches);
          rig.storedIsReported();
          rig.driver.recover(CsiMethods.GET_VOLUME_HEALTH);
          rig.report(0, NEW);
          rig.report(1, OLD);
          rig.settlesWithin(GET_BACKOFF);
        });
    rig.neverCleared(0);
  }

  @Test
  void tenThousandConditionsAndAMessageOfAMebibyte() throws Exception {
    rig.bind(3);
    rig.report(0, OLD);
    rig.run(
        () -> {
          rig.report(2, NEW);
          rig.driver.setHealth(
              "vol-0",
              Stream.concat(
                      IntStream.range(0, 10_000)
                          .mapToObj(i -> entry(DEGRADED, "Reason%05d".formatted(i), "much")),
                      Stream.of(entry(DATA_LOSS, "BlocksLost", "17 blocks")))
                  .toList());
          rig.driver.setHealth("vol-1", entry(DEGRADED, "Talkative", "ä".repeat(1 << 19)));
          eventually(
              () -> {
                assertThat(rig.namespace.conditions("claim-0"))
                    .hasSize(16)
                    .first()
                    .isEqualTo("DataLoss/BlocksLost: 17 blocks");
                assertThat(rig.namespace.conditions("claim-1"))
                    .containsExactly("Degraded/Talkative: " + "ä".repeat(512));
              });
          int patches = rig.proxy.patches().size();
          rig.awaitCycles(3);
          assertThat(rig.proxy.patches()).as("writes without a change").hasSize(patches);
          rig.report(0, NEW);
          rig.report(1);
          rig.settlesWithin(NONE);
        });
    rig.neverCleared(0);
  }
}
