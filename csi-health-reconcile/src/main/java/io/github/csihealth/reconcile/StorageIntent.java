package io.github.csihealth.reconcile;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.StorageHealth;
import java.io.IOException;
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
  void mergeField(JsonGenerator json) throws IOException {
    json.writeStartArray();
    if (desired == null) {
      directive(json, () -> json.writeStringField("$patch", "delete"));
    } else if (desired.conditions().isEmpty()) {
      // Go's form leaves an empty list out, which a merge takes for "as it is".
      directive(json, () -> json.writeNullField("healthConditions"));
    } else {
      HealthJson.write(json, desired);
    }
    json.writeEndArray();
  }

  private void directive(JsonGenerator json, Field field) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", driver);
    field.write();
    json.writeEndObject();
  }

  private interface Field {
    void write() throws IOException;
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
  void applyField(JsonGenerator json) throws IOException {
    if (desired != null) {
      json.writeFieldName(fieldName());
      entries(json, List.of(desired));
    }
  }

  /** Goes by the entry's place in the list, and tests that it is this driver's. */
  @Override
  void changes(JsonGenerator json) throws IOException {
    requireVersion();
    int index = index();
    String entryPath = fieldPath() + "/" + index;
    if (index >= 0) {
      JsonBody.test(json, entryPath + "/name", driver);
    }
    if (desired == null) {
      JsonBody.remove(json, entryPath);
    } else if (index >= 0) {
      JsonBody.operation(json, "replace", entryPath, out -> HealthJson.write(out, desired));
    } else if (node.storageHealth().isEmpty()) {
      JsonBody.operation(json, "add", fieldPath(), this::field);
    } else {
      JsonBody.operation(json, "add", fieldPath() + "/-", out -> HealthJson.write(out, desired));
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
  void field(JsonGenerator json) throws IOException {
    List<StorageHealth> entries = new ArrayList<>(node.storageHealth().stored());
    int index = index();
    if (index >= 0) {
      entries.remove(index);
    }
    if (desired != null) {
      entries.add(index >= 0 ? index : entries.size(), desired);
    }
    if (entries.isEmpty()) {
      json.writeNull();
    } else {
      entries(json, entries);
    }
  }

  private static void entries(JsonGenerator json, Iterable<StorageHealth> entries)
      throws IOException {
    json.writeStartArray();
    for (StorageHealth entry : entries) {
      HealthJson.write(json, entry);
    }
    json.writeEndArray();
  }
}
