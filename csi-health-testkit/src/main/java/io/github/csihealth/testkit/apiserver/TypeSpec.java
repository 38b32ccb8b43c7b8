package io.github.csihealth.testkit.apiserver;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The type of a JSON value in an API object: what the server decodes it to, and how the patch kinds
 * that know types merge it.
 *
 * <p>These descriptions stand for the Go types of the Kubernetes API, whose tags say the same.
 */
sealed interface TypeSpec {

  /** Text, numbers, truth values, times and quantities. */
  enum Scalar implements TypeSpec {
    STRING,
    BOOL,
    INTEGER,
    TIME,
    QUANTITY
  }

  /** A value whose type is not modelled: it is stored as it came. */
  enum Freeform implements TypeSpec {
    FREEFORM
  }

  /** When a field is printed. */
  enum Presence {
    /** Always; a zero time as null. */
    ALWAYS,
    /** Unless it is empty, false, 0 or the zero time. */
    UNLESS_EMPTY,
    /** Whenever it was given, even as an empty text. */
    WHEN_SET
  }

  /** How server-side apply sees a list. */
  enum Listing {
    /** One value, owned as a whole. */
    ATOMIC,
    /** A set of scalars, each owned alone. */
    SET,
    /** Entries told apart by their key fields. */
    KEYED
  }

  /** A field of a struct. */
  record Field(String name, TypeSpec type, Presence presence) {}

  /** An object with named fields, in the order in which they are printed. */
  final class Struct implements TypeSpec {
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final boolean atomic;
    private final boolean open;

    private Struct(boolean atomic, boolean open, Field... fields) {
      this.atomic = atomic;
      this.open = open;
      Arrays.stream(fields).forEach(field -> this.fields.put(field.name(), field));
    }

    Iterable<Field> fields() {
      return fields.values();
    }

    @Nullable Field field(String name) {
      return fields.get(name);
    }

    /** Whether server-side apply owns it as a whole. */
    boolean atomic() {
      return atomic;
    }

    /** Whether fields that are not named here are kept. */
    boolean open() {
      return open;
    }
  }

  /**
   * A list.
   *
   * @param listing how server-side apply sees it
   * @param keys the key fields, where it is keyed
   * @param merges whether a strategic merge patch merges it instead of replacing it
   * @param mergeKey the key of that merge; empty for a list of scalars
   */
  record Listed(
      TypeSpec element, Listing listing, List<String> keys, boolean merges, String mergeKey)
      implements TypeSpec {}

  /** An object with free names and values of one type. */
  record Mapped(TypeSpec value) implements TypeSpec {}

  static Struct struct(Field... fields) {
    return new Struct(false, false, fields);
  }

  static Struct atomicStruct(Field... fields) {
    return new Struct(true, false, fields);
  }

  static Struct openStruct(Field... fields) {
    return new Struct(false, true, fields);
  }

  static Field always(String name, TypeSpec type) {
    return new Field(name, type, Presence.ALWAYS);
  }

  static Field unlessEmpty(String name, TypeSpec type) {
    return new Field(name, type, Presence.UNLESS_EMPTY);
  }

  static Field whenSet(String name, TypeSpec type) {
    return new Field(name, type, Presence.WHEN_SET);
  }

  static Listed atomicList(TypeSpec element) {
    return new Listed(element, Listing.ATOMIC, List.of(), false, "");
  }

  /** A list of scalars that both kinds of typed patches treat as a set. */
  static Listed mergingSet(TypeSpec element) {
    return new Listed(element, Listing.SET, List.of(), true, "");
  }

  /** A list with keys for server-side apply that a strategic merge patch replaces. */
  static Listed keyedList(TypeSpec element, String... keys) {
    return new Listed(element, Listing.KEYED, List.of(keys), false, "");
  }

  /** A list with keys for server-side apply that a strategic merge patch merges by one key. */
  static Listed mergingList(TypeSpec element, String mergeKey, String... keys) {
    return new Listed(element, Listing.KEYED, List.of(keys), true, mergeKey);
  }

  /** The type of a field of {@code type}; null where the type declares no such field. */
  static @Nullable TypeSpec ofField(TypeSpec type, String name) {
    if (type instanceof Struct struct) {
      Field field = struct.field(name);
      return field != null ? field.type() : struct.open() ? Freeform.FREEFORM : null;
    }
    return type instanceof Mapped mapped ? mapped.value() : Freeform.FREEFORM;
  }

  /** The type of the entries of {@code type}. */
  static TypeSpec ofElement(TypeSpec type) {
    return type instanceof Listed listed ? listed.element() : Freeform.FREEFORM;
  }
}
