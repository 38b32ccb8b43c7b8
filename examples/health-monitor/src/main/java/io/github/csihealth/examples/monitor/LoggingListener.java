package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.WriteIntent;
import io.github.csihealth.runtime.RuntimeListener;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each transition and each fault; nothing for a volume that stays as it is. */
class LoggingListener implements RuntimeListener {

  private static final Logger LOG = LoggerFactory.getLogger("health-monitor");

  private static final String LIST = "ControllerListVolumeHealth";

  /** What is odd about a claim and was said already, by uid. */
  private final Map<String, List<Finding>> said = new HashMap<>();

  @Override
  public void described(DriverInfo driver) {
    LOG.info(
        "driver={} version={} mode={}",
        driver.name(),
        driver.vendorVersion(),
        driver.controllerMode());
  }

  @Override
  public void probed(String method, Duration duration, Optional<ProbeFailure> failure) {
    // A Get that failed is said with its claim.
    if (method.equals(LIST)) {
      failure.ifPresentOrElse(
          why -> LOG.warn("list cycle failed: {}", why), () -> LOG.debug("list cycle complete"));
    }
  }

  @Override
  public void decided(Bound bound, Observation observation, Decision decision) {
    observation
        .failure()
        .filter(failure -> !failure.method().equals(LIST))
        .ifPresent(failure -> LOG.warn("{} {}", named(bound), failure));
    String uid = bound.claim().uid();
    List<Finding> findings = decision.findings();
    List<Finding> before = findings.isEmpty() ? said.remove(uid) : said.put(uid, findings);
    for (Finding finding : findings) {
      if (before == null || !before.contains(finding)) {
        LOG.warn("{} {}", named(bound), finding);
      }
    }
    LOG.debug("{} {}", named(bound), decision);
  }

  @Override
  public void wrote(Bound bound, Decision decision, WriteResult result) {
    WriteIntent write = decision.write().orElseThrow();
    if (result.claim().isPresent()) {
      if (!write.isDroppedIn(result.claim().get())) {
        LOG.info("{} cause={} health={}", named(bound), decision.cause(), write.outcome());
      }
    } else if (result.outcome() == Outcome.CONFLICT) {
      LOG.debug("{} changed meanwhile, deciding again", named(bound));
    } else {
      LOG.warn("{} write {}", named(bound), result);
    }
  }

  @Override
  public void dropped(Bound bound, Decision decision) {
    LOG.warn(
        "{} write DROPPED: the server does not keep status.healthStatus: is its feature gate"
            + " CSIVolumeHealth on?",
        named(bound));
  }

  @Override
  public void gate(boolean open) {
    if (open) {
      LOG.warn("new health is held back; one write from time to time tries whether it is kept");
    } else {
      LOG.info("the server keeps status.healthStatus: what was held back is written");
    }
  }

  @Override
  public void forgotten(String claimUid) {
    said.remove(claimUid);
  }

  private static String named(Bound bound) {
    return "claim="
        + bound.claim().namespace()
        + "/"
        + bound.claim().name()
        + " volume="
        + bound.volume().volumeHandle();
  }
}
