package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.io.TempDir;

/** When the tests on real servers run, are skipped, or fail. */
class RealServerTest {

  @Test
  void withoutServersTheTestsAreSkippedAndTheReasonSaysHowToGetThem() {
    ConditionEvaluationResult result = RealServer.mayRun(Map.of("CI", "false"));
    assertThat(result.isDisabled()).isTrue();
    assertThat(result.getReason())
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("KUBEBUILDER_ASSETS", ".ci/build-tools"));
  }

  @Test
  void anEmptyVariableIsNoServers() {
    assertThat(RealServer.mayRun(Map.of("KUBEBUILDER_ASSETS", " ")).isDisabled()).isTrue();
  }

  @Test
  void inCiTheAbsenceOfServersIsAFailure() {
    assertThatThrownBy(() -> RealServer.mayRun(Map.of("CI", "true")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("KUBEBUILDER_ASSETS");
  }

  @Test
  void withServersTheTestsRun() {
    assertThat(RealServer.mayRun(Map.of("CI", "true", "KUBEBUILDER_ASSETS", "/x")).isDisabled())
        .isFalse();
  }

  @Test
  void aFolderWithoutTheServersIsAFailure(@TempDir Path folder) throws Exception {
    Map<String, String> environment = Map.of("KUBEBUILDER_ASSETS", folder.toString());
    for (String missing : new String[] {"kube-apiserver", "etcd"}) {
      assertThatThrownBy(() -> RealServer.assets(environment))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(folder.resolve(missing).toString());
      assertThat(Files.createFile(folder.resolve(missing)).toFile().setExecutable(true)).isTrue();
    }
    assertThat(RealServer.assets(environment)).isEqualTo(folder);
  }
}
