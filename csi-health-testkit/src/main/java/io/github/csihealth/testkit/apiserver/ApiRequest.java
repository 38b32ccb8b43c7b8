package io.github.csihealth.testkit.apiserver;

import java.util.Locale;
import java.util.function.Predicate;

/**
 * A request as the server saw it. Immutable.
 *
 * <p>Texts are never null: what a request does not have, such as the namespace of a volume or the
 * subresource of a plain read, is empty.
 */
public final class ApiRequest {
  /** Stands for any verb, resource or subresource in {@link #matching}. */
  public static final String ANY = "*";

  private final String method;
  private final String path;
  private final String query;
  private final String contentType;
  private final String userAgent;
  private final String body;
  private final RequestTarget target;
  private final int code;

  ApiRequest(
      String method,
      String path,
      String query,
      String contentType,
      String userAgent,
      String body,
      RequestTarget target,
      int code) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.contentType = contentType;
    this.userAgent = userAgent;
    this.body = body;
    this.target = target;
    this.code = code;
  }

  /**
   * Requests of a verb to a resource and subresource.
   *
   * @param verb a verb as {@link #verb} gives it, in any case, or {@link #ANY}
   * @param resource a plural such as {@code persistentvolumeclaims}, or {@link #ANY}
   * @param subresource {@code status}, empty for the object itself, or {@link #ANY}
   */
  public static Predicate<ApiRequest> matching(String verb, String resource, String subresource) {
    return request ->
        matches(verb.toLowerCase(Locale.ROOT), request.verb())
            && matches(resource, request.resource())
            && matches(subresource, request.subresource());
  }

  private static boolean matches(String wanted, String actual) {
    return wanted.equals(ANY) || wanted.equals(actual);
  }

  /** The HTTP method, such as {@code PATCH}. */
  public String method() {
    return method;
  }

  /**
   * The verb that Kubernetes gives the request: get, list, watch, create, update, patch, delete or
   * deletecollection. For paths without a resource, the method in lower case.
   */
  public String verb() {
    return target.verb();
  }

  /** The path, without the query. */
  public String path() {
    return path;
  }

  /** The query as it was sent, without the question mark. */
  public String query() {
    return query;
  }

  /** The plural of the resource, such as {@code persistentvolumeclaims}. */
  public String resource() {
    return target.resource();
  }

  /** {@code status}, or empty for the object itself. */
  public String subresource() {
    return target.subresource();
  }

  /** The namespace in the path. */
  public String namespace() {
    return target.namespace();
  }

  /** The name of the object in the path. */
  public String name() {
    return target.name();
  }

  /** The content type, without parameters. */
  public String contentType() {
    return contentType;
  }

  /** The client's user agent. */
  public String userAgent() {
    return userAgent;
  }

  /** The body as text. */
  public String body() {
    return body;
  }

  /** The HTTP code of the answer; 0 if there was none, or is none yet. */
  public int code() {
    return code;
  }

  RequestTarget target() {
    return target;
  }

  ApiRequest answered(int answeredCode) {
    return new ApiRequest(method, path, query, contentType, userAgent, body, target, answeredCode);
  }

  /** One line for a test's failure message; the body is left out. */
  @Override
  public String toString() {
    return method + " " + path + (query.isEmpty() ? "" : "?" + query) + " -> " + code;
  }
}
