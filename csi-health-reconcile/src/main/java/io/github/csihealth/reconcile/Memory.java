package io.github.csihealth.reconcile;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the engine must remember of one object between decisions, beyond what the object stores. It
 * may be lost at any time: {@link #EMPTY} is always legal, and costs at most one more cycle before
 * a recovery, or one message write too early (rule C17). It is of the object as bound to one
 * volume: for another volume it is to be lost (rule C18).
 */
public final class Memory {

  /** Nothing remembered. */
  public static final Memory EMPTY = new Memory(0, null, List.of());

  private final int absentCycles;
  private final @Nullable Instant lastMessageWrite;
  private final List<String> unknownStatuses;

  /** The decision that nothing is to be done: made once, so that it costs nothing to repeat. */
  private final Decision unchanged;

  private Memory(
      int absentCycles, @Nullable Instant lastMessageWrite, List<String> unknownStatuses) {
    this.absentCycles = absentCycles;
    this.lastMessageWrite = lastMessageWrite;
    this.unknownStatuses = unknownStatuses;
    this.unchanged = Decision.keep(Decision.Cause.UNCHANGED, this);
  }

  static Memory of(
      int absentCycles, @Nullable Instant lastMessageWrite, List<String> unknownStatuses) {
    return absentCycles == 0 && lastMessageWrite == null && unknownStatuses.isEmpty()
        ? EMPTY
        : new Memory(absentCycles, lastMessageWrite, unknownStatuses);
  }

  /**
   * How many complete cycles in a row did not name the volume while Get gave no answer (rule C13).
   */
  public int absentCycles() {
    return absentCycles;
  }

  /** When a message alone was last written, in whole seconds (rule C9); empty if never. */
  public Optional<Instant> lastMessageWrite() {
    return Optional.ofNullable(lastMessageWrite);
  }

  /**
   * The unknown statuses that the last report held, in order: they have been surfaced and are not
   * surfaced again while they stay (rule C3). At most 16 and "other"; unmodifiable.
   */
  public List<String> unknownStatuses() {
    return unknownStatuses;
  }

  Decision unchanged() {
    return unchanged;
  }

  Memory withAbsentCycles(int cycles) {
    return cycles == absentCycles ? this : of(cycles, lastMessageWrite, unknownStatuses);
  }

  Memory withLastMessageWrite(Instant time) {
    return of(absentCycles, time.truncatedTo(ChronoUnit.SECONDS), unknownStatuses);
  }

  Memory withUnknownStatuses(List<String> statuses) {
    return statuses.equals(unknownStatuses) ? this : of(absentCycles, lastMessageWrite, statuses);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Memory that
            && absentCycles == that.absentCycles
            && Objects.equals(lastMessageWrite, that.lastMessageWrite)
            && unknownStatuses.equals(that.unknownStatuses));
  }

  @Override
  public int hashCode() {
    return Objects.hash(absentCycles, lastMessageWrite, unknownStatuses);
  }

  /** Reads {@code absent for 1 cycle(s), last message written at …}. */
  @Override
  public String toString() {
    return "absent for "
        + absentCycles
        + " cycle(s), last message written at "
        + (lastMessageWrite == null ? "no time" : lastMessageWrite)
        + (unknownStatuses.isEmpty() ? "" : ", unknown " + unknownStatuses);
  }
}
