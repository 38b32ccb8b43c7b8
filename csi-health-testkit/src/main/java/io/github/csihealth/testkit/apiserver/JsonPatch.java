package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON patch, RFC 6902, with the liberties of the library that the API server uses: an index may
 * count from the end, {@code replace} of a missing member adds it, and {@code test} of a missing
 * member against null holds.
 */
final class JsonPatch {
  private static final Pattern INDEX = Pattern.compile("[+-]?\\d{1,9}");

  private JsonNode document;

  private JsonPatch(JsonNode document) {
    this.document = document;
  }

  /** An operation that does not apply; a failed test among them. */
  static final class NotApplicableException extends Exception {
    private static final long serialVersionUID = 1L;

    NotApplicableException(String message) {
      super(message, null, false, false);
    }
  }

  /** The patched document; neither argument is changed. */
  static JsonNode apply(JsonNode document, ArrayNode operations) throws NotApplicableException {
    JsonPatch patch = new JsonPatch(document.deepCopy());
    for (JsonNode operation : operations) {
      patch.apply(operation);
    }
    return patch.document;
  }

  private void apply(JsonNode operation) throws NotApplicableException {
    String op = Json.text(operation, "op");
    switch (op) {
      case "add" -> place(operation, "path").add(value(operation));
      case "remove" -> place(operation, "path").remove();
      case "replace" -> replace(operation);
      case "move" -> {
        Place from = place(operation, "from");
        JsonNode moved = from.get();
        from.remove();
        place(operation, "path").add(moved);
      }
      case "copy" -> {
        JsonNode copied = place(operation, "from").get();
        place(operation, "path").add(copied == null ? null : copied.deepCopy());
      }
      case "test" -> test(operation);
      default -> throw new NotApplicableException("Unexpected kind: " + op);
    }
  }

  private void replace(JsonNode operation) throws NotApplicableException {
    JsonNode value = value(operation);
    if (isRoot(operation)) {
      if (value == null || !value.isContainerNode()) {
        throw new NotApplicableException("replace operation value must be object or array");
      }
      document = value;
      return;
    }
    Place place = place(operation, "path");
    place.get();
    place.set(value);
  }

  private void test(JsonNode operation) throws NotApplicableException {
    JsonNode expected = value(operation);
    JsonNode actual = isRoot(operation) ? document : place(operation, "path").get();
    if (!orNull(actual).equals(orNull(expected))) {
      throw new NotApplicableException("testing value failed");
    }
  }

  private static boolean isRoot(JsonNode operation) {
    JsonNode path = operation.get("path");
    return path != null && path.isTextual() && path.textValue().isEmpty();
  }

  private static JsonNode orNull(@Nullable JsonNode value) {
    return value == null ? NullNode.getInstance() : value;
  }

  private static @Nullable JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    return value == null ? null : value.deepCopy();
  }

  private Place place(JsonNode operation, String member) throws NotApplicableException {
    JsonNode pointer = operation.get(member);
    if (pointer == null || !pointer.isTextual()) {
      throw new NotApplicableException("operation missing " + member + " field");
    }
    String[] tokens = pointer.textValue().split("/", -1);
    JsonNode container = tokens.length < 2 ? null : document;
    for (int i = 1; i < tokens.length - 1 && container != null; i++) {
      container = new Place(container, unescape(tokens[i])).find().orElse(null);
    }
    if (container == null || !container.isContainerNode()) {
      throw new NotApplicableException("doc is missing path: " + pointer.textValue());
    }
    return new Place(container, unescape(tokens[tokens.length - 1]));
  }

  private static String unescape(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }

  /** A member of an object or an entry of a list, there or not. */
  private record Place(JsonNode container, String key) {

    Optional<JsonNode> find() {
      try {
        return Optional.ofNullable(get());
      } catch (NotApplicableException e) {
        return Optional.empty();
      }
    }

    @Nullable JsonNode get() throws NotApplicableException {
      return container instanceof ArrayNode list
          ? list.get(index(list.size() - 1, list.size()))
          : container.get(key);
    }

    void add(@Nullable JsonNode value) throws NotApplicableException {
      if (container instanceof ArrayNode list) {
        int at = key.equals("-") ? list.size() : index(list.size(), list.size() + 1);
        list.insert(at, orNull(value));
      } else {
        set(value);
      }
    }

    void set(@Nullable JsonNode value) throws NotApplicableException {
      if (container instanceof ArrayNode list) {
        list.set(index(list.size() - 1, list.size()), orNull(value));
      } else {
        ((ObjectNode) container).set(key, orNull(value));
      }
    }

    void remove() throws NotApplicableException {
      if (container instanceof ArrayNode list) {
        list.remove(index(list.size() - 1, list.size()));
      } else if (((ObjectNode) container).remove(key) == null) {
        throw new NotApplicableException("Unable to remove nonexistent key: " + key);
      }
    }

    /** The index that the key stands for; a negative one counts back from {@code end}. */
    private int index(int max, int end) throws NotApplicableException {
      if (!INDEX.matcher(key).matches()) {
        throw new NotApplicableException("value was not a proper array index: '" + key + "'");
      }
      int index = Integer.parseInt(key);
      int at = index < 0 ? index + end : index;
      if (at < 0 || at > max) {
        throw new NotApplicableException("Unable to access invalid index: " + index);
      }
      return at;
    }
  }
}
