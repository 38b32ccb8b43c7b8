package io.github.csihealth.reconcile;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claims and volumes as last seen, and which of them are bound to each other (rule C18). Fed by
 * watch events in any order, with repeats and after relists; of two copies of a claim the later
 * {@code resourceVersion} counts, so that the answer to a write stands until the watch has caught
 * up (rule C21).
 *
 * <p>Not thread-safe: one thread feeds and asks.
 */
public final class BindingIndex {

  private final String driver;
  private final Map<ClaimName, Claim> claims = new HashMap<>();
  private final Map<String, PersistentVolume> volumes = new HashMap<>();
  private final Map<String, Set<String>> volumesByHandle = new HashMap<>();

  private BindingIndex(String driver) {
    this.driver = driver;
  }

  /** An empty index for the volumes of this driver; others are counted, not kept bound. */
  public static BindingIndex of(String driver) {
    return new BindingIndex(driver);
  }

  /** The driver whose volumes are kept bound. */
  public String driver() {
    return driver;
  }

  /**
   * A volume and its claim, each naming the other by identity.
   *
   * @param volume the persistent volume
   * @param claim the claim, as last seen or answered
   */
  public record Bound(PersistentVolume volume, Claim claim) {}

  /** A claim was added or changed, or answered to a write; returns the copy that counts. */
  public Claim claimSeen(Claim claim) {
    return claims.merge(
        new ClaimName(claim.namespace(), claim.name()),
        claim,
        (known, seen) -> version(seen).compareTo(version(known)) >= 0 ? seen : known);
  }

  /**
   * A claim is gone. One that has meanwhile been re-created under its name stays.
   *
   * @param uid of the claim that is gone
   */
  public void claimGone(String namespace, String name, String uid) {
    claims.computeIfPresent(
        new ClaimName(namespace, name), (key, known) -> known.uid().equals(uid) ? null : known);
  }

  /** A volume was added or changed. */
  public void volumeSeen(PersistentVolume volume) {
    PersistentVolume before = volumes.put(volume.name(), volume);
    if (before != null && !before.volumeHandle().equals(volume.volumeHandle())) {
      unlink(before);
    }
    volumesByHandle
        .computeIfAbsent(volume.volumeHandle(), handle -> new LinkedHashSet<>(2))
        .add(volume.name());
  }

  /** A volume is gone. */
  public void volumeGone(String name) {
    PersistentVolume before = volumes.remove(name);
    if (before != null) {
      unlink(before);
    }
  }

  private void unlink(PersistentVolume volume) {
    Set<String> names = volumesByHandle.get(volume.volumeHandle());
    if (names != null && names.remove(volume.name()) && names.isEmpty()) {
      volumesByHandle.remove(volume.volumeHandle());
    }
  }

  /** Every binding through which a report on this volume handle reaches a claim: 0, 1 or more. */
  public List<Bound> ofHandle(String volumeHandle) {
    Set<String> names = volumesByHandle.get(volumeHandle);
    if (names == null) {
      return List.of();
    }
    List<Bound> bound = new ArrayList<>(names.size());
    for (String name : names) {
      Bound binding = bound(volumes.get(name));
      if (binding != null) {
        bound.add(binding);
      }
    }
    return bound;
  }

  /** The binding of the volume of this name, if it holds. */
  public Optional<Bound> ofVolume(String volumeName) {
    return Optional.ofNullable(bound(volumes.get(volumeName)));
  }

  /** The binding of the claim of this name, if it holds. */
  public Optional<Bound> ofClaim(String namespace, String name) {
    Claim claim = claims.get(new ClaimName(namespace, name));
    return claim == null
        ? Optional.empty()
        : ofVolume(claim.volumeName()).filter(bound -> bound.claim().uid().equals(claim.uid()));
  }

  /** All bindings that hold. */
  public Collection<Bound> all() {
    List<Bound> bound = new ArrayList<>(volumes.size());
    for (PersistentVolume volume : volumes.values()) {
      Bound binding = bound(volume);
      if (binding != null) {
        bound.add(binding);
      }
    }
    return bound;
  }

  /** How many volumes are bound, and how many are not written, by cause. */
  public Map<Binding, Integer> count() {
    Map<Binding, Integer> counts = new EnumMap<>(Binding.class);
    for (PersistentVolume volume : volumes.values()) {
      counts.merge(check(volume), 1, Integer::sum);
    }
    return counts;
  }

  private @Nullable Bound bound(@Nullable PersistentVolume volume) {
    if (volume == null) {
      return null;
    }
    Claim claim = claimOf(volume);
    return claim != null && Binding.of(volume, claim, driver) == Binding.BOUND
        ? new Bound(volume, claim)
        : null;
  }

  private Binding check(PersistentVolume volume) {
    Binding byVolume = Binding.of(volume, driver);
    if (byVolume != Binding.BOUND) {
      return byVolume;
    }
    Claim claim = claimOf(volume);
    return claim == null ? Binding.CLAIM_ELSEWHERE : Binding.of(volume, claim, driver);
  }

  private @Nullable Claim claimOf(PersistentVolume volume) {
    return claims.get(new ClaimName(volume.claimRef().namespace(), volume.claimRef().name()));
  }

  /** Kubernetes promises since v1.35 that these compare as whole numbers. */
  private static BigInteger version(Claim claim) {
    try {
      return new BigInteger(claim.resourceVersion());
    } catch (NumberFormatException e) {
      return BigInteger.ZERO;
    }
  }

  private record ClaimName(String namespace, String name) {}
}
