package io.github.csihealth.testkit.driver;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where volumes are in use: at places of one kind (nodes, staging paths, target paths), each in one
 * way. Its owner guards it.
 *
 * @param <T> the way of use, compared by equals
 */
final class Uses<T> {

  private record Spot(String volumeId, String place) {}

  private final Map<Spot, T> uses = new HashMap<>();

  /** Whether the volume is already used there in that way; ALREADY_EXISTS if in another way. */
  boolean repeats(String volumeId, String place, T use) {
    T existing = uses.get(new Spot(volumeId, place));
    Demand.that(
        existing == null || existing.equals(use),
        Status.Code.ALREADY_EXISTS,
        "volume %s is already at %s, in a way that is not compatible".formatted(volumeId, place));
    return existing != null;
  }

  void add(String volumeId, String place, T use) {
    uses.put(new Spot(volumeId, place), use);
  }

  void remove(String volumeId, String place) {
    uses.remove(new Spot(volumeId, place));
  }

  void removeAll(String volumeId) {
    uses.keySet().removeIf(spot -> spot.volumeId().equals(volumeId));
  }

  boolean contain(String volumeId, String place) {
    return uses.containsKey(new Spot(volumeId, place));
  }

  /** All uses of a volume. */
  List<T> of(String volumeId) {
    List<T> found = new ArrayList<>();
    uses.forEach(
        (spot, use) -> {
          if (spot.volumeId().equals(volumeId)) {
            found.add(use);
          }
        });
    return found;
  }

  long countAt(String place) {
    return uses.keySet().stream().filter(spot -> spot.place().equals(place)).count();
  }
}
