package io.github.csihealth.examples.hostpath;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.CopyOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A folder with all that is in it. No symbolic link is followed. */
record FolderTree(Path root) {

  /** Whether there is a folder: not a file, and not a link to a folder elsewhere. */
  boolean exists() {
    return Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The length of all files together. What comes or goes meanwhile may be in it or not; what the
   * process may not read, a pod's private folder, is not.
   *
   * @throws NoSuchFileException if there is no such folder
   * @throws InterruptedIOException if the thread is interrupted: a large tree takes long
   */
  long bytes() throws IOException {
    Sum sum = new Sum(root);
    Files.walkFileTree(root, sum);
    return sum.bytes;
  }

  /**
   * Makes a copy, with owners, permissions and times as far as the process may.
   *
   * @param target does not exist
   */
  void copyTo(Path target) throws IOException {
    Files.walkFileTree(root, new Copy(root, target));
  }

  /** Deletes it; fine if there is none. */
  void delete() throws IOException {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(root, new Delete());
    }
  }

  private static final class Sum extends SimpleFileVisitor<Path> {
    private final Path root;
    private long bytes;

    Sum(Path root) {
      this.root = root;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
        throws InterruptedIOException {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted while measuring a folder");
      }
      if (attributes.isRegularFile()) {
        bytes += attributes.size();
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      return pass(file, e);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      return e == null ? FileVisitResult.CONTINUE : pass(folder, e);
    }

    private FileVisitResult pass(Path path, IOException e) throws IOException {
      boolean passed = e instanceof NoSuchFileException || e instanceof AccessDeniedException;
      if (passed && !path.equals(root)) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }

  private static final class Copy extends SimpleFileVisitor<Path> {
    private static final CopyOption[] AS_IT_IS = {
      StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS
    };

    private final Path root;
    private final Path target;

    Copy(Path root, Path target) {
      this.root = root;
      this.target = target;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      Files.copy(folder, at(folder), AS_IT_IS);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.copy(file, at(file), AS_IT_IS);
      return FileVisitResult.CONTINUE;
    }

    private Path at(Path source) {
      return target.resolve(root.relativize(source));
    }
  }

  private static final class Delete extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
