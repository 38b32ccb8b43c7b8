package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

/** Whatever is written, the bytes are those of Jackson's generator with Go's escapes. */
class JsonWriterTest {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  @Property
  void aStringIsWrittenAsJacksonWritesIt(@ForAll("texts") String text) throws IOException {
    assertThat(text(new JsonWriter().value(text))).isEqualTo(jackson(NODES.textNode(text)));
  }

  @Property
  void aDocumentIsWrittenAsJacksonWritesIt(@ForAll("documents") JsonNode document)
      throws IOException {
    JsonWriter json = new JsonWriter();
    write(json, document);
    assertThat(text(json)).isEqualTo(jackson(document));
  }

  @Test
  void everyCharacterIsWrittenAsJacksonWritesIt() throws IOException {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String text = "a" + Character.toString(c) + "b";
      assertThat(text(new JsonWriter().value(text))).isEqualTo(jackson(NODES.textNode(text)));
    }
  }

  @Test
  void htmlLineSeparatorsAndControlCharactersAreEscapedAsGoDoes() {
    assertThat(text(new JsonWriter().value("<&> \u2028\u2029 \"\\ \b\t\n\f\r \u0000\u001f\u007f")))
        .isEqualTo(
            "\"\\u003c\\u0026\\u003e \\u2028\\u2029 \\\"\\\\ \\b\\t\\n\\f\\r"
                + " \\u0000\\u001f\u007f\"");
  }

  @Test
  void aLoneSurrogateIsAQuestionMark() {
    assertThat(text(new JsonWriter().name("\udc00").value("\ud83d\ud83d\ude00\ud83d\u2028")))
        .isEqualTo("\"?\":\"?\ud83d\ude00?\\u2028\"");
  }

  @Property
  void c10ATimeIsWrittenWithoutItsFraction(@ForAll("times") Instant time) {
    assertThat(text(new JsonWriter().value(time)))
        .isEqualTo("\"" + time.truncatedTo(ChronoUnit.SECONDS) + "\"");
  }

  @Test
  void aTimeBeyondFourDigitsOfYearIsRefused() {
    for (Instant time : new Instant[] {FIRST.minusNanos(1), LAST.plusNanos(1)}) {
      assertThatThrownBy(() -> new JsonWriter().value(time))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(time + " is not within the years 0000 to 9999");
    }
  }

  @Provide
  Arbitrary<Instant> times() {
    return Arbitraries.longs()
        .between(FIRST.getEpochSecond(), LAST.getEpochSecond())
        .map(second -> Instant.ofEpochSecond(second, 999_999_999));
  }

  /** Any UTF-16 units, lone surrogates among them, and often those that are escaped. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
            Arbitraries.chars().ascii(),
            Arbitraries.chars()
                .with("\"\\<>&\b\u001f\u007f\u0080\u07ff\u0800\u2027\u2028\u2029\u202a\uffff"),
            Arbitraries.chars().with('\ud83d', '\ude00', '\udbff', '\udc00'),
            Arbitraries.chars().all())
        .list()
        .ofMaxSize(40)
        .map(units -> units.stream().map(String::valueOf).collect(Collectors.joining()));
  }

  /** Nested documents, some too long for the first buffer. */
  @Provide
  Arbitrary<JsonNode> documents() {
    Arbitrary<String> names = texts().map(Utf8::withoutLoneSurrogates);
    return Arbitraries.recursive(
        () ->
            Arbitraries.oneOf(
                texts().map(NODES::textNode),
                Arbitraries.just("long ".repeat(200)).map(NODES::textNode),
                Arbitraries.longs().map(NODES::numberNode),
                Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.create(NODES::nullNode)),
        nested ->
            Arbitraries.oneOf(
                nested.list().ofMaxSize(4).map(items -> NODES.arrayNode().addAll(items)),
                names
                    .flatMap(name -> nested.map(value -> Tuple.of(name, value)))
                    .list()
                    .ofMaxSize(4)
                    .map(
                        fields ->
                            fields.stream()
                                .collect(
                                    NODES::objectNode,
                                    (object, field) -> object.set(field.get1(), field.get2()),
                                    (a, b) -> a.setAll(b)))),
        0,
        3);
  }

  private static void write(JsonWriter json, JsonNode node) {
    if (node.isObject()) {
      json.beginObject();
      node.properties().forEach(field -> write(json.name(field.getKey()), field.getValue()));
      json.endObject();
    } else if (node.isArray()) {
      json.beginArray();
      node.forEach(item -> write(json, item));
      json.endArray();
    } else if (node.isNull()) {
      json.nullValue();
    } else if (node.isLong()) {
      json.value(node.longValue());
    } else if (node.isBoolean()) {
      json.value(node.booleanValue());
    } else {
      json.value(node.textValue());
    }
  }

  private static String jackson(JsonNode node) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = GoJson.FACTORY.createGenerator(out)) {
      write(json, node);
    }
    return Facts.utf8(out.toByteArray());
  }

  private static void write(JsonGenerator json, JsonNode node) throws IOException {
    if (node.isObject()) {
      json.writeStartObject();
      for (var field : node.properties()) {
        json.writeFieldName(field.getKey());
        write(json, field.getValue());
      }
      json.writeEndObject();
    } else if (node.isArray()) {
      json.writeStartArray();
      for (JsonNode item : node) {
        write(json, item);
      }
      json.writeEndArray();
    } else if (node.isNull()) {
      json.writeNull();
    } else if (node.isLong()) {
      json.writeNumber(node.longValue());
    } else if (node.isBoolean()) {
      json.writeBoolean(node.booleanValue());
    } else {
      json.writeString(Utf8.withoutLoneSurrogates(node.textValue()));
    }
  }

  private static String text(JsonWriter json) {
    assertThat(json).hasToString(Facts.utf8(json.toByteArray()));
    return json.toString();
  }
}
