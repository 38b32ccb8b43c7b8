package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Stands for a secret that must be seen nowhere, in none of the forms in which bytes are shown. */
final class Canary {

  /** The secret. */
  static final String SECRET = "s3cr3t-canary-7f3a";

  private Canary() {}

  /** As text, in hex, and in base64 wherever in the encoded bytes it stands. */
  static List<String> forms() {
    HexFormat hex = HexFormat.of();
    List<String> forms =
        new ArrayList<>(
            List.of(
                SECRET,
                hex.formatHex(SECRET.getBytes(UTF_8)),
                hex.withUpperCase().formatHex(SECRET.getBytes(UTF_8)),
                HexFormat.ofDelimiter(" ").formatHex(SECRET.getBytes(UTF_8))));
    for (int before = 0; before < 3; before++) {
      byte[] bytes = ("x".repeat(before) + SECRET).getBytes(UTF_8);
      String encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
      // Without the letters in which its neighbours have a part.
      forms.add(encoded.substring(before == 0 ? 0 : before + 1, encoded.length() - 1));
    }
    return forms;
  }

  static void assertNotIn(String text) {
    assertThat(forms().stream().filter(text::contains)).as(text).isEmpty();
  }
}
