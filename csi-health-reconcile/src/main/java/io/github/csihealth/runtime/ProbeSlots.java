package io.github.csihealth.runtime;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shares out a bounded number of calls among volumes, one at a time for each. Volumes whose last
 * call hung never hold more than half of the slots, so that others get their turn.
 *
 * <p>Not thread-safe.
 */
final class ProbeSlots {

  /** Why a volume is asked. */
  enum Purpose {
    /** It is its turn. */
    ROUND,
    /** A list cycle did not name it, and its claim holds conditions. */
    CONFIRM
  }

  /** A call that may be made now. */
  record Call(String volume, Purpose purpose) {}

  private final int slots;
  private final Queue<Call> ready = new ArrayDeque<>();
  private final Queue<Call> readyHung = new ArrayDeque<>();
  private final Map<String, Purpose> waiting = new HashMap<>();
  private final Set<String> underWay = new HashSet<>();
  private final Set<String> hung = new HashSet<>();
  private int hungUnderWay;

  ProbeSlots(int slots) {
    this.slots = slots;
  }

  /** Asks for a turn; one that waits or is under way already is not asked for twice. */
  void ask(String volume, Purpose purpose) {
    if (underWay.contains(volume) || waiting.putIfAbsent(volume, purpose) != null) {
      return;
    }
    (hung.contains(volume) ? readyHung : ready).add(new Call(volume, purpose));
  }

  /** The next call that may be made, whose slot is now taken; null while there is none. */
  @Nullable Call next() {
    if (underWay.size() >= slots) {
      return null;
    }
    boolean hungMayGo = hungUnderWay < Math.max(1, slots / 2);
    Call call = hungMayGo && !readyHung.isEmpty() ? readyHung.remove() : ready.poll();
    if (call != null) {
      waiting.remove(call.volume);
      underWay.add(call.volume);
      if (hung.contains(call.volume)) {
        hungUnderWay++;
      }
    }
    return call;
  }

  /** A call ended, which frees its slot. */
  void ended(String volume, boolean hasHung) {
    underWay.remove(volume);
    if (hung.contains(volume)) {
      hungUnderWay--;
    }
    if (hasHung) {
      hung.add(volume);
    } else {
      hung.remove(volume);
    }
  }

  /** Whether nothing is under way, and nothing waits that could go. */
  boolean idle() {
    return underWay.isEmpty() && waiting.isEmpty();
  }
}
