package io.github.csihealth.examples.driverconformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.driver.DriverConformance;
import io.github.csihealth.testkit.conformance.driver.DriverUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program on the packaged host path driver. */
@Timeout(180)
class HostPathDriverIT {

  private static final List<Rule<DriverUnderTest>> RULES = DriverConformance.suite().rules();
  private static final int UNTESTED =
      (int) RULES.stream().filter(rule -> rule.level() == Rule.Level.UNTESTED).count();
  private static final int TESTED = RULES.size() - UNTESTED;

  @TempDir Path temp;
  private JarProcess driver;

  @BeforeEach
  void start() throws IOException {
    driver =
        JarProcess.start(
            JarProcess.HOSTPATH_DRIVER,
            temp.resolve("driver.log"),
            List.of("--endpoint=" + endpoint(), "--data-dir=" + data(), "--node-id=node-1"));
    try (UnixChannel channel = UnixChannel.dial(endpoint())) {
      IdentityGrpc.newBlockingStub(channel.channel())
          .withWaitForReady()
          .probe(ProbeRequest.getDefaultInstance());
    }
  }

  @AfterEach
  void stop() {
    driver.close();
  }

  private UnixEndpoint endpoint() {
    return UnixEndpoint.parse("unix://" + temp.resolve("csi.sock"));
  }

  private Path data() {
    return temp.resolve("data");
  }

  /** Writes and deletes health.yaml, as the driver's own documentation says. */
  private Path injector() throws IOException {
    return Files.writeString(
        temp.resolve("inject.sh"),
        """
        data=$1
        write() {
          printf 'healthConditions:\\n- status: %%s\\n  reason: %%s\\n  message: by hand\\n' \
        "$1" "$2" > "$3.new" && mv "$3.new" "$3"
        }
        case $2 in
          degrade) write Degraded ReplicaDown "$data/volumes/$3/health.yaml" ;;
          recover) rm "$data/volumes/$3/health.yaml" ;;
          degrade-storage) write StorageDegraded PathsLost "$data/health.yaml" ;;
          recover-storage) rm "$data/health.yaml" ;;
          *) exit 1 ;;
        esac
        test "$CSI_ENDPOINT" = %s
        """
            .formatted(endpoint()));
  }

  private JarProcess run(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--endpoint=" + endpoint()));
    arguments.addAll(List.of(more));
    return JarProcess.start(JarProcess.CONFORMANCE, temp.resolve("run.log"), arguments);
  }

  @Test
  void theDriverConformsAndIsLeftAsItWas() throws Exception {
    Path report = temp.resolve("report.xml");
    try (JarProcess run =
        run("--inject=sh " + injector() + " " + data(), "--junit-xml=" + report)) {
      assertThat(run.exitCode()).as(run.output()).isZero();
      assertThat(run.output().lines().filter(line -> line.startsWith("PASS "))).hasSize(TESTED);
      assertThat(run.output().lines().filter(line -> line.startsWith("SKIPPED ")))
          .hasSize(UNTESTED)
          .allMatch(line -> line.contains("untested_"));
      assertThat(run.output().lines().toList())
          .last()
          .isEqualTo(TESTED + " PASS, " + UNTESTED + " SKIPPED");
    }
    assertThat(Files.readString(report))
        .contains(
            "tests=\"%d\" failures=\"0\" errors=\"0\" skipped=\"%d\""
                .formatted(RULES.size(), UNTESTED));
    try (Stream<Path> volumes = Files.list(data().resolve("volumes"))) {
      assertThat(volumes).isEmpty();
    }
  }

  @Test
  void withoutFaultsItIsInconclusive() throws Exception {
    try (JarProcess run = run()) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(ExitCode.INCONCLUSIVE.code());
      assertThat(run.output())
          .contains("INCONCLUSIVE  required_D28_listTellsTheFault")
          .contains("needs a fault, and no fault injector is given")
          .doesNotContain("FAIL ");
    }
  }

  @Test
  void aRuleThatFailsHasItsCode() throws Exception {
    // What makes no fault, and says that it did.
    try (JarProcess run = run("--inject=true")) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(ExitCode.RULE_FAILED.code());
      assertThat(run.output()).contains("FAIL          required_D17_getTellsTheFault");
    }
  }
}
