package io.github.csihealth.reconcile;

import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.JsonWriter;
import io.github.csihealth.model.StorageHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One driver's entry in a CSINode's {@code status.storageHealth} as it should be. */
public final class StorageIntent extends WriteIntent {

  private final CsiNode node;
  private final String driver;
  private final @Nullable StorageHealth desired;

  StorageIntent(CsiNode node, String driver, @Nullable StorageHealth desired) {
    this(node, driver, desired, null);
  }

  private StorageIntent(
      CsiNode node,
      String driver,
      @Nullable StorageHealth desired,
      @Nullable Redecision redecision) {
    super(Resource.CSI_NODE, redecision);
    this.node = Objects.requireNonNull(node, "node");
    this.driver = Objects.requireNonNull(driver, "driver");
    this.desired = desired;
  }

  @Override
  public CsiNode target() {
    return node;
  }

  /** The driver whose entry it is. */
  public String driver() {
    return driver;
  }

  /** What the driver's entry should be; empty means that it is removed. */
  public Optional<StorageHealth> desired() {
    return Optional.ofNullable(desired);
  }

  @Override
  public <R> R fold(
      Function<? super ClaimIntent, ? extends R> onClaim,
      Function<? super PodIntent, ? extends R> onPod,
      Function<? super StorageIntent, ? extends R> onStorage) {
    return onStorage.apply(this);
  }

  @Override
  public boolean isDroppedIn(HealthObject answered) {
    return desired != null
        && answered instanceof CsiNode stored
        && stored.storageHealth().get(driver).isEmpty();
  }

  @Override
  public boolean introducesHealth() {
    return desired != null && node.storageHealth().isEmpty();
  }

  @Override
  WriteIntent rebasedBy(Redecision again) {
    return new StorageIntent(node, driver, desired, again);
  }

  @Override
  public String outcome() {
    return desired == null ? driver + "=absent" : desired.toString();
  }

  @Override
  String mergeType() {
    return Patch.STRATEGIC_MERGE;
  }

  @Override
  boolean mergeNeedsSameVersion() {
    return false;
  }

  @Override
  void mergeField(JsonWriter json) {
    json.beginArray();
    if (desired == null) {
      named(json).name("$patch").value("delete").endObject();
    } else if (desired.conditions().isEmpty()) {
      // Go's form leaves an empty list out, which a merge takes for "as it is".
      named(json).name("healthConditions").nullValue().endObject();
    } else {
      HealthJson.write(json, desired);
    }
    json.endArray();
  }

  private JsonWriter named(JsonWriter json) {
    return json.beginObject().name("name").value(driver);
  }

  @Override
  String managerSuffix() {
    return "/" + driver;
  }

  @Override
  boolean isWrittenBy(String manager) {
    List<FieldOwner> owners =
        node.owners().stream().filter(owner -> owner.entries().contains(driver)).toList();
    return node.storageHealth().get(driver).isEmpty() || areAppliedBy(manager, owners);
  }

  @Override
  void applyField(JsonWriter json) {
    if (desired != null) {
      json.name(fieldName());
      entries(json, List.of(desired));
    }
  }

  /** Goes by the entry's place in the list, and tests that it is this driver's. */
  @Override
  void changes(JsonWriter json) {
    requireVersion();
    int index = index();
    String entryPath = fieldPath() + "/" + index;
    if (index >= 0) {
      JsonPatch.test(json, entryPath + "/name", driver);
    }
    if (desired == null) {
      JsonPatch.remove(json, entryPath);
    } else if (index >= 0) {
      JsonPatch.operation(json, "replace", entryPath, out -> HealthJson.write(out, desired));
    } else if (node.storageHealth().isEmpty()) {
      JsonPatch.operation(json, "add", fieldPath(), this::field);
    } else {
      JsonPatch.operation(json, "add", fieldPath() + "/-", out -> HealthJson.write(out, desired));
    }
  }

  private int index() {
    List<StorageHealth> stored = node.storageHealth().stored();
    for (int i = 0; i < stored.size(); i++) {
      if (stored.get(i).name().equals(driver)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  void field(JsonWriter json) {
    List<StorageHealth> entries = new ArrayList<>(node.storageHealth().stored());
    int index = index();
    if (index >= 0) {
      entries.remove(index);
    }
    if (desired != null) {
      entries.add(index >= 0 ? index : entries.size(), desired);
    }
    if (entries.isEmpty()) {
      json.nullValue();
    } else {
      entries(json, entries);
    }
  }

  private static void entries(JsonWriter json, Iterable<StorageHealth> entries) {
    json.beginArray();
    for (StorageHealth entry : entries) {
      HealthJson.write(json, entry);
    }
    json.endArray();
  }
}
