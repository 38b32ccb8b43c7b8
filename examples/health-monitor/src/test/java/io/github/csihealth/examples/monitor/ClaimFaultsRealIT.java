package io.github.csihealth.examples.monitor;

import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DATA_LOSS;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.DEGRADED;
import static io.github.csihealth.csi.v1.VolumeHealthErrorType.INACCESSIBLE;
import static io.github.csihealth.examples.monitor.FaultRig.NONE;
import static io.github.csihealth.testkit.driver.FakeDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What changes about claims, and about the clock, while the monitor runs. */
class ClaimFaultsRealIT {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static final VolumeHealthEntry OLD = entry(DEGRADED, "ReplicaDown", "1 of 3 replicas");
  private static final VolumeHealthEntry NEW = entry(INACCESSIBLE, "PathLost", "no path");

  @AutoClose private final FaultRig rig = new FaultRig(SERVER);

  ClaimFaultsRealIT() throws Exception {}

  @Test
  void aClaimIsMadeAnewUnderItsNameAndAnotherIsBoundElsewhere() throws Exception {
    rig.bind(4);
    for (int i = 0; i < 4; i++) {
      rig.report(i, OLD);
    }
    rig.run(
        () -> {
          // Names the volume that is bound to its predecessor.
          rig.namespace.deleteClaim("claim-1");
          rig.namespace.createClaim("claim-1");
          rig.expect(1);
          // Bound, both ways, to another volume of the same driver.
          rig.namespace.deleteClaim("claim-2");
          rig.namespace.deleteVolume("claim-2");
          rig.namespace.bind("claim-2", rig.driver.name(), "vol-elsewhere");
          rig.driver.setHealth("vol-elsewhere", NEW);
          rig.expect(2, NEW);
          rig.settlesWithin(NONE);
          rig.awaitCycles(2);
          rig.storedIsReported();
        });
    rig.neverCleared(0);
    rig.neverCleared(3);
  }

  @Test
  void theClockIsSteppedByAnHourBothWays() throws Exception {
    rig.bind(4);
    rig.report(0, OLD);
    rig.run(
        () -> {
          Instant first = since("claim-0");
          rig.time().step(Duration.ofHours(1));
          rig.report(1, OLD);
          rig.settlesWithin(NONE);
          rig.time().step(Duration.ofHours(-1));
          rig.report(0, OLD, NEW);
          rig.report(2, OLD);
          rig.settlesWithin(NONE);
          // C10: a stored time that lies over five minutes ahead is replaced.
          assertThat(since("claim-0")).isBefore(first);
          Instant ahead = since("claim-1");
          rig.report(1, NEW);
          rig.settlesWithin(NONE);
          assertThat(since("claim-1")).isBefore(ahead);
          rig.time().step(Duration.ZERO);
          rig.report(3, entry(DATA_LOSS, "BlocksLost", "17 blocks"));
          rig.settlesWithin(NONE);
          int patches = rig.proxy.patches().size();
          rig.awaitCycles(3);
          assertThat(rig.proxy.patches()).as("writes without a change").hasSize(patches);
        });
    rig.neverCleared(0);
  }

  private Instant since(String claim) {
    return Instant.parse(
        rig.namespace.health(claim).orElseThrow().path("lastTransitionTime").asText());
  }
}
