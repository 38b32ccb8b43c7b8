package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is being worked on. A second call for one of these things is ABORTED, as the CSI spec wants
 * it, and does not wait.
 */
final class PendingOperations {

  private final Set<String> pending = ConcurrentHashMap.newKeySet();

  /** Something to be done. */
  interface Operation<T> {
    T run() throws IOException;
  }

  /**
   * Runs an operation.
   *
   * @param thing that it is about
   * @throws io.grpc.StatusRuntimeException ABORTED if another one is about the same
   */
  <T> T run(String thing, Operation<T> operation) throws IOException {
    if (!pending.add(thing)) {
      throw Refusal.aborted("an operation is pending for " + thing);
    }
    try {
      return operation.run();
    } finally {
      pending.remove(thing);
    }
  }
}
