package io.github.csihealth.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.csihealth.model.JsonWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A write as it goes over the wire. Body, content type and query belong together, and a client must
 * send the bytes untouched: one that serializes objects of its own drops the nulls that remove
 * fields. Immutable.
 */
public final class Patch {

  static final String MERGE = "application/merge-patch+json";
  static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";
  static final String JSON_PATCH = "application/json-patch+json";
  static final String APPLY = "application/apply-patch+yaml";
  static final String JSON = "application/json";

  /**
   * What a server that reads YAML refuses or, as U+0085, takes for a line break, though it is JSON;
   * with escapes it is the same in both.
   */
  private static final Pattern NOT_YAML = Pattern.compile("[\\x7f-\\x9f\\ufffe\\uffff]");

  private final String method;
  private final String contentType;
  private final Map<String, String> query;
  private final JsonWriter body;

  /** Nothing may be written to the body any more. */
  private Patch(String method, String contentType, Map<String, String> query, JsonWriter body) {
    this.method = method;
    this.contentType = contentType;
    this.query = query;
    this.body = body;
  }

  static Patch of(String contentType, JsonWriter body) {
    return new Patch("PATCH", contentType, Map.of(), body);
  }

  /** Apply takes over what others own, since only this writer knows the health. */
  static Patch apply(String fieldManager, JsonWriter body) {
    return new Patch(
        "PATCH", APPLY, Map.of("fieldManager", fieldManager, "force", "true"), yaml(body));
  }

  private static JsonWriter yaml(JsonWriter body) {
    Matcher characters = NOT_YAML.matcher(body.toString());
    return characters.find()
        ? new JsonWriter().json(characters.replaceAll(Patch::escape).getBytes(UTF_8))
        : body;
  }

  private static String escape(MatchResult character) {
    return Matcher.quoteReplacement("\\u%04x".formatted((int) character.group().charAt(0)));
  }

  static Patch replacement(JsonWriter body) {
    return new Patch("PUT", JSON, Map.of(), body);
  }

  Patch by(String fieldManager) {
    return new Patch(method, contentType, Map.of("fieldManager", fieldManager), body);
  }

  /** The method of the request: {@code PATCH}, or {@code PUT} for a whole object. */
  public String method() {
    return method;
  }

  /** The value of the Content-Type header, such as {@code application/merge-patch+json}. */
  public String contentType() {
    return contentType;
  }

  /**
   * The query parameters of the request, not encoded: {@code fieldManager} and {@code force}, where
   * they are needed; unmodifiable.
   */
  public Map<String, String> query() {
    return query;
  }

  /** A copy of the body: JSON in UTF-8. */
  public byte[] body() {
    return body.toByteArray();
  }

  /** The body as text, for clients that take a string. */
  public String bodyText() {
    return body.toString();
  }

  /** Method, content type, query where there is one, and body. */
  @Override
  public String toString() {
    String parameters = query.isEmpty() ? "" : new TreeMap<>(query) + " ";
    return method + " " + contentType + " " + parameters + bodyText();
  }
}
