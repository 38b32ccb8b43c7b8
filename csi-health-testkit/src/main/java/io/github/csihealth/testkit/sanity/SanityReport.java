package io.github.csihealth.testkit.sanity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * What came of one run of csi-sanity.
 *
 * <p>Immutable. A run that found nothing to try has no failures either: look at {@link #passed()},
 * and at {@link #skipped()} for what the driver was not tested for.
 */
public final class SanityReport {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** What came of one spec. */
  public enum Outcome {
    /** It ran and held. */
    PASSED,
    /** It did not hold, broke off or ran out of time. */
    FAILED,
    /**
     * It did not run: for want of a capability, mostly; or the suite itself has it switched off.
     */
    SKIPPED
  }

  /**
   * One spec of the suite.
   *
   * @param name the words of its containers and its own, with a space between: {@code
   *     ControllerGetVolumeHealth [Controller Server] should fail when no volume id is provided}.
   *     Where the set-up of the suite itself fails, that is a spec too, such as {@code BeforeSuite}
   * @param outcome what came of it
   * @param detail why it failed or was skipped, in the suite's words; {@code pending} where the
   *     suite itself has it switched off; empty if it passed
   */
  public record Spec(String name, Outcome outcome, String detail) {}

  private final int exitCode;
  private final List<Spec> specs;
  private final String output;

  private SanityReport(int exitCode, List<Spec> specs, String output) {
    this.exitCode = exitCode;
    this.specs = List.copyOf(specs);
    this.output = output;
  }

  /** Reads the JSON report that the suite writes. */
  static SanityReport read(int exitCode, String json, String output)
      throws JsonProcessingException {
    List<Spec> specs = new ArrayList<>();
    for (JsonNode suite : JSON.readTree(json)) {
      for (JsonNode spec : suite.path("SpecReports")) {
        Outcome outcome = outcome(spec.path("State").asText());
        // What is around the specs, such as the set-up of the suite, counts only when it fails.
        if (outcome == Outcome.FAILED || spec.path("LeafNodeType").asText().equals("It")) {
          specs.add(new Spec(name(spec), outcome, detail(spec)));
        }
      }
    }
    return new SanityReport(exitCode, specs, output);
  }

  private static Outcome outcome(String state) {
    return switch (state) {
      case "passed" -> Outcome.PASSED;
      case "skipped", "pending" -> Outcome.SKIPPED;
      default -> Outcome.FAILED;
    };
  }

  private static String name(JsonNode spec) {
    StringJoiner name = new StringJoiner(" ");
    spec.path("ContainerHierarchyTexts").forEach(text -> name.add(text.asText()));
    String own = spec.path("LeafNodeText").asText();
    return name.add(own.isEmpty() ? spec.path("LeafNodeType").asText() : own).toString();
  }

  private static String detail(JsonNode spec) {
    String state = spec.path("State").asText();
    String message = spec.path("Failure").path("Message").asText();
    return message.isEmpty() && !state.equals("passed") ? state : message;
  }

  /** What the program exited with: 0 if no spec failed. */
  public int exitCode() {
    return exitCode;
  }

  /** All specs, in the order in which they ran, which is another one in each run. */
  public List<Spec> specs() {
    return specs;
  }

  /** The names of the specs that passed, in alphabetical order. */
  public List<String> passed() {
    return names(Outcome.PASSED);
  }

  /** The names of the specs that failed, in alphabetical order. */
  public List<String> failed() {
    return names(Outcome.FAILED);
  }

  /** The names of the specs that did not run, in alphabetical order. */
  public List<String> skipped() {
    return names(Outcome.SKIPPED);
  }

  private List<String> names(Outcome outcome) {
    return specs.stream()
        .filter(spec -> spec.outcome() == outcome)
        .map(Spec::name)
        .sorted()
        .toList();
  }

  /** What the program printed, with all that it knows about failures. */
  public String output() {
    return output;
  }

  @Override
  public String toString() {
    return "SanityReport[exit code %d, %d passed, %d failed, %d skipped]"
        .formatted(exitCode, passed().size(), failed().size(), skipped().size());
  }
}
