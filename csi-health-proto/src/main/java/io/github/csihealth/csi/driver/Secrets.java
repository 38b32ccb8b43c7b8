package io.github.csihealth.csi.driver;

import java.util.Map;
import java.util.Optional;

/**
 * The secrets of one request, for the port that answers it. They are in no text that this library
 * makes: {@link #toString} says only how many there are.
 *
 * <p>Immutable. Source: CSI spec v1.13, "Secrets Requirements"; rule C23.
 */
public final class Secrets {

  private static final Secrets NONE = new Secrets(Map.of());

  private final Map<String, String> values;

  private Secrets(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** No secrets. */
  public static Secrets none() {
    return NONE;
  }

  /** These secrets, by name. */
  public static Secrets of(Map<String, String> values) {
    return new Secrets(values);
  }

  /** The secret of this name; empty if the request has none. */
  public Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** All of them, by name; unmodifiable. Its {@code toString} prints them. */
  public Map<String, String> asMap() {
    return values;
  }

  /** Reads {@code 2 secret(s)}. */
  @Override
  public String toString() {
    return values.size() + " secret(s)";
  }
}
