package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files that a cluster is to be given, in the folder {@code deploy}. */
final class Manifests {

  static final Path FOLDER = Path.of("deploy");

  private static final ObjectMapper JSON = new ObjectMapper();

  private Manifests() {}

  static String text(String file) {
    try {
      return Files.readString(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of one YAML or JSON document. */
  static JsonNode read(String file) {
    return parse(text(file));
  }

  static JsonNode parse(String document) {
    return JSON.valueToTree(new KubernetesSerialization().unmarshal(document, Object.class));
  }

  /** The objects that the kustomization names, in its order. */
  static List<JsonNode> objects() {
    List<JsonNode> objects = new ArrayList<>();
    for (JsonNode file : read("kustomization.yaml").path("resources")) {
      Stream.of(text(file.asText()).split("(?m)^---$")).map(Manifests::parse).forEach(objects::add);
    }
    return objects;
  }

  static JsonNode object(String kind) {
    List<JsonNode> found =
        objects().stream().filter(object -> object.path("kind").asText().equals(kind)).toList();
    if (found.size() != 1) {
      throw new IllegalStateException(found.size() + " of " + kind);
    }
    return found.get(0);
  }

  /** The rights of a ClusterRole or Role, as {@code patch persistentvolumeclaims/status}. */
  static List<String> rights(String kind) {
    List<String> rights = new ArrayList<>();
    for (JsonNode rule : object(kind).path("rules")) {
      for (JsonNode resource : rule.path("resources")) {
        for (JsonNode verb : rule.path("verbs")) {
          rights.add(verb.asText() + " " + resource.asText());
        }
      }
    }
    return rights;
  }

  /** The container of the monitor. */
  static JsonNode monitor() {
    for (JsonNode container : object("Deployment").at("/spec/template/spec/containers")) {
      if (container.path("name").asText().equals("health-monitor")) {
        return container;
      }
    }
    throw new IllegalStateException("no container of that name");
  }

  /** The flags that the monitor is given. */
  static List<String> flags() {
    List<String> flags = new ArrayList<>();
    monitor().path("args").forEach(flag -> flags.add(flag.asText()));
    return flags;
  }
}
