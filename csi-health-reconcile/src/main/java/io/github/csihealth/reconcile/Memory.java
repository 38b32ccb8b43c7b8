package io.github.csihealth.reconcile;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
  public static final Memory EMPTY = new Memory(0, null);

  private final int absentCycles;
  private final @Nullable Instant lastMessageWrite;

  /** The decision that nothing is to be done: made once, so that it costs nothing to repeat. */
  private final Decision unchanged;

  private Memory(int absentCycles, @Nullable Instant lastMessageWrite) {
    this.absentCycles = absentCycles;
    this.lastMessageWrite = lastMessageWrite;
    this.unchanged = Decision.keep(Decision.Cause.UNCHANGED, this);
  }

  private static Memory of(int absentCycles, @Nullable Instant lastMessageWrite) {
    return absentCycles == 0 && lastMessageWrite == null
        ? EMPTY
        : new Memory(absentCycles, lastMessageWrite);
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

  Decision unchanged() {
    return unchanged;
  }

  Memory withAbsentCycles(int cycles) {
    return cycles == absentCycles ? this : of(cycles, lastMessageWrite);
  }

  Memory withLastMessageWrite(Instant time) {
    return of(absentCycles, time.truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Memory that
            && absentCycles == that.absentCycles
            && Objects.equals(lastMessageWrite, that.lastMessageWrite));
  }

  @Override
  public int hashCode() {
    return Objects.hash(absentCycles, lastMessageWrite);
  }

  /** Reads {@code absent for 1 cycle(s), last message written at …}. */
  @Override
  public String toString() {
    return "absent for "
        + absentCycles
        + " cycle(s), last message written at "
        + (lastMessageWrite == null ? "no time" : lastMessageWrite);
  }
}
