package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.HealthLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a kube-apiserver v1.37 refuses in the health fields of a status.
 *
 * <p>Errors come in the order of that server. For claims and pods, what an update leaves as it is
 * stored is not checked again, but for the form of reasons; for CSINodes everything is. Works on
 * trees, with the server's own messages: the model's validation knows neither what was stored
 * before nor these words, and must agree in all else.
 */
final class StatusValidation {
  private static final List<String> VOLUME_STATUSES =
      List.of("DataLoss", "Degraded", "Inaccessible");
  private static final List<String> STORAGE_STATUSES =
      List.of("StorageDegraded", "StorageUnreachable");
  private static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> VOLUME_MODES = List.of("Filesystem", "Block");

  private static final String REASON_FORM = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
  private static final Pattern REASON = Pattern.compile(REASON_FORM);
  private static final String REASON_RULE =
      "a condition reason must start with alphabetic character, optionally followed by a string of"
          + " alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'"
          + " (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or"
          + " 'ReasonA:ReasonB', regex used for validation is '"
          + REASON_FORM
          + "')";

  private final List<FieldError> errors = new ArrayList<>();

  private StatusValidation() {}

  /** The errors of an object that is to replace {@code old}; empty if it is legal. */
  static List<FieldError> validate(ResourceType type, ObjectNode object, ObjectNode old) {
    StatusValidation validation = new StatusValidation();
    switch (type) {
      case CLAIM -> validation.claim(status(object), status(old));
      case POD -> validation.pod(object, status(old));
      case CSI_NODE -> validation.csiNode(status(object));
      case VOLUME, EVENT, LEASE -> {}
    }
    return validation.errors;
  }

  private static @Nullable JsonNode status(ObjectNode object) {
    return object.get("status");
  }

  private void claim(@Nullable JsonNode status, @Nullable JsonNode oldStatus) {
    String path = "status.healthStatus.healthConditions";
    JsonNode conditions = list(status, "healthStatus", "healthConditions");
    reasons(conditions, path);
    conditions(conditions, list(oldStatus, "healthStatus", "healthConditions"), path);
  }

  private void pod(ObjectNode pod, @Nullable JsonNode oldStatus) {
    String path = "status.volumeHealth";
    JsonNode entries = list(status(pod), "volumeHealth");
    JsonNode oldEntries = list(oldStatus, "volumeHealth");
    Set<String> volumes = new HashSet<>();
    list(pod, "spec", "volumes").forEach(volume -> volumes.add(Json.text(volume, "name")));
    for (int i = 0; i < entries.size(); i++) {
      String name = Json.text(entries.get(i), "name");
      if (!name.isEmpty() && !volumes.contains(name)) {
        errors.add(FieldError.notFound(path + "[" + i + "].name", name));
      }
      reasons(conditionsOf(entries.get(i)), path + "[" + i + "].healthConditions");
    }
    if (entries.equals(oldEntries)) {
      return;
    }
    Function<JsonNode, String> key = entry -> Json.text(entry, "name");
    unique(entries, key, path);
    for (int i = 0; i < entries.size(); i++) {
      JsonNode entry = entries.get(i);
      JsonNode old = withKey(oldEntries, key, key.apply(entry));
      if (entry.equals(old)) {
        continue;
      }
      String at = path + "[" + i + "]";
      if (key.apply(entry).isEmpty()) {
        errors.add(FieldError.required(at + ".name", ""));
      }
      conditions(conditionsOf(entry), conditionsOf(old), at + ".healthConditions");
    }
  }

  /** The form of the reasons, which is checked whether they are new or not. */
  private void reasons(JsonNode conditions, String path) {
    for (int i = 0; i < conditions.size(); i++) {
      reasonForm(Json.text(conditions.get(i), "reason"), path + "[" + i + "].reason");
    }
  }

  private void reasonForm(String reason, String path) {
    if (!reason.isEmpty() && !REASON.matcher(reason).matches()) {
      errors.add(FieldError.invalid(path, reason, REASON_RULE));
    }
  }

  private void conditions(JsonNode conditions, JsonNode old, String path) {
    if (conditions.equals(old)) {
      return;
    }
    if (conditions.size() > HealthLimits.MAX_CONDITIONS) {
      errors.add(FieldError.tooMany(path, conditions.size(), HealthLimits.MAX_CONDITIONS));
      return;
    }
    Function<JsonNode, String> key =
        condition -> Json.text(condition, "status") + "\n" + Json.text(condition, "reason");
    unique(conditions, key, path);
    for (int i = 0; i < conditions.size(); i++) {
      JsonNode condition = conditions.get(i);
      condition(condition, withKey(old, key, key.apply(condition)), path + "[" + i + "]");
    }
  }

  private void condition(JsonNode condition, JsonNode old, String path) {
    if (old.isMissingNode()) {
      required(condition, "status", path);
      String status = Json.text(condition, "status");
      if (!status.isEmpty() && !VOLUME_STATUSES.contains(status)) {
        errors.add(FieldError.notSupported(path + ".status", status, VOLUME_STATUSES));
      }
      required(condition, "reason", path);
      maxBytes(condition, "reason", HealthLimits.MAX_REASON_BYTES, path);
    }
    if (!Json.text(condition, "message").equals(Json.text(old, "message"))) {
      maxBytes(condition, "message", HealthLimits.MAX_MESSAGE_BYTES, path);
    }
  }

  private void csiNode(@Nullable JsonNode status) {
    String path = "status.storageHealth";
    JsonNode entries = list(status, "storageHealth");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      String at = path + "[" + i + "]";
      String name = Json.text(entries.get(i), "name");
      if (!seen.add(name)) {
        errors.add(FieldError.duplicate(at, entries.get(i).path("name")));
      }
      driverName(name, at + ".name");
      JsonNode conditions = conditionsOf(entries.get(i));
      if (conditions.size() > HealthLimits.MAX_CONDITIONS) {
        errors.add(
            FieldError.tooMany(
                at + ".healthConditions", conditions.size(), HealthLimits.MAX_CONDITIONS));
        continue;
      }
      for (int j = 0; j < conditions.size(); j++) {
        storageCondition(conditions.get(j), at + ".healthConditions[" + j + "]");
      }
    }
  }

  private void storageCondition(JsonNode condition, String path) {
    String status = Json.text(condition, "status");
    if (!STORAGE_STATUSES.contains(status)) {
      errors.add(FieldError.notSupported(path + ".status", status, STORAGE_STATUSES));
    }
    required(condition, "reason", path);
    reasonForm(Json.text(condition, "reason"), path + ".reason");
    maxBytes(condition, "reason", HealthLimits.MAX_REASON_BYTES, path);
    maxBytes(condition, "message", HealthLimits.MAX_MESSAGE_BYTES, path);
    supported(condition, "accessMode", ACCESS_MODES, path);
    supported(condition, "volumeMode", VOLUME_MODES, path);
  }

  private void driverName(String name, String path) {
    if (name.isEmpty()) {
      errors.add(FieldError.required(path, ""));
      return;
    }
    if (bytes(name) > HealthLimits.MAX_DRIVER_NAME_BYTES) {
      errors.add(FieldError.tooLong(path, HealthLimits.MAX_DRIVER_NAME_BYTES));
    }
    if (!Names.isSubdomain(name.toLowerCase(Locale.ROOT))) {
      errors.add(FieldError.invalid(path, name, Names.RULE));
    }
  }

  private void unique(JsonNode entries, Function<JsonNode, String> key, String path) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      if (!seen.add(key.apply(entries.get(i)))) {
        errors.add(FieldError.duplicate(path + "[" + i + "]", entries.get(i)));
      }
    }
  }

  private void required(JsonNode condition, String field, String path) {
    if (Json.text(condition, field).isEmpty()) {
      errors.add(FieldError.required(path + "." + field, ""));
    }
  }

  private void maxBytes(JsonNode condition, String field, int max, String path) {
    if (bytes(Json.text(condition, field)) > max) {
      errors.add(FieldError.tooLong(path + "." + field, max));
    }
  }

  private void supported(JsonNode condition, String field, List<String> values, String path) {
    String value = Json.text(condition, field);
    if (condition.has(field) && !values.contains(value)) {
      errors.add(FieldError.notSupported(path + "." + field, value, values));
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static JsonNode conditionsOf(JsonNode entry) {
    return list(entry, "healthConditions");
  }

  private static JsonNode list(@Nullable JsonNode node, String... path) {
    JsonNode list = Json.at(node, path);
    return list == null ? MissingNode.getInstance() : list;
  }

  private static JsonNode withKey(JsonNode list, Function<JsonNode, String> key, String wanted) {
    return StreamSupport.stream(list.spliterator(), false)
        .filter(entry -> key.apply(entry).equals(wanted))
        .findFirst()
        .orElse(MissingNode.getInstance());
  }
}
