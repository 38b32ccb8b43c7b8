package io.github.csihealth.examples.monitor;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;

import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One adverse condition that is stored in an object of the cluster.
 *
 * @param resource what the object is
 * @param namespace empty for one that has none
 * @param name of the object
 * @param part what of the object is sick: a claim's persistent volume, a pod's volume or a node's
 *     driver; empty for a claim that names no volume
 * @param status known or not
 * @param message empty for none
 * @param accessMode of a storage condition; null means all
 * @param volumeMode of a storage condition; null means both
 * @param since null where nobody has recorded it
 */
record AdverseCondition(
    HealthResource resource,
    String namespace,
    String name,
    String part,
    String status,
    String reason,
    String message,
    @Nullable String accessMode,
    @Nullable String volumeMode,
    @Nullable Instant since) {

  /** Those that have lasted longest first, and last those of which that is not known. */
  static final Comparator<AdverseCondition> OLDEST_FIRST =
      comparing(AdverseCondition::since, nullsLast(naturalOrder()))
          .thenComparing(AdverseCondition::resource)
          .thenComparing(AdverseCondition::namespace)
          .thenComparing(AdverseCondition::name)
          .thenComparing(AdverseCondition::part);

  /** Whether it is the same condition of the same object, whatever it says and since when. */
  boolean isSameAs(AdverseCondition other) {
    return resource == other.resource
        && namespace.equals(other.namespace)
        && name.equals(other.name)
        && part.equals(other.part)
        && status.equals(other.status)
        && reason.equals(other.reason)
        && Objects.equals(accessMode, other.accessMode)
        && Objects.equals(volumeMode, other.volumeMode);
  }
}
