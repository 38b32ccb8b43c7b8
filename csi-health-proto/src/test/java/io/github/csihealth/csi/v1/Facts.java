package io.github.csihealth.csi.v1;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Recorded facts, read as JSON trees. */
final class Facts {

  private Facts() {}

  /** The JSON object in the test resource {@code facts/<name>}. */
  static Struct read(String name) {
    try (InputStream in = Facts.class.getResourceAsStream("/facts/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource facts/" + name);
      }
      Struct.Builder tree = Struct.newBuilder();
      JsonFormat.parser().merge(new String(in.readAllBytes(), UTF_8), tree);
      return tree.build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses a key that the caller does not read, lest a fact go untested. */
  static void expectOnly(Struct object, String... keys) {
    Set<String> others = new TreeSet<>(object.getFieldsMap().keySet());
    Arrays.asList(keys).forEach(others::remove);
    if (!others.isEmpty()) {
      throw new AssertionError("facts that no test reads: " + others + " in " + object);
    }
  }

  static String string(Struct object, String key) {
    return object.getFieldsOrThrow(key).getStringValue();
  }

  static long number(Struct object, String key) {
    return asLong(object.getFieldsOrThrow(key));
  }

  static long asLong(Value number) {
    return Math.round(number.getNumberValue());
  }

  /** The list under a key; empty if the key is absent. */
  static List<Value> list(Struct object, String key) {
    return object
        .getFieldsOrDefault(key, Value.getDefaultInstance())
        .getListValue()
        .getValuesList();
  }

  /** The objects listed under a key; empty if the key is absent. */
  static List<Struct> objects(Struct object, String key) {
    return list(object, key).stream().map(Value::getStructValue).toList();
  }
}
