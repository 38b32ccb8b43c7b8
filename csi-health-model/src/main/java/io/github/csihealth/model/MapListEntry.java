package io.github.csihealth.model;

/**
 * An entry of a Kubernetes {@code +listType=map} list.
 *
 * @param <K> the key; its natural order is the canonical order of the list
 */
public interface MapListEntry<K extends Comparable<? super K>> {

  /** What identifies this entry in its list. */
  K key();
}
