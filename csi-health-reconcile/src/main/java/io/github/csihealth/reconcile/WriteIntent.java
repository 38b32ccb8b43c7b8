package io.github.csihealth.reconcile;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.VolumeHealthStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * A claim's health as it should be stored, and the claim that it is meant for. Goes to the {@code
 * status} subresource of the claim.
 */
public final class WriteIntent {

  private final Claim claim;
  private final VolumeHealthStatus desired;

  WriteIntent(Claim claim, VolumeHealthStatus desired) {
    this.claim = Objects.requireNonNull(claim, "claim");
    this.desired = Objects.requireNonNull(desired, "desired");
  }

  /** The claim as it was when this was decided. */
  public Claim claim() {
    return claim;
  }

  /** What {@code status.healthStatus} should be; the absent value means that it is removed. */
  public VolumeHealthStatus desired() {
    return desired;
  }

  /**
   * The intent as a JSON merge patch (RFC 7386) of the status subresource. It carries {@code
   * metadata.uid}, so that a claim re-created under the same name refuses it (422); {@code
   * metadata.resourceVersion} where the claim was read with one, so that a claim changed since
   * refuses it (409: read again, decide again); and a literal {@code null} for each field that is
   * to go (rules C19, C20, C21).
   */
  public Patch mergePatch() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    try (JsonGenerator json = HealthJson.generator(out)) {
      json.writeStartObject();
      json.writeObjectFieldStart("metadata");
      precondition(json, "uid", claim.uid());
      precondition(json, "resourceVersion", claim.resourceVersion());
      json.writeEndObject();
      json.writeObjectFieldStart("status");
      json.writeFieldName("healthStatus");
      switch (desired.state()) {
        case NO_INFORMATION -> json.writeNull();
        case ADVERSE -> HealthJson.write(json, desired);
        case HEALTHY -> {
          // Go's form leaves an empty list out, which a merge patch takes for "as it is".
          json.writeStartObject();
          json.writeNullField("healthConditions");
          json.writeStringField(
              "lastTransitionTime", desired.lastTransitionTime().orElseThrow().toString());
          json.writeEndObject();
        }
      }
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Patch("application/merge-patch+json", out.toByteArray());
  }

  private static void precondition(JsonGenerator json, String field, String value)
      throws IOException {
    if (!value.isEmpty()) {
      json.writeStringField(field, value);
    }
  }

  /** Reads {@code shop/data: [Degraded/DiskSlow] since …}. */
  @Override
  public String toString() {
    return claim.namespace() + "/" + claim.name() + ": " + desired;
  }
}
