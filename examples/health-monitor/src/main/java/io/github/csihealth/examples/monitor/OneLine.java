package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;

/** An error as one line for people: what happened, without a stack trace. */
final class OneLine {

  private OneLine() {}

  static String of(Throwable error) {
    if (UnsendableCredentials.areCauseOf(error)) {
      return "IllegalArgumentException, whose text may quote credentials";
    }
    Throwable root = error;
    boolean connecting = false;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof KubernetesClientException kubernetes
          && kubernetes.getStatus() != null
          && kubernetes.getStatus().getMessage() != null) {
        return of(kubernetes.getCode() + " " + kubernetes.getStatus().getMessage());
      }
      connecting |= cause instanceof ConnectException;
      root = cause;
    }
    if (root.getMessage() != null && !root.getMessage().isBlank()) {
      return of(root.getMessage());
    }
    // The JDK's HTTP client has no words for the first two.
    if (root instanceof UnresolvedAddressException) {
      return "the host is not known";
    }
    return connecting ? "cannot connect" : root.getClass().getSimpleName();
  }

  /** The text with every line break and run of blanks made one blank. */
  static String of(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
