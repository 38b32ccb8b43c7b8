package io.github.csihealth.examples.hostpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreeTest {

  @TempDir Path temp;

  @Test
  void whatIsMissingIsDeletedButNotMeasured() throws Exception {
    FolderTree missing = new FolderTree(temp.resolve("missing"));

    missing.delete();
    assertThat(missing.exists()).isFalse();
    assertThatThrownBy(missing::bytes).isInstanceOf(NoSuchFileException.class);
  }

  /** The health calls interrupt a port whose time is up. */
  @Test
  void measuringEndsWhenInterrupted() throws Exception {
    Files.createFile(temp.resolve("file"));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(new FolderTree(temp)::bytes).isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aCopyHasThePermissionsAndTimesOfFiles() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("from/folder"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path file = Files.writeString(folder.resolve("file"), "content");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx--x---"));

    FileTime time = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
    Files.setLastModifiedTime(file, time);

    new FolderTree(temp.resolve("from")).copyTo(temp.resolve("to"));

    Path copy = temp.resolve("to/folder/file");
    assertThat(copy).hasContent("content");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rwx--x---");
    assertThat(Files.getLastModifiedTime(copy)).isEqualTo(time);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.getParent())))
        .isEqualTo("rwxrwxrwx");
  }
}
