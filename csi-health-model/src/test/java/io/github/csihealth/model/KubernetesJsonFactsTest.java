package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every sample that the Go types wrote is read, and written again to the byte. */
class KubernetesJsonFactsTest {

  @TestFactory
  Stream<DynamicTest> everySampleIsWrittenAsGoWritesIt() throws IOException {
    JsonNode samples = facts().get("samples");
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
      case "core/v1 VolumeHealthStatus" -> {
        Read<VolumeHealthStatus> read = HealthJson.readVolumeHealth(go(json));
        assertThat(read.findings()).isEmpty();
        assertThat(text(HealthJson.write(read.value()))).isEqualTo(text(go(json)));
      }
      case "core/v1 PodVolumeHealth" -> {
        Map<String, ?> pod =
            Map.of("status", Map.of("volumeHealth", java.util.List.of(plain(json))));
        Read<MapList<String, PodVolumeHealth>> read = HealthJson.readPodHealth(pod);
        assertThat(read.findings()).isEmpty();
        assertThat(text(HealthJson.write(read.value().entries().get(0)))).isEqualTo(text(go(json)));
      }
      case "storage.k8s.io/v1 StorageHealth" -> {
        Map<String, ?> node =
            Map.of("status", Map.of("storageHealth", java.util.List.of(plain(json))));
        Read<MapList<String, StorageHealth>> read = HealthJson.readCsiNodeHealth(node);
        assertThat(read.findings()).isEmpty();
        assertThat(text(HealthJson.write(read.value().entries().get(0)))).isEqualTo(text(go(json)));
      }
      case "storage.k8s.io/v1 CSINodeStatus" -> {
        Read<MapList<String, StorageHealth>> read =
            HealthJson.readCsiNodeHealth(Map.of("status", plain(json)));
        assertThat(read.findings()).isEmpty();
        assertThat(text(array(read.value())))
            .isEqualTo(
                text(
                    go(
                        json.path("storageHealth").isMissingNode()
                            ? HealthJson.MAPPER.createArrayNode()
                            : json.get("storageHealth"))));
      }
      case "core/v1 PersistentVolumeClaimStatus" -> {
        Read<Claim> read = HealthJson.readClaim(Map.of("status", plain(json)));
        assertThat(read.findings()).isEmpty();
        assertThat(read.value().phase()).isEqualTo("Bound");
        JsonNode health = json.get("healthStatus");
        assertThat(text(HealthJson.write(read.value().health())))
            .isEqualTo(health == null ? "null" : text(go(health)));
      }
      default -> throw new AssertionError("no check for " + type);
    }
  }

  private static byte[] array(MapList<String, StorageHealth> drivers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = HealthJson.generator(out)) {
      generator.writeStartArray();
      for (StorageHealth driver : drivers) {
        HealthJson.write(generator, driver);
      }
      generator.writeEndArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  /** The sample as compact bytes with Go's escapes, which the facts file shows as they are. */
  private static byte[] go(JsonNode json) {
    try {
      return plainText(json).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String plainText(JsonNode json) throws IOException {
    return new com.fasterxml.jackson.databind.ObjectMapper()
        .writeValueAsString(json)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static Map<String, ?> plain(JsonNode json) {
    return HealthJson.MAPPER.convertValue(
        json, new com.fasterxml.jackson.core.type.TypeReference<Map<String, Object>>() {});
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  private static JsonNode facts() throws IOException {
    try (InputStream in =
        KubernetesJsonFactsTest.class.getResourceAsStream("/facts/kubernetes-v1.37.2-json.json")) {
      return HealthJson.tree(in);
    }
  }
}
