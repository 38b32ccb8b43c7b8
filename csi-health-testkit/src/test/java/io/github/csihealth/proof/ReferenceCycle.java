package io.github.csihealth.proof;

import io.github.csihealth.model.Conformed;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthCondition.Key;
import io.github.csihealth.model.VolumeHealthReport;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The contract for what one volume's entries in an answer or a list cycle say. */
final class ReferenceCycle {

  private ReferenceCycle() {}

  /** A report by itself (rules C3 to C7). */
  static Seen report(List<VolumeHealthCondition> conditions) {
    return entries(Seen.Kind.REPORTED, List.of(conditions));
  }

  /** What a cycle says of this volume; with a failure it is one that failed. */
  static Seen of(String volume, List<VolumeHealthReport> listed, Optional<FailureKind> failure) {
    List<List<VolumeHealthCondition>> entries =
        listed.stream()
            .filter(entry -> entry.volumeId().equals(volume))
            .map(VolumeHealthReport::conditions)
            .toList();
    if (entries.isEmpty()) {
      return failure.map(Seen::failed).orElse(Seen.ABSENT);
    }
    return entries(failure.isEmpty() ? Seen.Kind.REPORTED : Seen.Kind.PARTLY_REPORTED, entries);
  }

  /** C14: the union by key; C4: of two messages the bytewise smaller one; C7: the first 16. */
  private static Seen entries(Seen.Kind kind, List<List<VolumeHealthCondition>> entries) {
    Map<Key, String> union = new TreeMap<>();
    Set<String> unknown = new TreeSet<>();
    for (List<VolumeHealthCondition> entry : entries) {
      entry.stream()
          .filter(condition -> !condition.status().isKnown())
          .forEach(condition -> unknown.add(condition.status().value()));
      for (VolumeHealthCondition condition : Conformed.ofVolume(entry).conditions()) {
        union.merge(condition.key(), condition.message(), ReferenceCycle::smaller);
      }
    }
    Map<Key, String> kept = new TreeMap<>();
    union.entrySet().stream()
        .limit(16)
        .forEach(condition -> kept.put(condition.getKey(), condition.getValue()));
    return new Seen(kind, kept, unknown, Optional.empty());
  }

  private static String smaller(String a, String b) {
    return Arrays.compareUnsigned(bytes(a), bytes(b)) <= 0 ? a : b;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
