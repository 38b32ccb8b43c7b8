package io.github.csihealth.reconcile;

import java.nio.charset.StandardCharsets;

/**
 * A patch as it goes over the wire. Body and content type belong together: a client must send the
 * bytes untouched, since one that serializes objects of its own drops the nulls that remove fields.
 */
public final class Patch {

  private final String contentType;
  private final byte[] body;

  Patch(String contentType, byte[] body) {
    this.contentType = contentType;
    this.body = body;
  }

  /** The value of the Content-Type header: {@code application/merge-patch+json}. */
  public String contentType() {
    return contentType;
  }

  /** A copy of the body: JSON in UTF-8. */
  public byte[] body() {
    return body.clone();
  }

  /** The body as text, for clients that take a string. */
  public String bodyText() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Content type and body. */
  @Override
  public String toString() {
    return contentType + " " + bodyText();
  }
}
