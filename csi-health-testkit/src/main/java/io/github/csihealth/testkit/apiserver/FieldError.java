package io.github.csihealth.testkit.apiserver;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/**
 * One refused field, in the words of the Kubernetes API.
 *
 * @param reason the machine-readable cause, such as {@code FieldValueInvalid}
 * @param field the path, such as {@code status.healthStatus.healthConditions[0].reason}
 * @param message the cause in words, without the path
 */
record FieldError(String reason, String field, String message) {

  static FieldError required(String field, String detail) {
    return of("FieldValueRequired", field, "Required value", detail);
  }

  static FieldError invalid(String field, String value, String detail) {
    return of("FieldValueInvalid", field, "Invalid value: " + quote(value), detail);
  }

  static FieldError invalid(String field, long value, String detail) {
    return of("FieldValueInvalid", field, "Invalid value: " + value, detail);
  }

  static FieldError forbidden(String field, String detail) {
    return of("FieldValueForbidden", field, "Forbidden", detail);
  }

  static FieldError notFound(String field, String value) {
    return of("FieldValueNotFound", field, "Not found: " + quote(value), "");
  }

  static FieldError duplicate(String field, JsonNode value) {
    return of("FieldValueDuplicate", field, "Duplicate value: " + Json.writeForHtml(value), "");
  }

  static FieldError notSupported(String field, String value, List<String> supported) {
    return of(
        "FieldValueNotSupported",
        field,
        "Unsupported value: " + quote(value),
        supported(supported));
  }

  /** A list of values, not all of which are supported. */
  static FieldError notSupported(String field, List<String> values, List<String> supported) {
    return of(
        "FieldValueNotSupported",
        field,
        values.stream().map(FieldError::quote).collect(joining(",", "Unsupported value: [", "]")),
        supported(supported));
  }

  private static String supported(List<String> values) {
    return values.stream().map(FieldError::quote).collect(joining(", ", "supported values: ", ""));
  }

  static FieldError tooLong(String field, int maxBytes) {
    return of(
        "FieldValueTooLong", field, "Too long", "may not be more than " + maxBytes + " bytes");
  }

  static FieldError tooMany(String field, int actual, int max) {
    return of(
        "FieldValueTooMany", field, "Too many: " + actual, "must have at most " + max + " items");
  }

  /** The field and the cause in one line, as a Status message lists them. */
  String line() {
    return field + ": " + message;
  }

  ObjectNode toCause() {
    return Json.object().put("reason", reason).put("message", message).put("field", field);
  }

  private static FieldError of(String reason, String field, String head, String detail) {
    return new FieldError(reason, field, detail.isEmpty() ? head : head + ": " + detail);
  }

  private static String quote(String value) {
    return Json.write(TextNode.valueOf(value));
  }
}
