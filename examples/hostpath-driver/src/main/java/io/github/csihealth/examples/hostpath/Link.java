package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A symbolic link, which takes the place of a mount.
 *
 * @param at where it is
 * @param to where it leads
 */
record Link(Path at, Path to) {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver");

  boolean exists() throws IOException {
    return Files.isSymbolicLink(at) && Files.readSymbolicLink(at).equals(to);
  }

  /**
   * Whether there is room for it, or it is there already.
   *
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION if something else is there
   */
  void requireRoom() throws IOException {
    if (isTaken()) {
      throw taken();
    }
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

  /** Removes it; fine if it is not there. Something else that is there is not for us to delete. */
  void remove() throws IOException {
    if (exists()) {
      Files.delete(at);
    } else if (isTaken()) {
      LOG.warn("{} is not what this driver made there, and stays", at);
    }
  }

  private boolean isTaken() throws IOException {
    return Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !exists();
  }

  private RuntimeException taken() {
    return Refusal.failedPrecondition("at " + at + " is something that this driver did not make");
  }
}
