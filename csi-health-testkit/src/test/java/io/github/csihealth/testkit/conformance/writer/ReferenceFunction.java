package io.github.csihealth.testkit.conformance.writer;

import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.ReconcileOptions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The engine as a function, which remembers by the uid of the claim. */
final class ReferenceFunction implements ClaimFunction {

  private final ClaimReconciler reconciler;
  private final Map<String, Memory> memories = new ConcurrentHashMap<>();

  ReferenceFunction() {
    this(ReconcileOptions.defaults());
  }

  ReferenceFunction(ReconcileOptions options) {
    reconciler = ClaimReconciler.with(options);
  }

  @Override
  public Optional<ClaimPatch> patch(byte[] storedClaim, ProbeResult<VolumeHealthReport> answer) {
    var claim = HealthJson.readClaim(storedClaim).value();
    Observation observation = answer.fold(Observation::reported, Observation::failed);
    Memory memory = memories.getOrDefault(claim.uid(), Memory.EMPTY);
    Decision decision = reconciler.decide(claim, observation, memory, Instant.now());
    memories.put(claim.uid(), decision.memory());
    return decision
        .write()
        .map(intent -> intent.mergePatch())
        .map(patch -> new ClaimPatch(patch.contentType(), patch.bodyText()));
  }
}
