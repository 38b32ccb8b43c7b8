package io.github.csihealth.testkit.sanity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Finds the csi-sanity that CSI_SANITY names. Without that variable the tests are skipped by name,
 * and the console says why; under CI=true its absence is a failure.
 *
 * <pre>{@code
 * @RegisterExtension static final RealSanity SANITY = new RealSanity();
 * }</pre>
 */
final class RealSanity implements ExecutionCondition {

  private static final String PROGRAM = "CSI_SANITY";

  /** The rule about absence, for an environment. */
  static ConditionEvaluationResult mayRun(Map<String, String> environment) {
    if (!environment.getOrDefault(PROGRAM, "").isBlank()) {
      return ConditionEvaluationResult.enabled(PROGRAM + " is set");
    }
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(
          PROGRAM + " is not set, and under CI=true the conformance suite must run");
    }
    return ConditionEvaluationResult.disabled(
        PROGRAM
            + " is not set: it names the program csi-sanity v5.6.0, which .ci/build-tools builds"
            + " into the folder that it prints");
  }

  /**
   * The program that the environment names.
   *
   * @throws IllegalStateException when it is no executable
   */
  static CsiSanity program(Map<String, String> environment) {
    Path program = Path.of(environment.get(PROGRAM)).toAbsolutePath();
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new IllegalStateException(
          PROGRAM + " is set, but " + program + " is no executable file");
    }
    return CsiSanity.program(program);
  }

  CsiSanity get() {
    return program(System.getenv());
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    ConditionEvaluationResult result = mayRun(System.getenv());
    if (result.isDisabled()) {
      System.out.println(
          context.getDisplayName() + " is skipped: " + result.getReason().orElseThrow());
    }
    return result;
  }
}
