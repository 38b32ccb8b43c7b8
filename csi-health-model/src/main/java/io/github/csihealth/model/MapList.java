package io.github.csihealth.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An immutable Kubernetes {@code +listType=map} list: entries with unique keys in canonical order,
 * which is the natural order of the keys (rules C7, C8). Two lists are equal when they hold equal
 * entries, in whatever order these were given.
 *
 * <p>A list that a server stored may be in another order and, where the server treats it as atomic,
 * may hold several entries of one key. {@link #ofStored} takes it as it is: the first of each key
 * is the entry, the others stay visible as {@link #duplicates()}, and {@link #stored()} is the
 * whole list as it was. A list with duplicates equals none without.
 *
 * @param <K> the key of an entry
 * @param <E> the entry
 */
public final class MapList<K extends Comparable<? super K>, E extends MapListEntry<K>>
    implements Iterable<E> {

  private static final MapList<?, ?> EMPTY =
      new MapList<VolumeHealthCondition.Key, VolumeHealthCondition>(
          List.of(), List.of(), List.of());

  private final List<E> entries;
  private final List<E> duplicates;
  private final List<E> stored;

  private MapList(List<E> entries, List<E> duplicates, List<E> stored) {
    this.entries = entries;
    this.duplicates = duplicates;
    this.stored = stored;
  }

  /** The list without entries. */
  @SuppressWarnings("unchecked") // It holds nothing, so it is a list of anything.
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> of() {
    return (MapList<K, E>) EMPTY;
  }

  /**
   * A list of these entries.
   *
   * @throws IllegalArgumentException if two of them have one key; names the key
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> of(
      E... entries) {
    return copyOf(Arrays.asList(entries));
  }

  /**
   * A list of these entries.
   *
   * @throws IllegalArgumentException if two of them have one key; names the key
   */
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> copyOf(
      Iterable<? extends E> entries) {
    MapList<K, E> list = ofStored(entries);
    if (!list.duplicates.isEmpty()) {
      throw new IllegalArgumentException(
          "duplicate key (" + list.duplicates.get(0).key() + "): a map list holds each key once");
    }
    return list.stored == list.entries
        ? list
        : new MapList<>(list.entries, list.duplicates, list.entries);
  }

  /**
   * A list of these entries as a server stored them, in its order: where several have one key, the
   * first is the entry and the others are {@link #duplicates()}.
   */
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>> MapList<K, E> ofStored(
      Iterable<? extends E> entries) {
    List<E> given = new ArrayList<>();
    for (E entry : entries) {
      given.add(Objects.requireNonNull(entry, "entry"));
    }
    if (given.isEmpty()) {
      return of();
    }
    List<E> stored = List.copyOf(given);
    given.sort(Comparator.comparing(MapListEntry::key)); // stable: the first given stays first
    List<E> distinct = new ArrayList<>(given.size());
    List<E> duplicates = new ArrayList<>();
    for (E entry : given) {
      boolean repeated =
          !distinct.isEmpty() && distinct.get(distinct.size() - 1).key().equals(entry.key());
      (repeated ? duplicates : distinct).add(entry);
    }
    return distinct.equals(stored)
        ? new MapList<>(stored, List.of(), stored)
        : new MapList<>(List.copyOf(distinct), List.copyOf(duplicates), stored);
  }

  /** A builder without entries. */
  public static <K extends Comparable<? super K>, E extends MapListEntry<K>>
      Builder<K, E> builder() {
    return new Builder<>();
  }

  /** The entries, each key once, in canonical order; unmodifiable. */
  public List<E> entries() {
    return entries;
  }

  /** Stored entries whose key an entry of this list already has; almost always empty. */
  public List<E> duplicates() {
    return duplicates;
  }

  /**
   * The whole list in the order in which a server stored it, duplicates included; the entries where
   * it was not read from a server.
   */
  public List<E> stored() {
    return stored;
  }

  /** The number of entries, duplicates not counted. */
  public int size() {
    return entries.size();
  }

  /** Whether there is no entry. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The entry of this key; empty where there is none. */
  public Optional<E> get(K key) {
    int low = 0;
    int high = entries.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = entries.get(middle).key().compareTo(key);
      if (order == 0) {
        return Optional.of(entries.get(middle));
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return Optional.empty();
  }

  /** The entries in canonical order. */
  public Stream<E> stream() {
    return entries.stream();
  }

  @Override
  public Iterator<E> iterator() {
    return entries.iterator();
  }

  /**
   * What changes from this list to {@code after}, in one pass over both; duplicates are ignored.
   */
  public Difference<E> differenceTo(MapList<K, E> after) {
    List<E> added = new ArrayList<>();
    List<E> removed = new ArrayList<>();
    List<Change<E>> changed = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < size() || j < after.size()) {
      int order;
      if (i == size()) {
        order = 1;
      } else if (j == after.size()) {
        order = -1;
      } else {
        order = entries.get(i).key().compareTo(after.entries.get(j).key());
      }
      if (order < 0) {
        removed.add(entries.get(i++));
      } else if (order > 0) {
        added.add(after.entries.get(j++));
      } else {
        E old = entries.get(i++);
        E now = after.entries.get(j++);
        if (!old.equals(now)) {
          changed.add(new Change<>(old, now));
        }
      }
    }
    return new Difference<>(List.copyOf(added), List.copyOf(removed), List.copyOf(changed));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof MapList<?, ?> that
            && entries.equals(that.entries)
            && duplicates.equals(that.duplicates));
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  /** One line: the entries in canonical order, then duplicates where there are any. */
  @Override
  public String toString() {
    String line =
        entries.stream().map(Object::toString).collect(Collectors.joining(", ", "[", "]"));
    return duplicates.isEmpty() ? line : line + " and duplicates " + duplicates;
  }

  /**
   * What changes from one list to another; each part in canonical order.
   *
   * @param added entries whose key only the later list has
   * @param removed entries whose key only the earlier list has
   * @param changed entries that both have under one key, but not equal
   */
  public record Difference<E>(List<E> added, List<E> removed, List<Change<E>> changed) {

    /** Whether the lists hold the same entries. */
    public boolean isEmpty() {
      return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
    }
  }

  /**
   * One entry that differs between two lists.
   *
   * @param before the entry of the earlier list
   * @param after the entry of the same key in the later list
   */
  public record Change<E>(E before, E after) {}

  /** Collects entries, in any order; refuses a key that it already has. Not thread-safe. */
  public static final class Builder<K extends Comparable<? super K>, E extends MapListEntry<K>> {
    private final List<E> entries = new ArrayList<>();

    private Builder() {}

    /** Adds an entry. */
    public Builder<K, E> add(E entry) {
      entries.add(Objects.requireNonNull(entry, "entry"));
      return this;
    }

    /**
     * The list of what was added.
     *
     * @throws IllegalArgumentException if two entries have one key; names the key
     */
    public MapList<K, E> build() {
      return copyOf(entries);
    }
  }
}
