package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/** A refusal on its way to the client: an HTTP code and a Kubernetes {@code Status} body. */
final class StatusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final transient ObjectNode body;
  private final transient List<String> warnings;

  private StatusException(int code, ObjectNode body) {
    this(code, body, List.of());
  }

  private StatusException(int code, ObjectNode body, List<String> warnings) {
    // No stack trace: this is an answer, not a failure of the server.
    super(Json.text(body, "message"), null, false, false);
    this.code = code;
    this.body = body;
    this.warnings = warnings;
  }

  /** The same refusal, with what else the client is to be told. */
  StatusException withWarnings(List<String> texts) {
    return new StatusException(code, body, texts);
  }

  int code() {
    return code;
  }

  ObjectNode body() {
    return body;
  }

  List<String> warnings() {
    return warnings;
  }

  static StatusException of(int code, String reason, String message) {
    return new StatusException(code, status(code, reason, message, Json.object()));
  }

  static StatusException badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  /** An error that a real server does not classify: 500 and no reason. */
  static StatusException unclassified(String message) {
    return of(500, "", message);
  }

  static StatusException expired(String message) {
    return of(410, "Expired", message);
  }

  /** A version that this server has not come to yet; perhaps another one has. */
  static StatusException tooLargeVersion(long wanted, long current) {
    ObjectNode details = Json.object();
    details
        .putArray("causes")
        .addObject()
        .put("reason", "ResourceVersionTooLarge")
        .put("message", "Too large resource version");
    details.put("retryAfterSeconds", 1);
    String message = "Timeout: Too large resource version: " + wanted + ", current: " + current;
    return new StatusException(504, status(504, "Timeout", message, details));
  }

  /** An unknown path, or a method that it does not take. */
  static StatusException noSuchResource() {
    return withEmptyDetails(404, "NotFound", "the server could not find the requested resource");
  }

  static StatusException methodNotAllowed() {
    return withEmptyDetails(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
  }

  static StatusException unsupportedMediaType() {
    return withEmptyDetails(415, "UnsupportedMediaType", "415: Unsupported Media Type");
  }

  static StatusException patchDoesNotApply() {
    return withEmptyDetails(
        422, "Invalid", "the server rejected our request due to an error in our request");
  }

  static StatusException notFound(ResourceType type, String name) {
    return about(
        404, "NotFound", type, name, type.qualifiedPlural() + " \"" + name + "\" not found");
  }

  static StatusException alreadyExists(ResourceType type, String name) {
    return about(
        409,
        "AlreadyExists",
        type,
        name,
        type.qualifiedPlural() + " \"" + name + "\" already exists");
  }

  static StatusException conflict(ResourceType type, String name, String why) {
    return about(
        409,
        "Conflict",
        type,
        name,
        "Operation cannot be fulfilled on " + type.qualifiedPlural() + " \"" + name + "\": " + why);
  }

  /** A refused object: 422 with one cause for each distinct error. */
  static StatusException invalid(ResourceType type, String name, List<FieldError> errors) {
    return invalid(type.group(), type.kind(), name, errors);
  }

  /** 422 about a thing of any kind; an empty kind stands for a patch that gives no valid object. */
  static StatusException invalid(String group, String kind, String name, List<FieldError> errors) {
    LinkedHashSet<FieldError> distinct = new LinkedHashSet<>(errors);
    String lines = distinct.stream().map(FieldError::line).collect(Collectors.joining(", "));
    String message =
        (group.isEmpty() ? kind : kind + "." + group)
            + " \""
            + name
            + "\" is invalid: "
            + (distinct.size() == 1 ? lines : "[" + lines + "]");
    ObjectNode details = details(group, kind, name);
    distinct.forEach(error -> details.withArray("causes").add(error.toCause()));
    ObjectNode body = status(422, "Invalid", message, details);
    return new StatusException(422, body);
  }

  /** Server-side apply met fields that other managers own. */
  static StatusException applyConflict(String message, List<FieldError> conflicts) {
    ObjectNode details = Json.object();
    conflicts.forEach(conflict -> details.withArray("causes").add(conflict.toCause()));
    return new StatusException(409, status(409, "Conflict", message, details));
  }

  /** An answer that a test injected. */
  static StatusException injected(int code, String reason, String message, int retryAfterSeconds) {
    ObjectNode details = Json.object();
    if (retryAfterSeconds > 0) {
      details.put("retryAfterSeconds", retryAfterSeconds);
    }
    return new StatusException(code, status(code, reason, message, details));
  }

  private static StatusException withEmptyDetails(int code, String reason, String message) {
    ObjectNode body = status(code, reason, message, Json.object());
    body.remove("code");
    body.set("details", Json.object());
    return new StatusException(code, body.put("code", code));
  }

  private static StatusException about(
      int code, String reason, ResourceType type, String name, String message) {
    return new StatusException(
        code, status(code, reason, message, details(type.group(), type.plural(), name)));
  }

  private static ObjectNode details(String group, String kind, String name) {
    ObjectNode details = Json.object();
    if (!name.isEmpty()) {
      details.put("name", name);
    }
    if (!group.isEmpty()) {
      details.put("group", group);
    }
    return kind.isEmpty() ? details : details.put("kind", kind);
  }

  private static ObjectNode status(int code, String reason, String message, ObjectNode details) {
    ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
    status.set("metadata", Json.object());
    status.put("status", "Failure").put("message", message);
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    if (!details.isEmpty()) {
      status.set("details", details);
    }
    return status.put("code", code);
  }
}
