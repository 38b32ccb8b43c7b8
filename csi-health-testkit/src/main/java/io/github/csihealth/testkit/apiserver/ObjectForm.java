package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.GoDecoder.Decoded;

/**
 * The form in which objects are stored: canonical, with their kind and the defaults of their type.
 */
final class ObjectForm {
  private ObjectForm() {}

  /**
   * Decodes an object, and notes what its type does not know.
   *
   * @throws DecodeException if it is of another kind, or a value is of a wrong type
   */
  static Decoded decode(ResourceType type, JsonNode raw) {
    requireSame(type, "kind", Json.text(raw, "kind"), type.kind());
    requireSame(type, "apiVersion", Json.text(raw, "apiVersion"), type.apiVersion());
    JsonNode named = raw instanceof ObjectNode object ? withKind(type, object) : raw;
    Decoded decoded = GoDecoder.decode(type.schema(), named);
    setDefaults(type, decoded.value());
    return decoded;
  }

  static ObjectNode of(ResourceType type, JsonNode raw) {
    return decode(type, raw).value();
  }

  /** An object of which nothing is set, not even defaults. */
  static ObjectNode empty(ResourceType type) {
    return inOrder(type, Json.object());
  }

  /** Puts a decoded object in order again after the server changed it. */
  static ObjectNode inOrder(ResourceType type, ObjectNode object) {
    return GoDecoder.inOrder(type.schema(), withKind(type, object));
  }

  private static ObjectNode withKind(ResourceType type, ObjectNode object) {
    ObjectNode copy = Json.object();
    copy.setAll(object);
    return copy.put("kind", type.kind()).put("apiVersion", type.apiVersion());
  }

  private static void requireSame(ResourceType type, String what, String given, String expected) {
    if (!given.isEmpty() && !given.equals(expected)) {
      throw new DecodeException(
          what + " \"" + given + "\" is not that of a " + type.kind() + ", \"" + expected + "\"");
    }
  }

  private static void setDefaults(ResourceType type, ObjectNode object) {
    if (type != ResourceType.CLAIM && type != ResourceType.VOLUME) {
      return;
    }
    ObjectNode spec = object.withObject("/spec");
    putIfMissing(spec, "volumeMode", "Filesystem");
    if (type == ResourceType.VOLUME) {
      putIfMissing(spec, "persistentVolumeReclaimPolicy", "Retain");
    }
    putIfMissing(object.withObject("/status"), "phase", "Pending");
  }

  private static void putIfMissing(ObjectNode object, String name, String value) {
    if (!object.has(name)) {
      object.put(name, value);
    }
  }
}
