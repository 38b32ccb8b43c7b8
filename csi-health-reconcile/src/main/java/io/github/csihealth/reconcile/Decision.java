package io.github.csihealth.reconcile;

import io.github.csihealth.model.Finding;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done with the health of one claim, of one claim in one pod, or of one driver on one
 * CSINode: write, confirm by a Get, or keep what is stored. A decision is a value; it does nothing
 * by itself.
 *
 * <pre>{@code
 * decision.write().ifPresent(intent -> client.patch(intent.mergePatch()));
 * }</pre>
 *
 * <p>{@link #fold} takes all three apart. The caller keeps {@link #memory()} for the next decision
 * on the same: at once for a decision without a write, and after the write was stored for one with
 * it. Until then, and where it is never stored, {@link #memoryUnlessStored()} takes its place.
 */
public final class Decision {

  /** Why a decision was taken. A minor version may add causes. */
  public enum Cause {
    /** Write: the set of keys, as of (status, reason), differs from the stored one (rule C9). */
    CONDITIONS_CHANGED,
    /** Write: only messages differ, and the interval for that has passed (rule C9). */
    MESSAGE_CHANGED,
    /** Write: nothing adverse is known any more (rules C12, C13). */
    RECOVERED,
    /** Write: only unknown statuses were reported, and these are to clear: no recovery (C3). */
    UNKNOWN_CLEARED,
    /** Confirm: a complete cycle did not name an unhealthy volume; ask by Get (rule C13). */
    ABSENT,
    /** Keep: what is stored is what is reported, or there is nothing to store. */
    UNCHANGED,
    /** Keep: only messages differ; {@link Decision#until()} says when one may be written (C9). */
    MESSAGE_PACED,
    /** Keep: only messages differ, and the policy is not to write these (rule C9). */
    MESSAGE_IGNORED,
    /** Keep, last known: nothing that was reported can be written (rules C3, C24). */
    ONLY_UNKNOWN,
    /** Keep: the probe failed, which is no recovery (rule C11). */
    PROBE_FAILED,
    /** Keep: the list cycle failed, and may add but not remove conditions (rule C14). */
    CYCLE_FAILED,
    /** Keep: the driver does not know the volume, which does not repair it (rule C13). */
    VOLUME_NOT_FOUND,
    /** Keep: absent from one complete cycle and Get gave no answer; another one clears (C13). */
    ABSENT_ONCE
  }

  private final Cause cause;
  private final @Nullable WriteIntent write;
  private final @Nullable Instant until;
  private final List<Finding> findings;
  private final Memory memory;
  private final Memory memoryUnlessStored;
  private final List<String> newlyUnknown;
  private final @Nullable HealthEvent eventOnceStored;

  private Decision(
      Cause cause,
      @Nullable WriteIntent write,
      @Nullable Instant until,
      List<Finding> findings,
      Memory memory,
      Memory memoryUnlessStored,
      List<String> newlyUnknown,
      @Nullable HealthEvent eventOnceStored) {
    this.cause = cause;
    this.write = write;
    this.until = until;
    this.findings = findings;
    this.memory = memory;
    this.memoryUnlessStored = memoryUnlessStored;
    this.newlyUnknown = newlyUnknown;
    this.eventOnceStored = eventOnceStored;
  }

  static Decision write(
      Cause cause,
      WriteIntent write,
      List<Finding> findings,
      Memory memory,
      Memory memoryUnlessStored,
      @Nullable HealthEvent eventOnceStored) {
    return new Decision(
        cause,
        Objects.requireNonNull(write),
        null,
        List.copyOf(findings),
        memory,
        memoryUnlessStored,
        List.of(),
        eventOnceStored);
  }

  static Decision confirm(Memory memory) {
    return keep(Cause.ABSENT, memory);
  }

  static Decision keep(Cause cause, Memory memory) {
    return new Decision(cause, null, null, List.of(), memory, memory, List.of(), null);
  }

  static Decision paced(Instant until, Memory memory) {
    return new Decision(
        Cause.MESSAGE_PACED, null, until, List.of(), memory, memory, List.of(), null);
  }

  /** The same, whose write, if there is one, has another cause and is no transition to tell of. */
  Decision causedBy(Cause other) {
    return write == null ? this : copy(other, write, findings, newlyUnknown, null);
  }

  /** The same for a report with unknown statuses that the one before did not have. */
  Decision surfacing(List<String> statuses) {
    return statuses.isEmpty() ? this : copy(cause, write, findings, statuses, eventOnceStored);
  }

  /** The same, whose write can be decided again; there is one. */
  Decision rebasedBy(Redecision redecision) {
    return copy(
        cause,
        Objects.requireNonNull(write).rebasedBy(redecision),
        findings,
        newlyUnknown,
        eventOnceStored);
  }

  boolean isWrite() {
    return write != null;
  }

  Decision with(List<Finding> found) {
    return found.isEmpty()
        ? this
        : copy(cause, write, List.copyOf(found), newlyUnknown, eventOnceStored);
  }

  /** The same but for what is said here; what is remembered is never changed afterwards. */
  private Decision copy(
      Cause otherCause,
      @Nullable WriteIntent otherWrite,
      List<Finding> otherFindings,
      List<String> otherUnknown,
      @Nullable HealthEvent otherEvent) {
    return new Decision(
        otherCause,
        otherWrite,
        until,
        otherFindings,
        memory,
        memoryUnlessStored,
        otherUnknown,
        otherEvent);
  }

  /** Why. */
  public Cause cause() {
    return cause;
  }

  /** What to write; empty for a decision to confirm or to keep. */
  public Optional<WriteIntent> write() {
    return Optional.ofNullable(write);
  }

  /**
   * Whether ControllerGetVolumeHealth is to be asked. Its answer goes into the next decision as
   * {@link Observation#reported} or {@link Observation#absentAndUnconfirmed}.
   */
  public boolean confirm() {
    return cause == Cause.ABSENT;
  }

  /** From when on the newer message may be written; present for {@link Cause#MESSAGE_PACED}. */
  public Optional<Instant> until() {
    return Optional.ofNullable(until);
  }

  /** What was odd about the report or the stored state; unmodifiable. */
  public List<Finding> findings() {
    return findings;
  }

  /** What to remember of the object; the same instance as before where nothing changed. */
  public Memory memory() {
    return memory;
  }

  /**
   * What to remember while the write is not stored, and for good if it never is: refused, dropped
   * or given up. What was observed counts all the same, so that a volume seen between two absences
   * is not taken for absent twice (rule C13). The same as {@link #memory()} without a write.
   */
  public Memory memoryUnlessStored() {
    return memoryUnlessStored;
  }

  /**
   * The unknown statuses that the report has and the one before did not have, in order (rule C3); a
   * number is its decimal digits. At most 16 and "other"; unmodifiable. For a metric, by {@link
   * UnknownConditionCounter}.
   */
  public List<String> newlyUnknown() {
    return newlyUnknown;
  }

  /** The event to publish at once; present where {@link #newlyUnknown} holds any. */
  public Optional<HealthEvent> event() {
    return newlyUnknown.isEmpty()
        ? Optional.empty()
        : Optional.of(HealthEvent.unknown(newlyUnknown));
  }

  /**
   * The event to publish once the write was stored: abnormal where a condition joins, recovered
   * where the last one goes because the volume has recovered (rules C3, C26). Empty for all other
   * writes, for a storage backend, and without a write.
   */
  public Optional<HealthEvent> eventOnceStored() {
    return Optional.ofNullable(eventOnceStored);
  }

  /** Applies the function that fits: each decision is exactly one of the three. */
  public <R> R fold(
      Function<? super WriteIntent, ? extends R> onWrite,
      Function<? super Decision, ? extends R> onConfirm,
      Function<? super Decision, ? extends R> onKeep) {
    if (write != null) {
      return onWrite.apply(write);
    }
    return confirm() ? onConfirm.apply(this) : onKeep.apply(this);
  }

  /** Reads {@code write (RECOVERED): absent}, {@code confirm (ABSENT)} or {@code keep (…)}. */
  @Override
  public String toString() {
    String text =
        fold(
            intent -> "write (" + cause + "): " + intent.outcome(),
            confirm -> "confirm (" + cause + ")",
            keep -> "keep (" + cause + (until == null ? ")" : " until " + until + ")"));
    return findings.isEmpty() ? text : text + " with " + findings;
  }
}
