package io.github.csihealth.examples.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/**
 * A sequence of requests the last of which the in-memory server answers otherwise than a real one.
 */
record Disagreement(AnsweredRequests real, JsonNode inMemory) {

  /** What is different, in a few words that are the same for most sequences of one cause. */
  String summary() {
    JsonNode expected = real.answers().get(real.answers().size() - 1);
    ObjectRequest last = real.requests().get(real.requests().size() - 1);
    Set<String> paths = new TreeSet<>();
    compare(expected, inMemory, "", paths);
    return real.kind() + " " + last.method() + " " + last.contentType() + " " + paths;
  }

  private static void compare(JsonNode real, JsonNode inMemory, String path, Set<String> paths) {
    if (real == null || inMemory == null || !real.isObject() || !inMemory.isObject()) {
      if (real == null || !real.equals(inMemory)) {
        paths.add(path);
      }
      return;
    }
    Set<String> names = new TreeSet<>();
    real.fieldNames().forEachRemaining(names::add);
    inMemory.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      compare(real.get(name), inMemory.get(name), path + "/" + name, paths);
    }
  }

  @Override
  public String toString() {
    return "%s%nreal: %s%nin memory: %s%nto record: %s"
        .formatted(
            summary(), real.answers().get(real.answers().size() - 1), inMemory, real.toJson());
  }
}
