package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Lengths, order and cuts are those of the encoded bytes. */
class Utf8Test {

  /** On both sides of each change of width, and around the surrogates. */
  private static final List<Integer> EDGES =
      List.of(
          0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff);

  @Property
  void lengthIsThatOfTheBytes(@ForAll("texts") String text) {
    assertThat(Utf8.length(text)).isEqualTo(bytes(text).length);
  }

  @Property
  void orderIsThatOfTheBytes(@ForAll("texts") String a, @ForAll("texts") String b) {
    assertThat(Integer.signum(Utf8.compare(a, b)))
        .isEqualTo(Integer.signum(Arrays.compareUnsigned(bytes(a), bytes(b))));
  }

  @Property
  void aCutIsTheLongestStartThatFits(@ForAll("texts") String text, @ForAll("sizes") int size) {
    String cut = Utf8.cut(text, size);
    assertThat(text).startsWith(cut);
    assertThat(bytes(cut).length).isLessThanOrEqualTo(size);
    if (!cut.equals(text)) {
      int next = text.codePointAt(cut.length());
      assertThat(bytes(cut + Character.toString(next)).length).isGreaterThan(size);
    }
  }

  @Property
  void wellFormedTextIsLeftAlone(@ForAll("texts") String text) {
    assertThat(Utf8.withoutLoneSurrogates(text)).isSameAs(text);
  }

  @Test
  void eachLoneSurrogateIsOneQuestionMark() {
    for (String lone : List.of("\ud800", "\udbff", "\udc00", "\udfff")) {
      assertThat(Utf8.withoutLoneSurrogates("a" + lone + "\ud83d\ude00"))
          .isEqualTo("a?\ud83d\ude00");
      assertThat(Utf8.length(lone)).isEqualTo(1);
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(EDGES)
        .map(Character::toString)
        .list()
        .ofMaxSize(6)
        .map(characters -> String.join("", characters));
  }

  @Provide
  Arbitrary<Integer> sizes() {
    return Arbitraries.integers().between(0, 24);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
