package io.github.csihealth.examples.hostpath;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Values kept as JSON files in a folder, one file each, and in memory. A file is replaced by
 * renaming, so that whenever the process is killed the old value or the new one is there.
 *
 * <p>Safe for use by many threads, as long as no two change the same value at once.
 */
final class RecordFolder<R> {

  private static final String SUFFIX = ".json";
  private static final String UNFINISHED = ".new";

  /** Strict: what is not understood would be lost with the next change. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path folder;
  private final Function<R, String> key;
  private final Map<String, R> records = new ConcurrentHashMap<>();

  private RecordFolder(Path folder, Function<R, String> key) {
    this.folder = folder;
    this.key = key;
  }

  /**
   * Reads the records in a folder, which is made if it is missing.
   *
   * @param key names a record and its file
   * @throws IOException if one of them cannot be read; the message names the file. To go on without
   *     it would deny a volume that exists.
   */
  static <R> RecordFolder<R> load(Path folder, Class<R> type, Function<R, String> key)
      throws IOException {
    RecordFolder<R> loaded = new RecordFolder<>(Files.createDirectories(folder), key);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        loaded.read(file, type);
      }
    }
    return loaded;
  }

  private void read(Path file, Class<R> type) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(UNFINISHED)) {
      Files.delete(file);
      return;
    }
    R value;
    try {
      value = JSON.readValue(Files.readAllBytes(file), type);
    } catch (JacksonException e) {
      throw new IOException(file + " is no record of this driver: " + e.getOriginalMessage(), e);
    }
    String id = key.apply(value);
    if (!name.equals(id + SUFFIX)) {
      throw new IOException(file + " is the record of " + id + ": the name is wrong");
    }
    records.put(id, value);
  }

  Optional<R> find(String id) {
    return Optional.ofNullable(records.get(id));
  }

  /** All of them, in no order. */
  Collection<R> all() {
    return List.copyOf(records.values());
  }

  /** Keeps the value, in place of the one of that key; it is on the disk when this returns. */
  void put(R value) throws IOException {
    String id = key.apply(value);
    Path unfinished = folder.resolve(id + UNFINISHED);
    try (FileChannel file =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(JSON.writeValueAsBytes(value));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(unfinished, folder.resolve(id + SUFFIX), StandardCopyOption.ATOMIC_MOVE);
    flushFolder();
    records.put(id, value);
  }

  /** Forgets the value; fine if there is none. */
  void remove(String id) throws IOException {
    if (records.containsKey(id)) {
      Files.deleteIfExists(folder.resolve(id + SUFFIX));
      flushFolder();
      records.remove(id);
    }
  }

  /** A name in a folder is on the disk only after this. */
  private void flushFolder() throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
