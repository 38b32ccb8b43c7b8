package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every sample that the Go types wrote is read, and written again as it was. */
class KubernetesJsonFactsTest {

  @TestFactory
  Stream<DynamicTest> everySampleIsWrittenAsGoWritesIt() {
    JsonNode samples = Facts.of("kubernetes-v1.37.2-json.json").get("samples");
    assertThat(samples).hasSize(11);
    return samples
        .valueStream()
        .map(
            sample ->
                DynamicTest.dynamicTest(
                    sample.get("id").asText(),
                    () -> check(sample.get("type").asText(), sample.get("json"))));
  }

  private static void check(String type, JsonNode json) {
    switch (type) {
      case "storage.k8s.io/v1 CSINodeStatus" -> {
        Read<CsiNode> read = HealthJson.readCsiNode(Map.of("status", json));
        assertThat(read.findings()).isEmpty();
        assertThat(array(read.value().storageHealth()))
            .isEqualTo(json.has("storageHealth") ? go(json.get("storageHealth")) : "[]");
      }
      case "core/v1 PersistentVolumeClaimStatus" -> {
        Read<Claim> read = HealthJson.readClaim(Map.of("status", json));
        assertThat(read.findings()).isEmpty();
        assertThat(read.value().phase()).isEqualTo("Bound");
        assertThat(Facts.utf8(HealthJson.write(read.value().health())))
            .isEqualTo(json.has("healthStatus") ? go(json.get("healthStatus")) : "null");
      }
      default -> {
        Facts.Rewritten rewritten = Facts.rewrite(type, go(json).getBytes(StandardCharsets.UTF_8));
        assertThat(rewritten.read().findings()).isEmpty();
        assertThat(rewritten.text()).isEqualTo(go(json));
      }
    }
  }

  private static String array(MapList<String, StorageHealth> drivers) {
    JsonWriter json = new JsonWriter().beginArray();
    drivers.forEach(driver -> HealthJson.write(json, driver));
    return Facts.utf8(json.endArray().toByteArray());
  }

  /** The sample as compact text with Go's escapes, which the recording shows unescaped. */
  private static String go(JsonNode json) {
    return json.toString()
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
