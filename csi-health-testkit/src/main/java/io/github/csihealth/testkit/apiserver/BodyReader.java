package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.GoDecoder.Decoded;
import io.github.csihealth.testkit.apiserver.WriteOptions.FieldValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the body of one write into an object of its type: parses it, applies it as a patch, decodes
 * the result, and deals with unknown and repeated fields as the client asked.
 */
final class BodyReader {
  private static final int MAX_OPERATIONS = 10_000;

  // What JSON takes in a string as it is, and YAML only in an escape or as a line break.
  private static final char NEXT_LINE = '\u0085';
  private static final Pattern NOT_YAML = Pattern.compile("[\\x7f-\\x9f\\ufffe\\uffff&&[^\\x85]]");
  private static final Pattern YAML_BREAKS = Pattern.compile(" *(?:\\x85 *)+");

  private final ResourceType type;
  private final String body;
  private final WriteOptions options;
  private final List<String> warnings = new ArrayList<>();

  BodyReader(ResourceType type, String body, WriteOptions options) {
    this.type = type;
    this.body = body;
    this.options = options;
  }

  /** Carries out the write; its answer or refusal comes with what there is to warn of. */
  Outcome answer(int code, Supplier<ObjectNode> write) {
    try {
      ObjectNode stored = write.get();
      return Outcome.stored(code, stored, List.copyOf(warnings));
    } catch (StatusException e) {
      throw e.withWarnings(List.copyOf(warnings));
    }
  }

  /** Reads a whole object, as it is sent for a creation or replacement. */
  ObjectNode object() {
    JsonNode raw = parse("couldn't get version/kind; json parse error");
    try {
      return settle(ObjectForm.decode(type, raw));
    } catch (DecodeException e) {
      throw StatusException.badRequest(
          type.kind()
              + " in version \"v1\" cannot be handled as a "
              + type.kind()
              + ": "
              + e.getMessage());
    }
  }

  /** Reads a configuration that is to be applied. */
  ObjectNode configuration() {
    if (NOT_YAML.matcher(body).find()) {
      throw StatusException.badRequest(
          "error decoding patch: error converting YAML to JSON: yaml: control characters are not"
              + " allowed");
    }
    String folded = YAML_BREAKS.matcher(body).replaceAll(BodyReader::fold);
    ObjectNode configuration = objectOrEmpty(parse(folded, "error decoding patch"));
    // Other than JSON, YAML takes no half of a surrogate pair.
    if (GoDecoder.hasLoneSurrogate(Json.write(configuration))) {
      throw StatusException.badRequest("error decoding patch: invalid Unicode character");
    }
    return configuration;
  }

  /** One line break in a string is a space, of several the first is none. */
  private static String fold(MatchResult breaks) {
    long count = breaks.group().chars().filter(c -> c == NEXT_LINE).count();
    return count == 1 ? " " : Matcher.quoteReplacement("\\n".repeat((int) count - 1));
  }

  /** Applies the body to an object as a patch of any kind but apply. */
  ObjectNode patched(PatchKind kind, ObjectNode live) {
    JsonNode patch = parse("invalid JSON patch");
    JsonNode patched =
        switch (kind) {
          case MERGE -> MergePatch.apply(live, mergePatch(patch));
          case STRATEGIC_MERGE ->
              StrategicMergePatch.apply(live, objectOrEmpty(patch), type.schema());
          case JSON -> applyOperations(live, operations(patch));
          case APPLY -> throw new IllegalArgumentException("apply has its own way");
        };
    try {
      return settle(ObjectForm.decode(type, patched));
    } catch (DecodeException e) {
      FieldError error =
          FieldError.invalid("patch", Json.write(patched), String.valueOf(e.getMessage()));
      throw StatusException.invalid("", "", "", List.of(error));
    }
  }

  private JsonNode mergePatch(JsonNode patch) {
    if (patch.isNull()) {
      throw StatusException.badRequest("Invalid JSON Patch");
    }
    if (patch.isArray() && options.fieldValidation() == FieldValidation.IGNORE) {
      // It takes the place of the object, and is refused as that.
      return patch;
    }
    return requireObject(patch);
  }

  private static ObjectNode objectOrEmpty(JsonNode patch) {
    return patch.isNull() ? Json.object() : requireObject(patch);
  }

  private static ObjectNode requireObject(JsonNode patch) {
    if (patch instanceof ObjectNode object) {
      return object;
    }
    throw notDecodable(patch, "map[string]interface {}");
  }

  private static ArrayNode operations(JsonNode patch) {
    if (patch.isNull()) {
      return JsonNodeFactory.instance.arrayNode();
    }
    if (!(patch instanceof ArrayNode operations)) {
      throw notDecodable(patch, "[]handlers.jsonPatchOp");
    }
    for (JsonNode operation : operations) {
      if (!operation.isObject() && !operation.isNull()) {
        throw notDecodable(operation, "handlers.jsonPatchOp");
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

  private static StatusException notDecodable(JsonNode node, String goType) {
    return StatusException.badRequest(
        "error decoding patch: json: cannot unmarshal "
            + node.getNodeType().name().toLowerCase(Locale.ROOT)
            + " into Go value of type "
            + goType);
  }

  private static JsonNode applyOperations(ObjectNode live, ArrayNode operations) {
    try {
      return JsonPatch.apply(live, operations);
    } catch (JsonPatch.NotApplicableException e) {
      throw StatusException.patchDoesNotApply();
    }
  }

  private JsonNode parse(String refusal) {
    return parse(body, refusal);
  }

  private static JsonNode parse(String text, String refusal) {
    try {
      JsonNode node = Json.parse(text);
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
      Json.repeatedField(body).ifPresent(path -> problems.add("duplicate field \"" + path + "\""));
      decoded.unknownFields().forEach(path -> problems.add("unknown field \"" + path + "\""));
    }
    if (!problems.isEmpty() && options.fieldValidation() == FieldValidation.STRICT) {
      throw new DecodeException("strict decoding error: " + String.join(", ", problems));
    }
    warnings.addAll(problems);
    return decoded.value();
  }
}
