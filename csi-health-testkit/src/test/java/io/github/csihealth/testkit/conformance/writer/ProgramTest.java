package io.github.csihealth.testkit.conformance.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.testkit.conformance.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgramTest {

  private static final UnixEndpoint ENDPOINT = UnixEndpoint.parse("/tmp/some.sock");

  private static Program start(String script) throws Exception {
    return Program.start(
        List.of("sh", "-c", script, Program.KUBECONFIG, Program.SOCKET), "kind: Config", ENDPOINT);
  }

  private static void until(BooleanSupplier isSo) throws InterruptedException {
    while (!isSo.getAsBoolean()) { // the test has a time limit
      Thread.sleep(5);
    }
  }

  @Test
  void thePlaceholdersStandForTheTwoPaths() throws Exception {
    Program program = start("cat \"$0\"; echo; echo \"$1\"; exec sleep 60");
    try {
      until(() -> program.output().lines().count() == 2);
      assertThat(program.output()).isEqualTo("kind: Config\n/tmp/some.sock\n");
      assertThat(program.ended()).isFalse();
    } finally {
      program.end();
    }
    assertThat(program.ended()).isTrue();
  }

  @Test
  void theKubeconfigIsRemovedInTheEnd() throws Exception {
    Program program = start("echo \"$0\"; exec sleep 60");
    until(() -> program.output().endsWith("\n"));
    Path kubeconfig = Path.of(program.output().strip());
    assertThat(kubeconfig).exists();
    program.end();
    assertThat(kubeconfig).doesNotExist();
  }

  @Test
  void ofMuchOutputTheLastIsKept() throws Exception {
    Program program = start("seq 1 20000; exec sleep 60");
    try {
      until(() -> program.output().endsWith("\n20000\n"));
      assertThat(program.output()).hasSizeLessThanOrEqualTo(4000);
    } finally {
      program.end();
    }
  }

  @Test
  void aProgramThatIsNotThereIsNoFaultOfTheRule() {
    assertThatThrownBy(() -> Program.start(List.of("no-such-program"), "kind: Config", ENDPOINT))
        .isInstanceOfSatisfying(
            RuleEnd.class,
            end -> assertThat(end.outcome().verdict()).isEqualTo(Verdict.INCONCLUSIVE))
        .hasMessageContaining("no-such-program");
  }

  @Test
  void aCommandHasToTakeBothPathsAndAnIntervalToBePositive() {
    assertThatThrownBy(
            () -> WriterUnderTest.command(Duration.ofSeconds(1), List.of("run", "{socket}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("{kubeconfig}");
    assertThatThrownBy(
            () ->
                WriterUnderTest.command(Duration.ZERO, List.of("run", "{socket}", "{kubeconfig}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("interval");
  }
}
