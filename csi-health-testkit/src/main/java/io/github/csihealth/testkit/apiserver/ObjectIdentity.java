package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Whether an object is the one that a request names: namespace, name, uid and resourceVersion. */
final class ObjectIdentity {
  private static final String OTHER_VERSION =
      "the object has been modified; please apply your changes to the latest version and try again";
  private static final String NAME_CHARACTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private ObjectIdentity() {}

  /**
   * Fills in the namespace of the request; an object that names another is refused. Where there are
   * no namespaces, a given one is dropped.
   */
  static void fillNamespace(ResourceType type, String namespace, ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    if (!type.namespaced()) {
      metadata.remove("namespace");
      return;
    }
    String given = Json.text(metadata, "namespace");
    if (!given.isEmpty() && !given.equals(namespace)) {
      throw StatusException.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    metadata.put("namespace", namespace);
  }

  /** Makes up a name from {@code generateName} where there is none. */
  static void generateName(ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    String prefix = Json.text(metadata, "generateName");
    if (Json.text(metadata, "name").isEmpty() && !prefix.isEmpty()) {
      metadata.put("name", prefix + suffix());
    }
  }

  private static String suffix() {
    return ThreadLocalRandom.current()
        .ints(5, 0, NAME_CHARACTERS.length())
        .mapToObj(i -> NAME_CHARACTERS.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  static void requireLegalName(ResourceType type, String name) {
    if (name.isEmpty()) {
      throw StatusException.invalid(
          type,
          "",
          List.of(FieldError.required("metadata.name", "name or generateName is required")));
    }
    if (!Names.isSubdomain(name)) {
      throw StatusException.invalid(
          type, name, List.of(FieldError.invalid("metadata.name", name, Names.RULE)));
    }
  }

  static void requireName(ObjectKey key, ObjectNode object) {
    String name = Json.text(object, "metadata", "name");
    if (name.isEmpty()) {
      throw StatusException.badRequest(
          "the name of the object ("
              + key.name()
              + " based on URL) was undeterminable: name must be provided");
    }
    if (!name.equals(key.name())) {
      throw StatusException.badRequest(
          "the name of the object ("
              + name
              + ") does not match the name on the URL ("
              + key.name()
              + ")");
    }
  }

  /** Refuses a uid that is given and is not that of the stored object. */
  static void requireUid(ObjectKey key, ObjectNode stored, String uid) {
    String actual = Json.text(stored, "metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(actual)) {
      throw StatusException.conflict(
          key.type(),
          key.name(),
          "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + actual);
    }
  }

  /** Refuses an object that is to be created and names a version. */
  static void requireNoVersion(ObjectNode created) {
    String version = Json.text(created, "metadata", "resourceVersion");
    if (NUMBER.matcher(version).matches() && Long.parseLong(version) != 0) {
      throw StatusException.unclassified(
          "resourceVersion should not be set on objects to be created");
    }
  }

  /** Refuses what is no version; none is fine. */
  static void requireLegalVersion(ObjectNode object) {
    String version = Json.text(object, "metadata", "resourceVersion");
    if (!version.isEmpty() && !NUMBER.matcher(version).matches()) {
      throw StatusException.unclassified(
          "strconv.ParseUint: parsing \"" + version + "\": invalid syntax");
    }
  }

  /**
   * Refuses a change that was made for another version of the object, and sets the stored one in
   * it. Without a version the change is for any, but for a CSINode or a Lease, which want one.
   */
  static void settleVersion(ObjectKey key, ObjectNode changed, ObjectNode stored) {
    String wanted = Json.text(changed, "metadata", "resourceVersion");
    String current = Json.text(stored, "metadata", "resourceVersion");
    requireLegalVersion(changed);
    boolean any = wanted.isEmpty() || Long.parseLong(wanted) == 0;
    boolean needed = key.type() == ResourceType.CSI_NODE || key.type() == ResourceType.LEASE;
    if (any && needed) {
      throw StatusException.invalid(
          key.type().group(),
          key.type().plural(),
          key.name(),
          List.of(
              FieldError.invalid(
                  "metadata.resourceVersion", 0, "must be specified for an update")));
    }
    if (!any && Long.parseLong(wanted) != Long.parseLong(current)) {
      throw StatusException.conflict(key.type(), key.name(), OTHER_VERSION);
    }
    changed.withObject("/metadata").put("resourceVersion", current);
  }
}
