package io.github.csihealth.proof;

import java.util.Optional;

/**
 * What comes between a decision to write and its being stored.
 *
 * @param health what another writer stores, for {@link Kind#CONFLICT}; otherwise empty
 */
record Fate(Kind kind, Optional<OtherHealth> health) {

  static Fate of(Kind kind) {
    return new Fate(kind, Optional.empty());
  }

  static Fate conflict(OtherHealth health) {
    return new Fate(Kind.CONFLICT, Optional.of(health));
  }

  enum Kind {
    /** Nothing. */
    NONE,
    /** Another writer changes the health: read again, decide again. */
    CONFLICT,
    /** The claim loses its volume. */
    UNBOUND,
    /** The claim is deleted and created again under its name. */
    RECREATED,
    /** The server fails, and the caller waits for the next report. */
    LOST
  }

  @Override
  public String toString() {
    return health.map(other -> kind + " " + other).orElse(kind.toString());
  }
}
