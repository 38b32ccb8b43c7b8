package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** JSON merge patch, RFC 7386. */
final class MergePatch {
  private MergePatch() {}

  /** The patched document; neither argument is changed. */
  static JsonNode apply(@Nullable JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch.deepCopy();
    }
    ObjectNode out = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
    patch
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue().isNull()) {
                out.remove(entry.getKey());
              } else {
                out.set(entry.getKey(), apply(out.get(entry.getKey()), entry.getValue()));
              }
            });
    return out;
  }
}
