package io.github.csihealth.examples.monitor;

import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.runtime.RuntimeListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps what the runtime saw and decided for each volume since it was last cleared. */
final class StepRecorder implements RuntimeListener {

  /** Each observation of one volume with the decision on it, in order; at least one. */
  record Seen(List<Observation> observations, List<Decision> decisions) {

    Decision.Cause lastCause() {
      return decisions.get(decisions.size() - 1).cause();
    }
  }

  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  @Override
  public void decided(Bound bound, Observation observation, Decision decision) {
    seen.compute(
        bound.volume().volumeHandle(),
        (handle, before) -> {
          List<Observation> observations = new ArrayList<>();
          List<Decision> decisions = new ArrayList<>();
          if (before != null) {
            observations.addAll(before.observations);
            decisions.addAll(before.decisions);
          }
          observations.add(observation);
          decisions.add(decision);
          return new Seen(List.copyOf(observations), List.copyOf(decisions));
        });
  }

  Seen of(String volumeHandle) {
    Seen found = seen.get(volumeHandle);
    if (found == null) {
      throw new IllegalStateException("volume " + volumeHandle + " was not looked at");
    }
    return found;
  }

  void clear() {
    seen.clear();
  }
}
