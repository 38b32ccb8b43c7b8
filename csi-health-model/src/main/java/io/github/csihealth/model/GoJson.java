package io.github.csihealth.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import org.jspecify.annotations.Nullable;

/** Escapes strings as Go's encoding/json does by default. */
final class GoJson extends CharacterEscapes {

  private static final long serialVersionUID = 1L;

  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .characterEscapes(new GoJson())
          .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  private static final SerializedString LINE_SEPARATOR = new SerializedString("\\u2028");
  private static final SerializedString PARAGRAPH_SEPARATOR = new SerializedString("\\u2029");

  private final int[] ascii;

  private GoJson() {
    ascii = standardAsciiEscapesForJSON();
    ascii['<'] = ESCAPE_STANDARD;
    ascii['>'] = ESCAPE_STANDARD;
    ascii['&'] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ascii;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int ch) {
    return switch (ch) {
      case 0x2028 -> LINE_SEPARATOR;
      case 0x2029 -> PARAGRAPH_SEPARATOR;
      default -> null;
    };
  }
}
