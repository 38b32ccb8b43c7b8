package io.github.csihealth.readme;

import io.github.csihealth.model.HealthJson;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.WriteIntent;
import io.github.csihealth.testkit.conformance.writer.ClaimPatch;
import io.github.csihealth.testkit.conformance.writer.WriterUnderTest;
import io.github.csihealth.testkit.junit.WriterConformanceTest;
import java.time.Instant;

// snippet: writer
class ClaimWriterTest extends WriterConformanceTest {

  @Override
  protected WriterUnderTest writer() {
    return WriterUnderTest.function(
        (claim, answer) ->
            ClaimReconciler.create()
                .decide(
                    HealthJson.readClaim(claim).value(),
                    answer.fold(Observation::reported, Observation::failed),
                    Memory.EMPTY,
                    Instant.now())
                .write()
                .map(WriteIntent::mergePatch)
                .map(patch -> new ClaimPatch(patch.contentType(), patch.bodyText())));
  }
}
// end
