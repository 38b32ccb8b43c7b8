package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.MapListEntry;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.VolumeHealthCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** How two lists of conditions differ, by their keys, in words. */
final class Differences {

  private Differences() {}

  /** Empty where there is no difference; the order does not matter, repeats do. */
  static Optional<String> ofVolume(
      String subject, List<VolumeHealthCondition> actual, List<VolumeHealthCondition> expected) {
    return between(
        subject,
        actual,
        expected,
        (was, wanted) -> message(was.message(), wanted.message()).toList());
  }

  /** The same; of times only those are compared that are expected. */
  static Optional<String> ofStorage(
      String subject, List<StorageHealthCondition> actual, List<StorageHealthCondition> expected) {
    return between(
        subject,
        actual,
        expected,
        (was, wanted) ->
            Stream.concat(
                    message(was.message(), wanted.message()),
                    wanted.lastTransitionTime().stream()
                        .filter(time -> !was.lastTransitionTime().equals(Optional.of(time)))
                        .map(
                            time ->
                                "lastTransitionTime: expected "
                                    + time
                                    + ", but was "
                                    + time(was.lastTransitionTime())))
                .toList());
  }

  private static Stream<String> message(String was, String wanted) {
    return was.equals(wanted)
        ? Stream.empty()
        : Stream.of("message: expected " + quoted(wanted) + ", but was " + quoted(was));
  }

  static String time(Optional<Instant> time) {
    return time.map(Instant::toString).orElse("none");
  }

  /** Text in quotes, so that an empty one and its ends are seen; anything else as it reads. */
  static String quoted(Object value) {
    return value instanceof String ? "\"" + value + "\"" : value.toString();
  }

  private static <E extends MapListEntry<?>> Optional<String> between(
      String subject,
      List<E> actual,
      List<E> expected,
      BiFunction<E, E, List<String>> differences) {
    List<E> left = new ArrayList<>(actual);
    List<E> wanted = new ArrayList<>();
    for (E entry : expected) {
      Optional<E> same =
          left.stream()
              .filter(e -> sameKey(e, entry) && differences.apply(e, entry).isEmpty())
              .findFirst();
      same.ifPresentOrElse(left::remove, () -> wanted.add(entry));
    }
    List<String> missing = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    for (E entry : wanted) {
      Optional<E> other = left.stream().filter(e -> sameKey(e, entry)).findFirst();
      if (other.isEmpty()) {
        missing.add("\n  missing: " + entry);
      } else {
        left.remove(other.get());
        differing.add("\n  differing: " + entry.key());
        differences.apply(other.get(), entry).forEach(line -> differing.add("\n    " + line));
      }
    }
    if (missing.isEmpty() && differing.isEmpty() && left.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder("Conditions of " + subject + " are not as expected:");
    missing.forEach(text::append);
    left.forEach(entry -> text.append("\n  unexpected: ").append(entry));
    differing.forEach(text::append);
    return Optional.of(text.toString());
  }

  private static boolean sameKey(MapListEntry<?> a, MapListEntry<?> b) {
    return a.key().equals(b.key());
  }
}
