package io.github.csihealth.reconcile;

import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.JsonWriter;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pod's {@code status.volumeHealth} as it should be, where that of one claim changes: all names
 * of the claim are written at once (rule C24).
 */
public final class PodIntent extends WriteIntent {

  private final PodVolumes volumes;
  private final MapList<String, PodVolumeHealth> desired;

  PodIntent(PodVolumes volumes, MapList<String, PodVolumeHealth> desired) {
    this(volumes, desired, null);
  }

  private PodIntent(
      PodVolumes volumes,
      MapList<String, PodVolumeHealth> desired,
      @Nullable Redecision redecision) {
    super(Resource.POD, redecision);
    this.volumes = Objects.requireNonNull(volumes, "volumes");
    this.desired = Objects.requireNonNull(desired, "desired");
  }

  @Override
  public Pod target() {
    return volumes.pod();
  }

  /** The volumes whose health changes. */
  public PodVolumes volumes() {
    return volumes;
  }

  /** What the whole list should be, the entries of other volumes as they were. */
  public MapList<String, PodVolumeHealth> desired() {
    return desired;
  }

  @Override
  public <R> R fold(
      Function<? super ClaimIntent, ? extends R> onClaim,
      Function<? super PodIntent, ? extends R> onPod,
      Function<? super StorageIntent, ? extends R> onStorage) {
    return onPod.apply(this);
  }

  @Override
  public boolean isDroppedIn(HealthObject answered) {
    return answered instanceof Pod stored
        && volumes.names().stream()
            .anyMatch(
                name -> desired.get(name).isPresent() && stored.volumeHealth().get(name).isEmpty());
  }

  @Override
  public boolean introducesHealth() {
    return target().volumeHealth().isEmpty() && !desired.isEmpty();
  }

  @Override
  WriteIntent rebasedBy(Redecision again) {
    return new PodIntent(volumes, desired, again);
  }

  @Override
  public String outcome() {
    return volumes.names().stream()
        .map(name -> desired.get(name).map(PodVolumeHealth::toString).orElse(name + "=absent"))
        .collect(Collectors.joining(", "));
  }

  @Override
  String mergeType() {
    return Patch.MERGE;
  }

  @Override
  boolean mergeNeedsSameVersion() {
    return true;
  }

  @Override
  void mergeField(JsonWriter json) {
    requireVersion();
    field(json);
  }

  /** Named by the first volume, since the claim's entries stand and fall together. */
  @Override
  String managerSuffix() {
    return "/" + volumes.names().get(0);
  }

  @Override
  boolean isWrittenBy(String manager) {
    return volumes.names().stream()
        .filter(name -> target().volumeHealth().get(name).isPresent())
        .allMatch(name -> areAppliedBy(manager, ownersOf(name)));
  }

  private List<FieldOwner> ownersOf(String name) {
    return target().owners().stream().filter(owner -> owner.entries().contains(name)).toList();
  }

  @Override
  void applyField(JsonWriter json) {
    List<PodVolumeHealth> ours =
        volumes.names().stream().flatMap(name -> desired.get(name).stream()).toList();
    if (!ours.isEmpty()) {
      json.name(fieldName());
      entries(json, ours);
    }
  }

  @Override
  void changes(JsonWriter json) {
    requireVersion();
    if (desired.isEmpty()) {
      JsonPatch.remove(json, fieldPath());
    } else {
      JsonPatch.operation(json, "add", fieldPath(), this::field);
    }
  }

  @Override
  void field(JsonWriter json) {
    if (desired.isEmpty()) {
      json.nullValue();
    } else {
      entries(json, desired);
    }
  }

  private static void entries(JsonWriter json, Iterable<PodVolumeHealth> entries) {
    json.beginArray();
    for (PodVolumeHealth entry : entries) {
      HealthJson.write(json, entry);
    }
    json.endArray();
  }
}
