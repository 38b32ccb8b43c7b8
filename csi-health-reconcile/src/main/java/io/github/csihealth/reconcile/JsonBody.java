package io.github.csihealth.reconcile;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.csihealth.model.HealthJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Part of a JSON document, and the pieces that documents are made of here. */
interface JsonBody {

  /** Enough for what most writes say, so that the buffer does not have to grow. */
  int USUAL_BYTES = 512;

  /** Writes this part. */
  void write(JsonGenerator json) throws IOException;

  /** The document that is this part alone. */
  static byte[] bytes(JsonBody body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL_BYTES);
    try (JsonGenerator json = HealthJson.generator(out)) {
      body.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The object of these fields. */
  static byte[] object(JsonBody fields) {
    return bytes(
        json -> {
          json.writeStartObject();
          fields.write(json);
          json.writeEndObject();
        });
  }

  /** A field; left out where the value is not known. */
  static void known(JsonGenerator json, String field, String value) throws IOException {
    if (!value.isEmpty()) {
      json.writeStringField(field, value);
    }
  }

  /** An operation of a JSON patch that tests a string; left out where the value is not known. */
  static void test(JsonGenerator json, String path, String value) throws IOException {
    if (!value.isEmpty()) {
      operation(json, "test", path, out -> out.writeString(value));
    }
  }

  /** An operation of a JSON patch with a value. */
  static void operation(JsonGenerator json, String op, String path, JsonBody value)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("op", op);
    json.writeStringField("path", path);
    json.writeFieldName("value");
    value.write(json);
    json.writeEndObject();
  }

  /** An operation of a JSON patch that removes. */
  static void remove(JsonGenerator json, String path) throws IOException {
    json.writeStartObject();
    json.writeStringField("op", "remove");
    json.writeStringField("path", path);
    json.writeEndObject();
  }
}
