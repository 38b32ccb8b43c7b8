package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;

/**
 * Credentials that make no legal HTTP header, such as a token with a line break. The JDK's HTTP
 * client refuses them by an exception whose message quotes them.
 *
 * <p>As an interceptor it sends nothing instead, so that the server answers 401: a thread of
 * fabric8's informers that meets that exception prints it, and never watches again.
 */
final class UnsendableCredentials implements Interceptor {

  private static final String AUTHORIZATION = "Authorization";

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    String credentials = request.header(AUTHORIZATION);
    if (credentials != null && !credentials.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      builder.setHeader(AUTHORIZATION, "");
    }
  }

  /** Whether they are why a request failed, so that the text of the error must not be shown. */
  static boolean areCauseOf(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      // Not a subclass: an address that cannot be resolved is one.
      if (cause.getClass() == IllegalArgumentException.class) {
        return true;
      }
    }
    return false;
  }
}
