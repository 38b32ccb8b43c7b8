package io.github.csihealth.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.FieldOwner;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.JsonWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Health as it should be stored, and the object that it is meant for. One of {@link ClaimIntent},
 * {@link PodIntent} and {@link StorageIntent}, which say what is desired; {@link #fold} tells them
 * apart. Immutable.
 *
 * <p>It can be rendered in four ways. Each goes to the {@code status} subresource at {@link #path},
 * and each leaves the same health there (rules C19, C20):
 *
 * <ol>
 *   <li>{@link #mergePatch}: the usual one, which every client can send;
 *   <li>{@link #apply}: server-side apply, for writers whose fields are to have an owner;
 *   <li>{@link #jsonPatch}: operations that take effect only on the very copy decided on;
 *   <li>{@link #replacement}: the whole object, for clients that can only update.
 * </ol>
 *
 * <p>All carry the uid of the object, so that one created again under its name refuses the write.
 * After a conflict the intent is not sent again but decided again: {@link #rebase}.
 */
public abstract sealed class WriteIntent permits ClaimIntent, PodIntent, StorageIntent {

  /** As long as leaves room for an entry's name in the 128 bytes of a field manager. */
  private static final Pattern WRITER = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Resource resource;
  private final @Nullable Redecision redecision;

  WriteIntent(Resource resource, @Nullable Redecision redecision) {
    this.resource = resource;
    this.redecision = redecision;
  }

  /** The object as it was when this was decided. */
  public abstract HealthObject target();

  /** Applies the function that fits. */
  public abstract <R> R fold(
      Function<? super ClaimIntent, ? extends R> onClaim,
      Function<? super PodIntent, ? extends R> onPod,
      Function<? super StorageIntent, ? extends R> onStorage);

  /** What will be stored in place of what is there, in one line for people. */
  public abstract String outcome();

  /**
   * The path of the status subresource: {@code
   * /api/v1/namespaces/shop/persistentvolumeclaims/data/status}.
   */
  public final String path() {
    return resource.statusPath(target().namespace(), target().name());
  }

  /**
   * The intent as a patch of the status subresource, with a literal {@code null} for each field
   * that is to go.
   *
   * <ul>
   *   <li>A claim's is a JSON merge patch (RFC 7386), refused with 409 by a claim that changed
   *       since it was read, if it was read with a resourceVersion.
   *   <li>A pod's is one too. It replaces the list of all volumes, and so always carries the
   *       resourceVersion.
   *   <li>A CSINode's is a strategic merge patch by the driver's name, which leaves the entries of
   *       other drivers alone. It carries no resourceVersion, since these change all the time. The
   *       conditions of claims and pods are never merged like this: it goes by their status alone,
   *       and would leave stale ones.
   * </ul>
   *
   * @throws IllegalStateException if it is a pod that was read without its resourceVersion
   */
  public final Patch mergePatch() {
    return Patch.of(mergeType(), merged());
  }

  /**
   * The intent as a forced server-side apply that names our fields only. The field manager is
   * {@code writer} for a claim; for pods and CSINodes the name of the entry is added to it, since
   * applying one entry takes away all others that the same manager applied. The body is JSON that
   * says the same as YAML, which the server takes it for.
   *
   * <p>Where anything is stored already that this manager did not apply, or may not have, since
   * managed fields were not read, apply could leave stale conditions of others. The answer is then
   * {@link #mergePatch}, in the name of the same manager.
   *
   * @param writer the name of the program that writes: 1 to 64 letters, digits, '.', '_' or '-'
   * @throws IllegalArgumentException if the name is of another form
   * @throws IllegalStateException as {@link #mergePatch} does
   */
  public final Patch apply(String writer) {
    if (!WRITER.matcher(writer).matches()) {
      throw new IllegalArgumentException("writer '" + writer + "' is not " + WRITER.pattern());
    }
    String manager = writer + managerSuffix();
    return isWrittenBy(manager) ? Patch.apply(manager, applied()) : mergePatch().by(manager);
  }

  /**
   * The intent as a JSON patch (RFC 6902). Its first operations test uid and resourceVersion, each
   * if it was read: a copy that changed since answers 422 without causes, which means read again
   * and {@link #rebase}.
   *
   * @throws IllegalStateException if it is a pod or a CSINode that was read without its
   *     resourceVersion: these patches go by what the list holds
   */
  public final Patch jsonPatch() {
    return Patch.of(Patch.JSON_PATCH, operations());
  }

  /**
   * The intent as the whole object, to be sent by PUT: the observed object with only the health
   * field replaced.
   *
   * @param observed the JSON of the very copy that was decided on
   * @throws IllegalArgumentException if it is another object or another version of it
   * @throws io.github.csihealth.model.InvalidJsonException if it is no JSON
   */
  public final Patch replacement(byte[] observed) {
    if (!(HealthJson.tree(observed) instanceof ObjectNode document)
        || !isCopyOf(document.path("metadata"), target())) {
      throw new IllegalArgumentException("not the copy of " + target().name() + " decided on");
    }
    ObjectNode status = document.withObject("/status");
    status.remove(resource.field());
    JsonWriter value = new JsonWriter();
    field(value);
    JsonNode health = HealthJson.tree(value.toByteArray());
    if (!health.isNull()) {
      status.set(resource.field(), health);
    }
    JsonWriter json = new JsonWriter();
    HealthJson.write(json, document);
    return Patch.replacement(json);
  }

  private static boolean isCopyOf(JsonNode metadata, HealthObject object) {
    return metadata.path("namespace").asText().equals(object.namespace())
        && metadata.path("name").asText().equals(object.name())
        && metadata.path("uid").asText().equals(object.uid())
        && metadata.path("resourceVersion").asText().equals(object.resourceVersion());
  }

  /**
   * Decides again on a newer copy of the object, from what this was decided from: no call to the
   * driver is needed (rule C21). The decision may well be that nothing is left to write.
   *
   * @param newer as read after a conflict
   * @return empty where the report is not this object's any more: it has another uid, or a claim
   *     another binding. The write is to be forgotten
   */
  public final Optional<Decision> rebase(HealthObject newer, Instant now) {
    return isStillMeant(newer)
        ? Optional.of(Objects.requireNonNull(redecision).decide(newer, now))
        : Optional.empty();
  }

  boolean isStillMeant(HealthObject newer) {
    return newer.getClass() == target().getClass()
        && newer.uid().equals(target().uid())
        && newer.namespace().equals(target().namespace())
        && newer.name().equals(target().name());
  }

  /**
   * Whether a successful answer shows that the server dropped the write in silence, as one does
   * whose feature gate is off (rule C22).
   *
   * @param answered the object in the answer
   */
  public abstract boolean isDroppedIn(HealthObject answered);

  /**
   * Whether this brings health to an object that holds none yet. Only the success of such a write
   * says that the feature gate is on; a stored field takes updates either way (rule C22).
   */
  public abstract boolean introducesHealth();

  abstract WriteIntent rebasedBy(Redecision again);

  /** The content type of {@link #mergePatch}. */
  abstract String mergeType();

  /** Whether {@link #mergePatch} is refused by a copy that changed. */
  abstract boolean mergeNeedsSameVersion();

  /** The value of the health field in {@link #mergePatch}. */
  abstract void mergeField(JsonWriter json);

  /** What comes after the writer in the field manager's name. */
  abstract String managerSuffix();

  /** Whether what is stored in the place of this intent is nothing, or applied by this manager. */
  abstract boolean isWrittenBy(String manager);

  /** The health field with our part in it; nothing where our part is to go. */
  abstract void applyField(JsonWriter json);

  /** The operations that follow the tests. */
  abstract void changes(JsonWriter json);

  /** The whole value of the health field; null where it is to go. */
  abstract void field(JsonWriter json);

  /** Whether this manager, and nobody else, applied these entries. */
  static boolean areAppliedBy(String manager, Collection<FieldOwner> owners) {
    return !owners.isEmpty()
        && owners.stream().allMatch(owner -> owner.applied() && owner.manager().equals(manager));
  }

  private JsonWriter merged() {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("metadata").beginObject();
    known(json, "uid", target().uid());
    if (mergeNeedsSameVersion()) {
      known(json, "resourceVersion", target().resourceVersion());
    }
    json.endObject();
    json.name("status").beginObject().name(resource.field());
    mergeField(json);
    return json.endObject().endObject();
  }

  private JsonWriter applied() {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("apiVersion").value(resource.apiVersion());
    json.name("kind").value(resource.kind());
    json.name("metadata").beginObject().name("name").value(target().name());
    known(json, "namespace", target().namespace());
    known(json, "uid", target().uid());
    json.endObject();
    json.name("status").beginObject();
    applyField(json);
    return json.endObject().endObject();
  }

  private static void known(JsonWriter json, String field, String value) {
    if (!value.isEmpty()) {
      json.name(field).value(value);
    }
  }

  private JsonWriter operations() {
    JsonWriter json = new JsonWriter();
    json.beginArray();
    JsonPatch.test(json, "/metadata/uid", target().uid());
    JsonPatch.test(json, "/metadata/resourceVersion", target().resourceVersion());
    changes(json);
    return json.endArray();
  }

  /** The path of the health field in a JSON patch. */
  final String fieldPath() {
    return "/status/" + resource.field();
  }

  final String fieldName() {
    return resource.field();
  }

  /** Replacing a list that others write too is safe only on the copy that was decided on. */
  final void requireVersion() {
    if (target().resourceVersion().isEmpty()) {
      throw new IllegalStateException(
          resource.kind() + " " + target().name() + " was read without its resourceVersion");
    }
  }

  /** Reads {@code shop/data: [Degraded/DiskSlow] since …}. */
  @Override
  public final String toString() {
    String namespace = target().namespace();
    return (namespace.isEmpty() ? "" : namespace + "/") + target().name() + ": " + outcome();
  }
}
