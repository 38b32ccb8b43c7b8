package io.github.csihealth.reconcile;

import io.github.csihealth.model.JsonWriter;
import java.util.function.Consumer;

/** The operations of a JSON patch (RFC 6902), each a value of the array that it is. */
final class JsonPatch {

  private JsonPatch() {}

  /** Tests a string; nothing where the value is not known. */
  static void test(JsonWriter json, String path, String value) {
    if (!value.isEmpty()) {
      operation(json, "test", path, out -> out.value(value));
    }
  }

  static void operation(JsonWriter json, String op, String path, Consumer<JsonWriter> value) {
    begin(json, op, path).name("value");
    value.accept(json);
    json.endObject();
  }

  static void remove(JsonWriter json, String path) {
    begin(json, "remove", path).endObject();
  }

  private static JsonWriter begin(JsonWriter json, String op, String path) {
    return json.beginObject().name("op").value(op).name("path").value(path);
  }
}
