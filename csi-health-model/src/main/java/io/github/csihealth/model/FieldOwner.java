package io.github.csihealth.model;

import java.util.Objects;
import java.util.Set;

/**
 * A field manager that owns part of an object's health field. Of the same manager what it applied
 * and what it wrote in another way are two owners, as they are to the server.
 *
 * <p>Source: Kubernetes v1.37 {@code meta/v1 ManagedFieldsEntry}.
 */
public final class FieldOwner {

  private final String manager;
  private final boolean applied;
  private final Set<String> entries;

  private FieldOwner(String manager, boolean applied, Set<String> entries) {
    this.manager = Objects.requireNonNull(manager, "manager");
    this.applied = applied;
    this.entries = Set.copyOf(entries);
  }

  /**
   * An owner.
   *
   * @param applied whether by server-side apply of the status subresource
   * @param entries the volume names of a pod, or driver names of a CSINode, in whose entries it
   *     owns something; empty for a claim, whose health is one field
   */
  public static FieldOwner of(String manager, boolean applied, Set<String> entries) {
    return new FieldOwner(manager, applied, entries);
  }

  /** The name of the field manager. */
  public String manager() {
    return manager;
  }

  /** Whether it owns them by server-side apply of the status subresource. */
  public boolean applied() {
    return applied;
  }

  /** The entries of the health field that it owns part of; empty for a claim; unmodifiable. */
  public Set<String> entries() {
    return entries;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof FieldOwner that
            && manager.equals(that.manager)
            && applied == that.applied
            && entries.equals(that.entries));
  }

  @Override
  public int hashCode() {
    return Objects.hash(manager, applied, entries);
  }

  /** Reads {@code kubelet (update) of [data]}. */
  @Override
  public String toString() {
    return manager
        + (applied ? " (apply)" : " (update)")
        + (entries.isEmpty() ? "" : " of " + entries);
  }
}
