package io.github.csihealth.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What was recorded of the shipped software, and how it is looked at. */
final class Facts {

  private Facts() {}

  /** A recording, by its file name. */
  static JsonNode of(String file) {
    try (InputStream in = Facts.class.getResourceAsStream("/facts/" + file)) {
      return HealthJson.tree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads one value of a type by the name that the recordings give it, and writes it again. */
  static Rewritten rewrite(String type, byte[] json) {
    return switch (type) {
      case "core/v1 VolumeHealthStatus" -> {
        var read = HealthJson.readVolumeHealth(json);
        yield new Rewritten(read, HealthJson.write(read.value()));
      }
      case "core/v1 PodVolumeHealth" -> {
        var read = HealthJson.readPod(inList("volumeHealth", json));
        yield new Rewritten(read, HealthJson.write(read.value().volumeHealth().stored().get(0)));
      }
      case "storage.k8s.io/v1 StorageHealth" -> {
        var read = HealthJson.readCsiNode(inList("storageHealth", json));
        yield new Rewritten(read, HealthJson.write(read.value().storageHealth().stored().get(0)));
      }
      default -> throw new AssertionError("no type " + type);
    };
  }

  private static byte[] inList(String field, byte[] entry) {
    String document = "{\"status\":{\"" + field + "\":[" + utf8(entry) + "]}}";
    return document.getBytes(StandardCharsets.UTF_8);
  }

  static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** What was read, and the bytes that were made of it. */
  record Rewritten(Read<?> read, byte[] bytes) {
    String text() {
      return utf8(bytes);
    }
  }
}
