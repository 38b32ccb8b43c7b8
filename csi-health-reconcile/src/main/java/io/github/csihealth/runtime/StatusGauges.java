package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.reconcile.BindingIndex;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.MetricUpdate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps a metric of which bound claims store adverse conditions (rule C26). Holds those claims
 * only.
 *
 * <p>Runs in the mailbox alone.
 */
final class StatusGauges {

  private record ClaimName(String namespace, String name) {}

  private final BindingIndex index;
  private final Consumer<MetricUpdate> out;
  private final Map<ClaimName, Claim> adverse = new HashMap<>();

  StatusGauges(BindingIndex index, Consumer<MetricUpdate> out) {
    this.index = index;
    this.out = out;
  }

  /** The claim of this name, or a volume that it was or is bound to, may have changed. */
  void refresh(String namespace, String name) {
    ClaimName key = new ClaimName(namespace, name);
    Optional<Claim> before = Optional.ofNullable(adverse.get(key));
    Optional<Claim> after =
        index
            .ofClaim(namespace, name)
            .map(Bound::claim)
            .filter(claim -> !claim.health().conditions().isEmpty());
    MetricUpdate.ofClaim(before, after).forEach(out);
    after.ifPresentOrElse(claim -> adverse.put(key, claim), () -> adverse.remove(key));
  }

  void refresh(Claim claim) {
    refresh(claim.namespace(), claim.name());
  }
}
