package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A symbolic link, which takes the place of a mount.
 *
 * @param at where it is
 * @param to where it leads
 */
record Link(Path at, Path to) {

  boolean exists() throws IOException {
    return Files.isSymbolicLink(at) && Files.readSymbolicLink(at).equals(to);
  }

  /**
   * Makes it; fine if it is there.
   *
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION if something else is there
   */
  void make() throws IOException {
    if (exists()) {
      return;
    }
    try {
      Files.createSymbolicLink(at, to);
    } catch (FileAlreadyExistsException e) {
      throw taken();
    }
  }

  /**
   * Removes it; fine if nothing is there.
   *
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION if something else is there, which is
   *     not for us to delete
   */
  void remove() throws IOException {
    if (exists()) {
      Files.delete(at);
    } else if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
      throw taken();
    }
  }

  private RuntimeException taken() {
    return Refusal.failedPrecondition("at " + at + " is something that this driver did not make");
  }
}
