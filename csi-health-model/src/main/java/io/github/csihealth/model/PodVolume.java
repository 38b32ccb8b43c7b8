package io.github.csihealth.model;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a pod's {@code spec.volumes}: its name, and the claim behind it where there is one.
 *
 * <p>Source: Kubernetes v1.37 {@code core/v1 Volume}.
 */
public final class PodVolume {

  /** What a pod's volume comes from. A minor version may add sources. */
  public enum Source {
    /** A claim that the pod names. */
    CLAIM,
    /** A claim that is made for the pod and named after it. */
    GENERIC_EPHEMERAL,
    /** A CSI volume that lives in the pod alone, without a claim: it has no health. */
    INLINE_CSI,
    /** Anything else, such as a ConfigMap. */
    OTHER
  }

  private final String name;
  private final Source source;
  private final @Nullable String claimName;

  private PodVolume(String name, Source source, @Nullable String claimName) {
    this.name = Objects.requireNonNull(name, "name");
    this.source = source;
    this.claimName = claimName;
  }

  /** A volume that is the claim of this name in the pod's namespace. */
  public static PodVolume ofClaim(String name, String claimName) {
    return new PodVolume(name, Source.CLAIM, Objects.requireNonNull(claimName, "claimName"));
  }

  /** A generic ephemeral volume, whose claim Kubernetes names after the pod and the volume. */
  public static PodVolume genericEphemeral(String name, String podName) {
    return new PodVolume(name, Source.GENERIC_EPHEMERAL, podName + "-" + name);
  }

  /** An inline ephemeral CSI volume. */
  public static PodVolume inlineCsi(String name) {
    return new PodVolume(name, Source.INLINE_CSI, null);
  }

  /** A volume of any other source. */
  public static PodVolume other(String name) {
    return new PodVolume(name, Source.OTHER, null);
  }

  /** The volume's name in the pod. */
  public String name() {
    return name;
  }

  /** Where it comes from. */
  public Source source() {
    return source;
  }

  /** The claim in the pod's namespace that it is; empty where it is none. */
  public Optional<String> claimName() {
    return Optional.ofNullable(claimName);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof PodVolume that
            && name.equals(that.name)
            && source == that.source
            && Objects.equals(claimName, that.claimName));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, source, claimName);
  }

  /** Reads {@code data (CLAIM orders)} or {@code config (OTHER)}. */
  @Override
  public String toString() {
    return name + " (" + source + (claimName == null ? ")" : " " + claimName + ")");
  }
}
