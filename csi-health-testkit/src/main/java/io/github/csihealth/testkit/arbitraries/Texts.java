package io.github.csihealth.testkit.arbitraries;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Texts and lists that keep their rules by how they are made, so that shrinking keeps them too. */
final class Texts {

  private static final int SHORT = 12;
  private static final int MAX_UTF8_BYTES = 4;

  private Texts() {}

  /** Legal reasons up to the limit: mostly those that drivers use, so that keys meet. */
  static Arbitrary<String> reasons(int maxBytes) {
    Arbitrary<String> made =
        Combinators.combine(
                Arbitraries.strings().alpha().ofLength(1),
                Arbitraries.strings().alpha().numeric().withChars("_,:").ofMaxLength(SHORT))
            .as((first, rest) -> legalEnd(first + rest));
    return Arbitraries.frequencyOf(
        Tuple.of(6, Arbitraries.of("DiskSlow", "PathDown", "ReplicaDown", "A", "vendor:E_17")),
        Tuple.of(3, made),
        Tuple.of(1, filled(made, "x", maxBytes)));
  }

  private static String legalEnd(String reason) {
    return reason.endsWith(",") || reason.endsWith(":") ? reason + "0" : reason;
  }

  /** Well-formed text up to the limit, of one to four bytes a character; often empty. */
  static Arbitrary<String> text(int maxBytes) {
    Arbitrary<String> character = Arbitraries.of("a", "Z", " ", "é", "€", "😀", "<", "\"", "\n");
    int atMost = Math.min(SHORT, maxBytes / MAX_UTF8_BYTES);
    Arbitrary<String> made = character.list().ofMinSize(1).ofMaxSize(atMost).map(Texts::join);
    return Arbitraries.frequencyOf(
        Tuple.of(5, Arbitraries.of("", "1 of 3 replicas", "over 500 ms")),
        Tuple.of(3, made),
        Tuple.of(1, Arbitraries.of("a", "é", "€", "😀").map(c -> fill("", c, maxBytes))));
  }

  /** Ids such as volume handles: never empty, up to the limit. */
  static Arbitrary<String> ids(String prefix, int maxBytes) {
    Arbitrary<String> made =
        Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(SHORT);
    return Arbitraries.frequencyOf(
        Tuple.of(6, Arbitraries.integers().between(1, 3).map(i -> prefix + "-" + i)),
        Tuple.of(3, made),
        Tuple.of(1, filled(made, "x", maxBytes)));
  }

  /** Some of them filled up to the limit, or to one or two below it. */
  private static Arbitrary<String> filled(Arbitrary<String> text, String with, int maxBytes) {
    return Combinators.combine(text, Arbitraries.integers().between(0, 2))
        .as((start, below) -> fill(start, with, maxBytes - below));
  }

  /** The text with as many of this character behind it as fit. */
  static String fill(String text, String character, int maxBytes) {
    return text + character.repeat((maxBytes - bytes(text)) / bytes(character));
  }

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String join(List<String> characters) {
    return String.join("", characters);
  }

  /** One in eight as long as may be, others mostly of few entries. */
  static RandomDistribution sizes() {
    return (genSize, min, max, center) ->
        random -> BigInteger.valueOf(size(random, min.intValueExact(), max.intValueExact()));
  }

  private static int size(Random random, int min, int max) {
    return switch (random.nextInt(8)) {
      case 0 -> max;
      case 1 -> min + random.nextInt(max - min + 1);
      default -> min + random.nextInt(Math.min(max - min, 3) + 1);
    };
  }

  /**
   * The list with no two entries of one key: a later one gets another reason, which is legal if the
   * first was. The size stays, so that what is promised of it holds.
   */
  static <K, E> List<E> distinct(
      List<E> entries,
      Function<E, K> key,
      Function<E, String> reason,
      BiFunction<E, String, E> withReason,
      int maxBytes) {
    Set<K> seen = new HashSet<>();
    List<E> distinct = new ArrayList<>();
    for (E entry : entries) {
      E unique = entry;
      for (int n = 2; !seen.add(key.apply(unique)); n++) {
        unique = withReason.apply(entry, numbered(reason.apply(entry), n, maxBytes));
      }
      distinct.add(unique);
    }
    return distinct;
  }

  private static String numbered(String reason, int n, int maxBytes) {
    String suffix = "_" + n;
    return reason.substring(0, Math.min(reason.length(), maxBytes - suffix.length())) + suffix;
  }
}
