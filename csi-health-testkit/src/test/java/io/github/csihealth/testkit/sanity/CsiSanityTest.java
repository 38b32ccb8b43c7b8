package io.github.csihealth.testkit.sanity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.testkit.sanity.SanityReport.Outcome;
import io.github.csihealth.testkit.sanity.SanityReport.Spec;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The runner, with shell scripts in the place of csi-sanity. */
@Timeout(60)
class CsiSanityTest {

  private static final UnixEndpoint ENDPOINT = UnixEndpoint.parse("relative/csi.sock");

  /** Finds the report's path among the arguments. */
  private static final String WRITE_REPORT =
      """
      for argument; do case "$argument" in --ginkgo.json-report=*) report="${argument#*=}" ;; esac; done
      cat >"$report" <<'END'
      %s
      END
      """;

  @TempDir private Path folder;

  @Test
  void whatCameOfEachSpecIsReported() throws Exception {
    SanityReport report =
        CsiSanity.program(
                script(
                    WRITE_REPORT.formatted(
                            """
                            [{"SuiteDescription": "CSI Driver Test Suite", "SpecReports": [
                              {"LeafNodeType": "BeforeSuite", "State": "passed"},
                              {"ContainerHierarchyTexts": ["Node Service", "NodeGetInfo"],
                               "LeafNodeType": "It", "LeafNodeText": "should work", "State": "passed"},
                              {"ContainerHierarchyTexts": ["ListSnapshots"], "LeafNodeType": "It",
                               "LeafNodeText": "should list", "State": "skipped",
                               "Failure": {"Message": "not supported"}},
                              {"ContainerHierarchyTexts": null, "LeafNodeType": "It",
                               "LeafNodeText": "switched off", "State": "pending"},
                              {"ContainerHierarchyTexts": ["A"], "LeafNodeType": "It",
                               "LeafNodeText": "too slow", "State": "timedout"},
                              {"ContainerHierarchyTexts": ["A"], "LeafNodeType": "It",
                               "LeafNodeText": "fails", "State": "failed",
                               "Failure": {"Message": "Expected success"}},
                              {"ContainerHierarchyTexts": null, "LeafNodeType": "AfterSuite",
                               "LeafNodeText": "", "State": "panicked",
                               "Failure": {"Message": "broke"}}
                            ]}]
                            """)
                        + "echo out; echo err >&2; exit 3"))
            .run(ENDPOINT);
    assertThat(report.exitCode()).isEqualTo(3);
    assertThat(report.output()).isEqualTo("out\nerr\n");
    assertThat(report.specs())
        .containsExactly(
            new Spec("Node Service NodeGetInfo should work", Outcome.PASSED, ""),
            new Spec("ListSnapshots should list", Outcome.SKIPPED, "not supported"),
            new Spec("switched off", Outcome.SKIPPED, "pending"),
            new Spec("A too slow", Outcome.FAILED, "timedout"),
            new Spec("A fails", Outcome.FAILED, "Expected success"),
            new Spec("AfterSuite", Outcome.FAILED, "broke"));
    assertThat(report.passed()).containsExactly("Node Service NodeGetInfo should work");
    assertThat(report.failed()).containsExactly("A fails", "A too slow", "AfterSuite");
    assertThat(report.skipped()).containsExactly("ListSnapshots should list", "switched off");
    assertThat(report).hasToString("SanityReport[exit code 3, 1 passed, 3 failed, 2 skipped]");
  }

  @Test
  void theProgramIsToldOfTheDriverAndOfFreshPathsAndLastOfFurtherFlags() throws Exception {
    Path program =
        script(
            WRITE_REPORT.formatted("[]") + "printf '%s\\n' \"$@\"; ls \"$(dirname \"$report\")\"");
    SanityReport report =
        CsiSanity.program(program).with("--csi.testvolumesize=1").with("--a", "--b").run(ENDPOINT);
    String endpoint = "--csi.endpoint=unix://" + Path.of("relative/csi.sock").toAbsolutePath();
    assertThat(report.output().lines())
        .contains(endpoint, "--csi.testvolumesize=1")
        .anyMatch(line -> line.startsWith("--csi.mountdir=/"))
        .anyMatch(line -> line.startsWith("--csi.stagingdir=/"))
        .doesNotContain("mount", "staging")
        .containsSequence("--csi.testvolumesize=1", "--a", "--b", "output", "report.json");
    assertThat(report.passed()).isEmpty();
    String mount =
        report.output().lines().filter(line -> line.contains("mountdir")).findFirst().orElseThrow();
    assertThat(Path.of(mount.substring(mount.indexOf('=') + 1)).getParent()).doesNotExist();
  }

  @Test
  void aRunWithoutAReportIsNoRun() throws Exception {
    CsiSanity sanity = CsiSanity.program(script("echo no such flag; exit 2"));
    assertThatIllegalStateException()
        .isThrownBy(() -> sanity.run(ENDPOINT))
        .withMessageContaining("exit code 2")
        .withMessageContaining("no such flag");
  }

  @Test
  void aRunIsEndedWhenItsTimeIsOver() throws Exception {
    CsiSanity sanity = CsiSanity.program(script("exec sleep 1000")).within(Duration.ofMillis(50));
    assertThatIllegalStateException()
        .isThrownBy(() -> sanity.run(ENDPOINT))
        .withMessageContaining("did not end within PT0.05S");
    assertThatIllegalArgumentException().isThrownBy(() -> sanity.within(Duration.ZERO));
  }

  @Test
  void aRunIsEndedByInterruption() throws Exception {
    CsiSanity sanity = CsiSanity.program(script("exec sleep 1000"));
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> sanity.run(ENDPOINT));
  }

  @Test
  void aProgramThatIsNotThereIsNamed() {
    CsiSanity sanity = CsiSanity.program(folder.resolve("missing"));
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> sanity.run(ENDPOINT))
        .withMessageContaining(folder.resolve("missing").toString());
  }

  private Path script(String body) throws Exception {
    Path script = Files.writeString(folder.resolve("csi-sanity"), "#!/bin/sh\n" + body + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }
}
