package io.github.csihealth.proof;

import java.util.Optional;

/**
 * What comes between a decision to write and its being stored.
 *
 * @param other what another writer stores, for {@link Kind#CONFLICT}; otherwise empty
 */
record Fate<T>(Kind kind, Optional<T> other) {

  static <T> Fate<T> of(Kind kind) {
    return new Fate<>(kind, Optional.empty());
  }

  static <T> Fate<T> conflict(T other) {
    return new Fate<>(Kind.CONFLICT, Optional.of(other));
  }

  enum Kind {
    /** Nothing. */
    NONE,
    /** Another writer changes the health: read again, decide again. */
    CONFLICT,
    /** The claim loses its volume. */
    UNBOUND,
    /** The object is deleted and created again under its name. */
    RECREATED,
    /** The server fails, and the caller waits for the next report. */
    LOST
  }

  @Override
  public String toString() {
    return other.map(written -> kind + " " + written).orElse(kind.toString());
  }
}
