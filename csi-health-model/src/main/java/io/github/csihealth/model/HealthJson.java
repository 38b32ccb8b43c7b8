package io.github.csihealth.model;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of the three health fields: read forgivingly, written as the Go types write it.
 *
 * <p>Reading (rule C1): any JSON can be read. What cannot be understood is a {@link Finding} with
 * its path, and the rest is read; both {@code healthConditions} and the draft name {@code
 * conditions} are taken. Each {@code read…} method takes
 *
 * <ul>
 *   <li>the bytes of a document, in UTF-8;
 *   <li>a map of plain values, as Kubernetes clients and YAML parsers give it: maps, collections,
 *       strings, numbers, booleans and null; of other types times of {@code java.time} and {@link
 *       java.util.Date} are taken for RFC 3339, and all else by its {@code toString()};
 *   <li>a Jackson tree, such as {@link #tree(InputStream)} makes of a stream.
 * </ul>
 *
 * <p>Only text that is no JSON throws {@link InvalidJsonException}, which says where; so does JSON
 * beyond the limits of the parser: nesting deeper than 1,000 levels, numbers of more than 1,000
 * digits, field names of more than 50,000 characters or with half of a surrogate pair.
 *
 * <p>Writing: key order, absent and null fields and escapes are those of the Kubernetes API types
 * v1.37 as serialized by Go: an unset {@code lastTransitionTime} is {@code null}, empty lists and
 * messages are left out, {@code <}, {@code >}, {@code &}, U+2028 and U+2029 are escaped. Fields
 * that were read and not understood are written after the known ones. A lone surrogate in a known
 * field, which UTF-8 cannot hold, is written as a question mark.
 *
 * <pre>{@code
 * JsonNode pod = HealthJson.tree(stream);
 * MapList<String, PodVolumeHealth> volumes = HealthJson.readPod(pod).value().volumeHealth();
 * }</pre>
 */
public final class HealthJson {

  static final JsonMapper MAPPER =
      JsonMapper.builder(GoJson.FACTORY)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private HealthJson() {}

  /**
   * The tree of a JSON text.
   *
   * @throws InvalidJsonException if it is no JSON
   */
  public static JsonNode tree(byte[] json) {
    try {
      return checked(MAPPER.readTree(json));
    } catch (IOException e) { // bytes in memory do not fail: it is about what they say
      throw invalid(e);
    }
  }

  /**
   * The tree of a JSON text that is read to its end; the stream is not closed.
   *
   * @throws InvalidJsonException if it is no JSON
   * @throws IOException if the stream fails
   */
  public static JsonNode tree(InputStream json) throws IOException {
    try {
      return checked(MAPPER.readTree(json));
    } catch (JsonProcessingException | CharConversionException e) {
      throw invalid(e);
    }
  }

  /** Reads a whole claim, of which only identity, binding and health are taken. */
  public static Read<Claim> readClaim(byte[] claim) {
    return readClaim(tree(claim));
  }

  /** Reads a whole claim given as plain values. */
  public static Read<Claim> readClaim(Map<String, ?> claim) {
    return readClaim(tree(claim));
  }

  /** Reads a whole claim given as a tree. */
  public static Read<Claim> readClaim(JsonNode claim) {
    return new HealthReader().claim(claim);
  }

  /** Reads a whole persistent volume, of which only identity and binding are taken. */
  public static Read<PersistentVolume> readPersistentVolume(byte[] volume) {
    return readPersistentVolume(tree(volume));
  }

  /** Reads a whole persistent volume given as plain values. */
  public static Read<PersistentVolume> readPersistentVolume(Map<String, ?> volume) {
    return readPersistentVolume(tree(volume));
  }

  /** Reads a whole persistent volume given as a tree. */
  public static Read<PersistentVolume> readPersistentVolume(JsonNode volume) {
    return new HealthReader().persistentVolume(volume);
  }

  /** Reads a whole pod, of which only identity, volumes and health are taken. */
  public static Read<Pod> readPod(byte[] pod) {
    return readPod(tree(pod));
  }

  /** Reads a whole pod given as plain values. */
  public static Read<Pod> readPod(Map<String, ?> pod) {
    return readPod(tree(pod));
  }

  /** Reads a whole pod given as a tree. */
  public static Read<Pod> readPod(JsonNode pod) {
    return new HealthReader().pod(pod);
  }

  /** Reads a whole CSINode, of which only identity, driver names and health are taken. */
  public static Read<CsiNode> readCsiNode(byte[] csiNode) {
    return readCsiNode(tree(csiNode));
  }

  /** Reads a whole CSINode given as plain values. */
  public static Read<CsiNode> readCsiNode(Map<String, ?> csiNode) {
    return readCsiNode(tree(csiNode));
  }

  /** Reads a whole CSINode given as a tree. */
  public static Read<CsiNode> readCsiNode(JsonNode csiNode) {
    return new HealthReader().csiNode(csiNode);
  }

  /** Reads the value of a claim's {@code healthStatus}; JSON null is the absent one. */
  public static Read<VolumeHealthStatus> readVolumeHealth(byte[] healthStatus) {
    return readVolumeHealth(tree(healthStatus));
  }

  /** Reads the value of a claim's {@code healthStatus} given as plain values. */
  public static Read<VolumeHealthStatus> readVolumeHealth(Map<String, ?> healthStatus) {
    return readVolumeHealth(tree(healthStatus));
  }

  /** Reads the value of a claim's {@code healthStatus} given as a tree; null is the absent one. */
  public static Read<VolumeHealthStatus> readVolumeHealth(JsonNode healthStatus) {
    return new HealthReader().volumeHealth(healthStatus);
  }

  /**
   * <strong>Experimental.</strong> Reads {@code spec.healthSchedulingPolicy} of a whole CSIDriver;
   * {@link HealthSchedulingPolicy#none()} where it has none. A rule with a part of a wrong type is
   * left out: read without that part it would rule out too many nodes.
   */
  public static Read<HealthSchedulingPolicy> readSchedulingPolicy(byte[] csiDriver) {
    return readSchedulingPolicy(tree(csiDriver));
  }

  /** <strong>Experimental.</strong> Reads the policy of a whole CSIDriver given as plain values. */
  public static Read<HealthSchedulingPolicy> readSchedulingPolicy(Map<String, ?> csiDriver) {
    return readSchedulingPolicy(tree(csiDriver));
  }

  /** <strong>Experimental.</strong> Reads the policy of a whole CSIDriver given as a tree. */
  public static Read<HealthSchedulingPolicy> readSchedulingPolicy(JsonNode csiDriver) {
    return new PolicyReader().policy(csiDriver);
  }

  /**
   * The value of a claim's {@code healthStatus}: {@code null} for the absent one, which a merge
   * patch takes for "remove the field".
   */
  public static byte[] write(VolumeHealthStatus health) {
    return bytes(json -> write(json, health));
  }

  /** One entry of a pod's {@code volumeHealth}. */
  public static byte[] write(PodVolumeHealth health) {
    return bytes(json -> write(json, health));
  }

  /** One entry of a CSINode's {@code storageHealth}. */
  public static byte[] write(StorageHealth health) {
    return bytes(json -> write(json, health));
  }

  /** <strong>Experimental.</strong> The value of a CSIDriver's {@code healthSchedulingPolicy}. */
  public static byte[] write(HealthSchedulingPolicy policy) {
    return bytes(json -> HealthWriter.policy(json, policy));
  }

  /**
   * What {@link #write(VolumeHealthStatus)} writes, as plain values: unmodifiable maps and lists,
   * strings, numbers, booleans and null. The absent one is null itself.
   */
  public static @Nullable Map<String, ?> toMap(VolumeHealthStatus health) {
    return health.state() == HealthState.NO_INFORMATION ? null : plain(write(health));
  }

  /** What {@link #write(PodVolumeHealth)} writes, as plain values. */
  public static Map<String, ?> toMap(PodVolumeHealth health) {
    return plain(write(health));
  }

  /** What {@link #write(StorageHealth)} writes, as plain values. */
  public static Map<String, ?> toMap(StorageHealth health) {
    return plain(write(health));
  }

  /**
   * <strong>Experimental.</strong> What {@link #write(HealthSchedulingPolicy)} writes, as plain
   * values.
   */
  public static Map<String, ?> toMap(HealthSchedulingPolicy policy) {
    return plain(write(policy));
  }

  /** Writes what {@link #write(VolumeHealthStatus)} returns as the next value of a document. */
  public static void write(JsonWriter json, VolumeHealthStatus health) {
    HealthWriter.volumeHealth(json, health);
  }

  /** Writes what {@link #write(PodVolumeHealth)} returns as the next value of a document. */
  public static void write(JsonWriter json, PodVolumeHealth health) {
    HealthWriter.podVolumeHealth(json, health);
  }

  /** Writes what {@link #write(StorageHealth)} returns as the next value of a document. */
  public static void write(JsonWriter json, StorageHealth health) {
    HealthWriter.storageHealth(json, health);
  }

  /** Writes a tree, such as {@link #tree(byte[])} returns, as the next value of a document. */
  public static void write(JsonWriter json, JsonNode tree) {
    HealthWriter.plain(json, tree);
  }

  private static byte[] bytes(Consumer<JsonWriter> value) {
    JsonWriter json = new JsonWriter();
    value.accept(json);
    return json.toByteArray();
  }

  private static JsonNode tree(Map<String, ?> values) {
    return PlainValues.toTree(values);
  }

  private static Map<String, ?> plain(byte[] object) {
    return PlainValues.mapOf(tree(object));
  }

  private static JsonNode checked(JsonNode tree) {
    if (tree.isMissingNode()) {
      throw new InvalidJsonException("no JSON: the text is empty");
    }
    return tree;
  }

  /** The cause is left out: its message quotes the input, which may be anything. */
  private static InvalidJsonException invalid(IOException e) {
    if (!(e instanceof JsonProcessingException json)) {
      return new InvalidJsonException("no JSON: neither UTF-8 nor UTF-16 nor UTF-32");
    }
    JsonLocation at = json.getLocation();
    String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    return new InvalidJsonException("no JSON" + where + ": " + json.getOriginalMessage());
  }
}
