package io.github.csihealth.testkit.sanity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.io.TempDir;

/** When the tests with csi-sanity run, are skipped, or fail. */
class RealSanityTest {

  @Test
  void withoutTheProgramTheTestsAreSkippedAndTheReasonSaysHowToGetIt() {
    for (Map<String, String> environment :
        List.of(Map.of("CI", "false"), Map.of("CSI_SANITY", " "))) {
      ConditionEvaluationResult result = RealSanity.mayRun(environment);
      assertThat(result.isDisabled()).isTrue();
      assertThat(result.getReason())
          .hasValueSatisfying(
              reason -> assertThat(reason).contains("CSI_SANITY", ".ci/build-tools"));
    }
  }

  @Test
  void inCiItsAbsenceIsAFailure() {
    assertThatIllegalStateException()
        .isThrownBy(() -> RealSanity.mayRun(Map.of("CI", "true")))
        .withMessageContaining("CSI_SANITY");
  }

  @Test
  void withItTheTestsRun() {
    assertThat(RealSanity.mayRun(Map.of("CI", "true", "CSI_SANITY", "/x")).isDisabled()).isFalse();
  }

  @Test
  void whatIsNoProgramIsAFailure(@TempDir Path folder) throws Exception {
    Path program = folder.resolve("csi-sanity");
    Map<String, String> environment = Map.of("CSI_SANITY", program.toString());
    assertThatIllegalStateException()
        .isThrownBy(() -> RealSanity.program(environment))
        .withMessageContaining(program.toString());
    assertThatIllegalStateException()
        .isThrownBy(() -> RealSanity.program(Map.of("CSI_SANITY", folder.toString())))
        .withMessageContaining(folder.toString());
    assertThat(Files.createFile(program).toFile().setExecutable(true)).isTrue();
    assertThat(RealSanity.program(environment)).isNotNull();
  }
}
