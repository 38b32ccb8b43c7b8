package io.github.csihealth.reconcile;

import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The volumes of one pod that are one claim. A pod may name a claim more than once; the claim is
 * then probed once, and each of its names gets the report (rule C24).
 */
public final class PodVolumes {

  private final Pod pod;
  private final String claimName;
  private final List<String> names;

  private PodVolumes(Pod pod, String claimName, List<String> names) {
    this.pod = pod;
    this.claimName = claimName;
    this.names = List.copyOf(names);
  }

  /**
   * The claims of a pod in the order of its volumes; unmodifiable. Generic ephemeral volumes are
   * claims like any other, and so are raw block ones. Inline ephemeral CSI volumes and those of
   * other sources are none (rule C24).
   */
  public static List<PodVolumes> of(Pod pod) {
    return toProbe(pod, volume -> true);
  }

  /**
   * The claims of {@link #of} that are to be probed (rule C24).
   *
   * @param mountAttempted whether the node ever tried to mount the volume of this name; before that
   *     the driver need not know it, and nothing it says is news
   */
  public static List<PodVolumes> toProbe(Pod pod, Predicate<String> mountAttempted) {
    Map<String, List<String>> byClaim = new LinkedHashMap<>();
    for (PodVolume volume : pod.volumes()) {
      volume
          .claimName()
          .ifPresent(
              claim ->
                  byClaim.computeIfAbsent(claim, unused -> new ArrayList<>()).add(volume.name()));
    }
    return byClaim.entrySet().stream()
        .filter(claim -> claim.getValue().stream().anyMatch(mountAttempted))
        .map(claim -> new PodVolumes(pod, claim.getKey(), claim.getValue()))
        .toList();
  }

  /** The same volumes in a newer copy of the pod, whose volumes never change. */
  PodVolumes in(Pod newer) {
    return new PodVolumes(newer, claimName, names);
  }

  /** The pod. */
  public Pod pod() {
    return pod;
  }

  /** The claim, in the namespace of the pod. */
  public String claimName() {
    return claimName;
  }

  /** The names in {@code spec.volumes} that are this claim, at least one; unmodifiable. */
  public List<String> names() {
    return names;
  }

  /** Reads {@code shop/web-0 [data, backup] of claim orders}. */
  @Override
  public String toString() {
    return pod.namespace() + "/" + pod.name() + " " + names + " of claim " + claimName;
  }
}
