package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.GoDecoder.Decoded;
import io.github.csihealth.testkit.apiserver.WriteOptions.FieldValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Turns the body of one write into an object of its type: parses it, applies it as a patch, decodes
 * the result, and deals with unknown and repeated fields as the client asked.
 */
final class BodyReader {
  private static final int MAX_OPERATIONS = 10_000;

  private final ResourceType type;
  private final String body;
  private final WriteOptions options;
  private final List<String> warnings = new ArrayList<>();

  BodyReader(ResourceType type, String body, WriteOptions options) {
    this.type = type;
    this.body = body;
    this.options = options;
  }

  /** What is to be told to the client although the write is accepted. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Reads a whole object, as it is sent for a creation or replacement. */
  ObjectNode object() {
    JsonNode raw = parse("couldn't get version/kind; json parse error");
    if (!(raw instanceof ObjectNode object)) {
      throw StatusException.badRequest("couldn't get version/kind; json parse error: no object");
    }
    requireKind(object);
    try {
      return settle(GoDecoder.decode(type.schema(), object));
    } catch (DecodeException e) {
      throw StatusException.badRequest(
          type.kind()
              + " in version \"v1\" cannot be handled as a "
              + type.kind()
              + ": "
              + e.getMessage());
    }
  }

  private void requireKind(ObjectNode object) {
    String kind = Json.text(object, "kind");
    String apiVersion = Json.text(object, "apiVersion");
    if (!kind.isEmpty() && !kind.equals(type.kind())) {
      throw StatusException.badRequest(
          "the kind in the data (" + kind + ") is not the expected one (" + type.kind() + ")");
    }
    if (!apiVersion.isEmpty() && !apiVersion.equals(type.apiVersion())) {
      throw StatusException.badRequest(
          "the API version in the data ("
              + apiVersion
              + ") does not match the expected API version ("
              + type.apiVersion()
              + ")");
    }
  }

  /** Reads a configuration that is to be applied. */
  ObjectNode configuration() {
    if (parse("error decoding patch") instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest("error decoding patch: no object");
  }

  /** Applies the body to an object as a patch of any kind but apply. */
  ObjectNode patched(PatchKind kind, ObjectNode live) {
    JsonNode patch = parse("invalid JSON patch");
    JsonNode patched =
        switch (kind) {
          case MERGE -> MergePatch.apply(live, mergePatch(patch));
          case STRATEGIC_MERGE ->
              StrategicMergePatch.apply(live, strategicPatch(patch), type.schema());
          case JSON -> applyOperations(live, operations(patch));
          case APPLY -> throw new IllegalArgumentException("apply has its own way");
        };
    try {
      requirePatchedKind(patched);
      return settle(GoDecoder.decode(type.schema(), patched));
    } catch (DecodeException e) {
      throw StatusException.invalid(
          "",
          "",
          "",
          List.of(
              FieldError.invalid("patch", Json.write(patched), String.valueOf(e.getMessage()))));
    }
  }

  private void requirePatchedKind(JsonNode patched) {
    boolean isOurs =
        Json.text(patched, "kind").equals(type.kind())
            && Json.text(patched, "apiVersion").equals(type.apiVersion());
    if (patched.isObject() && !isOurs) {
      throw new DecodeException(
          "no kind \"" + Json.text(patched, "kind") + "\" is registered here");
    }
  }

  private static JsonNode mergePatch(JsonNode patch) {
    if (patch.isNull()) {
      throw StatusException.badRequest("Invalid JSON Patch");
    }
    return requireObject(patch);
  }

  private static ObjectNode strategicPatch(JsonNode patch) {
    return patch.isNull() ? Json.object() : requireObject(patch);
  }

  private static ObjectNode requireObject(JsonNode patch) {
    if (patch instanceof ObjectNode object) {
      return object;
    }
    throw StatusException.badRequest(
        "error decoding patch: json: cannot unmarshal "
            + patch.getNodeType().name().toLowerCase(Locale.ROOT)
            + " into Go value of type map[string]interface {}");
  }

  private static ArrayNode operations(JsonNode patch) {
    if (!(patch instanceof ArrayNode operations)) {
      throw StatusException.badRequest("error decoding patch: no list of operations");
    }
    for (JsonNode operation : operations) {
      if (!operation.isObject()) {
        throw StatusException.badRequest("error decoding patch: an operation is no object");
      }
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw StatusException.of(
          413,
          "RequestEntityTooLarge",
          "The allowed maximum operations in a JSON patch is "
              + MAX_OPERATIONS
              + ", got "
              + operations.size());
    }
    return operations;
  }

  private static JsonNode applyOperations(ObjectNode live, ArrayNode operations) {
    try {
      return JsonPatch.apply(live, operations);
    } catch (JsonPatch.NotApplicableException e) {
      throw StatusException.patchDoesNotApply();
    }
  }

  private JsonNode parse(String refusal) {
    try {
      JsonNode node = Json.parse(body);
      if (!node.isMissingNode()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      // Refused below, as an empty body is.
    }
    throw StatusException.badRequest(refusal);
  }

  /** Refuses, reports or ignores what the type does not know. */
  private ObjectNode settle(Decoded decoded) {
    List<String> problems = new ArrayList<>();
    if (options.fieldValidation() != FieldValidation.IGNORE) {
      if (Json.hasDuplicateKeys(body)) {
        problems.add("duplicate field");
      }
      decoded.unknownFields().forEach(path -> problems.add("unknown field \"" + path + "\""));
    }
    if (!problems.isEmpty() && options.fieldValidation() == FieldValidation.STRICT) {
      throw new DecodeException("strict decoding error: " + String.join(", ", problems));
    }
    warnings.addAll(problems);
    return decoded.value();
  }
}
