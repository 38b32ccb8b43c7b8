package io.github.csihealth.examples.monitor;

import io.fabric8.kubernetes.client.KubernetesClientException;

/** An error as one line for people: what happened, without a stack trace. */
final class OneLine {

  private OneLine() {}

  static String of(Throwable error) {
    if (error instanceof KubernetesClientException kubernetes
        && kubernetes.getStatus() != null
        && kubernetes.getStatus().getMessage() != null) {
      return line(kubernetes.getCode() + " " + kubernetes.getStatus().getMessage());
    }
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = root.getMessage();
    return line(message == null || message.isBlank() ? root.getClass().getSimpleName() : message);
  }

  private static String line(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
