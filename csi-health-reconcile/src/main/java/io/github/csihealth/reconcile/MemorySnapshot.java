package io.github.csihealth.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.InvalidJsonException;
import io.github.csihealth.model.JsonWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memories of many claims at one time, to be saved and given to the next run or the next
 * leader, so that it need not start from {@link Memory#EMPTY} (rule C17). What is stored in the
 * claims is not in it; without any snapshot all is rebuilt from that.
 *
 * <p>A memory belongs to a claim as bound to one volume: for another claim of the name, another
 * volume or another handle there is none (rule C18). Empty memories take no room. Immutable.
 */
public final class MemorySnapshot {

  private static final int VERSION = 1;

  private static final MemorySnapshot EMPTY = new MemorySnapshot(Map.of());

  private record Key(String claimUid, String volumeName, String volumeHandle) {
    static Key of(BindingIndex.Bound bound) {
      return new Key(bound.claim().uid(), bound.volume().name(), bound.volume().volumeHandle());
    }
  }

  private final Map<Key, Memory> memories;

  private MemorySnapshot(Map<Key, Memory> memories) {
    this.memories = memories;
  }

  /** A snapshot without memories. */
  public static MemorySnapshot empty() {
    return EMPTY;
  }

  /** Nothing collected yet. */
  public static Builder builder() {
    return new Builder();
  }

  /** What is remembered of this binding; {@link Memory#EMPTY} if nothing. */
  public Memory of(BindingIndex.Bound bound) {
    return memories.isEmpty() ? Memory.EMPTY : memories.getOrDefault(Key.of(bound), Memory.EMPTY);
  }

  /** How many bindings have a memory that is not empty. */
  public int size() {
    return memories.size();
  }

  /** The snapshot as JSON text in UTF-8, in some order. */
  public byte[] toBytes() {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("version").value(VERSION).name("claims").beginArray();
    memories.forEach((key, memory) -> write(json, key, memory));
    return json.endArray().endObject().toByteArray();
  }

  private static void write(JsonWriter json, Key key, Memory memory) {
    json.beginObject();
    json.name("uid").value(key.claimUid);
    json.name("volumeName").value(key.volumeName);
    json.name("volumeHandle").value(key.volumeHandle);
    json.name("absentCycles").value(memory.absentCycles());
    // With its fraction, unlike what is stored in the cluster.
    memory
        .lastMessageWrite()
        .ifPresent(time -> json.name("lastMessageWrite").value(time.toString()));
    json.name("unknownStatuses").beginArray();
    memory.unknownStatuses().forEach(json::value);
    json.endArray().endObject();
  }

  /**
   * Reads what {@link #toBytes} wrote, also that of a later version with more fields.
   *
   * @throws IllegalArgumentException if it is something else: says where, and quotes none of it. To
   *     go on from {@link #empty} is always right
   */
  public static MemorySnapshot fromBytes(byte[] bytes) {
    JsonNode document;
    try {
      document = HealthJson.tree(bytes);
    } catch (InvalidJsonException e) {
      throw new IllegalArgumentException("saved memory is no JSON", e);
    }
    if (document.path("version").asInt() != VERSION) {
      throw bad("version", "is not " + VERSION);
    }
    JsonNode claims = document.path("claims");
    if (!claims.isArray()) {
      throw bad("claims", "is no list");
    }
    Map<Key, Memory> memories = new HashMap<>();
    for (int i = 0; i < claims.size(); i++) {
      JsonNode claim = claims.get(i);
      String path = "claims[" + i + "].";
      Key key =
          new Key(
              text(claim, path, "uid"),
              text(claim, path, "volumeName"),
              text(claim, path, "volumeHandle"));
      memories.put(key, memory(claim, path));
    }
    return new MemorySnapshot(Map.copyOf(memories));
  }

  private static Memory memory(JsonNode claim, String path) {
    JsonNode absent = claim.path("absentCycles");
    if (!absent.canConvertToInt() || !absent.isIntegralNumber() || absent.asInt() < 0) {
      throw bad(path + "absentCycles", "is no number of cycles");
    }
    JsonNode unknown = claim.path("unknownStatuses");
    List<String> statuses = new ArrayList<>();
    if (!unknown.isArray()) {
      throw bad(path + "unknownStatuses", "is no list");
    }
    for (JsonNode status : unknown) {
      if (!status.isTextual()) {
        throw bad(path + "unknownStatuses", "holds something that is no string");
      }
      statuses.add(status.asText());
    }
    return Memory.of(absent.asInt(), time(claim, path), UnknownStatuses.distinct(statuses));
  }

  private static @Nullable Instant time(JsonNode claim, String path) {
    if (!claim.hasNonNull("lastMessageWrite")) {
      return null;
    }
    try {
      return Instant.parse(claim.path("lastMessageWrite").asText());
    } catch (DateTimeException e) {
      throw bad(path + "lastMessageWrite", "is no time");
    }
  }

  private static String text(JsonNode claim, String path, String field) {
    JsonNode value = claim.path(field);
    if (!value.isTextual()) {
      throw bad(path + field, "is no string");
    }
    return value.asText();
  }

  private static IllegalArgumentException bad(String path, String what) {
    return new IllegalArgumentException("saved memory: " + path + " " + what);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof MemorySnapshot that && memories.equals(that.memories));
  }

  @Override
  public int hashCode() {
    return memories.hashCode();
  }

  /** Reads {@code memories of 3 claim(s)}. */
  @Override
  public String toString() {
    return "memories of " + memories.size() + " claim(s)";
  }

  /** Collects memories. Not thread-safe. */
  public static final class Builder {
    private final Map<Key, Memory> memories = new HashMap<>();

    private Builder() {}

    /** Adds what is remembered of a binding. */
    public Builder add(BindingIndex.Bound bound, Memory memory) {
      Objects.requireNonNull(memory, "memory");
      if (!memory.equals(Memory.EMPTY)) {
        memories.put(Key.of(bound), memory);
      }
      return this;
    }

    /** The snapshot. */
    public MemorySnapshot build() {
      return new MemorySnapshot(Map.copyOf(memories));
    }
  }
}
