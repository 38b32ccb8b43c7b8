package io.github.csihealth.examples.interop;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.WriteIntent;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** The claim {@code shop/data} of a server, and what is to be written to it. */
final class ClaimWrites {
  static final String CLAIMS = "persistentvolumeclaims";
  static final String NAMESPACE = "shop";
  static final String NAME = "data";

  /** Of characters that clients and servers like to escape. */
  static final String MESSAGE = "1 of 3 <replicas> & é \u2028 😀";

  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");

  private ClaimWrites() {}

  /** A server that holds the claim, without health. */
  static InMemoryApiServer server() {
    InMemoryApiServer server = InMemoryApiServer.start();
    server.boundClaim(NAMESPACE, NAME, "disk.example.com", "vol-1");
    return server;
  }

  static byte[] stored(InMemoryApiServer server) {
    return server.get(CLAIMS, NAMESPACE, NAME).orElseThrow().getBytes(StandardCharsets.UTF_8);
  }

  /** The claim falls ill. */
  static WriteIntent degraded(byte[] claim) {
    return decided(
        claim,
        List.of(VolumeHealthCondition.of(VolumeHealthStatusType.DEGRADED, "ReplicaDown", MESSAGE)));
  }

  /** The claim recovers. */
  static WriteIntent recovered(byte[] claim) {
    return decided(claim, List.of());
  }

  private static WriteIntent decided(byte[] claim, List<VolumeHealthCondition> conditions) {
    return ClaimReconciler.create()
        .decide(
            read(claim),
            Observation.reported(VolumeHealthReport.of("vol-1", conditions)),
            Memory.EMPTY,
            NOW)
        .write()
        .orElseThrow();
  }

  static Claim read(byte[] claim) {
    return HealthJson.readClaim(claim).value();
  }

  /** Whether a copy of the claim holds what {@link #degraded} writes. */
  static boolean isDegraded(byte[] claim) {
    return read(claim).health().conditions().stream()
        .anyMatch(condition -> condition.message().equals(MESSAGE));
  }

  static boolean isWithoutHealth(byte[] claim) {
    return read(claim).health().state() == HealthState.NO_INFORMATION;
  }
}
