package io.github.csihealth.model;

import java.util.List;

/**
 * An object of a cluster whose status carries health: who it is, which version of it this is, and
 * who else writes its health.
 */
public sealed interface HealthObject permits Claim, Pod, CsiNode {

  /** The namespace; empty for a CSINode, which has none. */
  String namespace();

  /** The name. */
  String name();

  /** {@code metadata.uid}; empty where it was not read. */
  String uid();

  /** {@code metadata.resourceVersion}; empty where it was not read. */
  String resourceVersion();

  /**
   * Who owns parts of the health field, by {@code metadata.managedFields}; unmodifiable. Empty
   * where nobody does, and where managed fields were not read, as many caches strip them.
   */
  List<FieldOwner> owners();
}
