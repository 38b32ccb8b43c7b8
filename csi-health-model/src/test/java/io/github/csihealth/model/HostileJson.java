package io.github.csihealth.model;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** JSON documents in which the names are right and the values are anything. */
final class HostileJson {

  private static final List<String> NAMES =
      List.of(
          "metadata",
          "spec",
          "status",
          "healthStatus",
          "volumeHealth",
          "storageHealth",
          "healthConditions",
          "conditions",
          "lastTransitionTime",
          "reason",
          "message",
          "name",
          "accessMode",
          "volumeMode",
          "csi",
          "claimRef",
          "uid",
          "extra");

  private HostileJson() {}

  static Arbitrary<String> documents() {
    return value(5);
  }

  private static Arbitrary<String> value(int depth) {
    Arbitrary<String> scalar =
        Arbitraries.of(
            "null",
            "true",
            "-0",
            "1e400",
            "\"\"",
            "\"Degraded\"",
            "\"\\ud83d\"",
            "\"A\"",
            "\"2026-01-01T00:00:00.5+01:00\"",
            "\"9999-99-99T99:99:99Z\"",
            "{}",
            "[]");
    if (depth == 0) {
      return scalar;
    }
    Arbitrary<String> member =
        Combinators.combine(Arbitraries.of(NAMES), Arbitraries.lazy(() -> value(depth - 1)))
            .as((name, value) -> "\"" + name + "\":" + value);
    return Arbitraries.frequencyOf(
        Tuple.of(1, scalar),
        Tuple.of(3, member.list().ofMaxSize(6).map(m -> "{" + String.join(",", m) + "}")),
        Tuple.of(
            2,
            Arbitraries.lazy(() -> value(depth - 1))
                .list()
                .ofMaxSize(4)
                .map(m -> "[" + String.join(",", m) + "]")));
  }
}
