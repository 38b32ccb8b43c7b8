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
import org.slf4j.spi.LoggingEventBuilder;

/** One line for each transition and each fault; nothing for a volume that stays as it is. */
class LoggingListener implements RuntimeListener {

  private static final Logger LOG = LoggerFactory.getLogger(LogSetup.MONITOR);

  private static final String LIST = "ControllerListVolumeHealth";

  /** What is odd about a claim and was said already, by uid. */
  private final Map<String, List<Finding>> said = new HashMap<>();

  @Override
  public void described(DriverInfo driver) {
    LOG.atInfo()
        .addKeyValue("driver", driver.name())
        .addKeyValue("version", driver.vendorVersion())
        .addKeyValue("mode", driver.controllerMode())
        .log("driver described");
  }

  @Override
  public void probed(String method, Duration duration, Optional<ProbeFailure> failure) {
    // A Get that failed is said with its claim.
    if (method.equals(LIST)) {
      failure.ifPresentOrElse(
          why -> of(LOG.atWarn(), why).log("list cycle failed"),
          () -> LOG.atDebug().addKeyValue("ms", duration.toMillis()).log("list cycle complete"));
    }
  }

  @Override
  public void decided(Bound bound, Observation observation, Decision decision) {
    observation
        .failure()
        .filter(failure -> !failure.method().equals(LIST))
        .ifPresent(failure -> of(about(bound, LOG.atWarn()), failure).log("call failed"));
    String uid = bound.claim().uid();
    List<Finding> findings = decision.findings();
    List<Finding> before = findings.isEmpty() ? said.remove(uid) : said.put(uid, findings);
    for (Finding finding : findings) {
      if (before == null || !before.contains(finding)) {
        about(bound, LOG.atWarn())
            .addKeyValue("finding", finding.kind())
            .addKeyValue("path", finding.path())
            .addKeyValue("detail", finding.detail())
            .log("report is odd");
      }
    }
    about(bound, LOG.atDebug())
        .addKeyValue("cause", decision.cause())
        .addKeyValue("decision", decision)
        .log("decided");
  }

  @Override
  public void wrote(Bound bound, Decision decision, WriteResult result) {
    WriteIntent write = decision.write().orElseThrow();
    if (result.claim().isPresent()) {
      if (!write.isDroppedIn(result.claim().get())) {
        about(bound, LOG.atInfo())
            .addKeyValue("cause", decision.cause())
            .addKeyValue("health", write.outcome())
            .log("health written");
      }
    } else if (result.outcome() == Outcome.CONFLICT) {
      about(bound, LOG.atDebug()).log("claim changed meanwhile, deciding again");
    } else {
      about(bound, LOG.atWarn())
          .addKeyValue("outcome", result.outcome())
          .addKeyValue("detail", result.detail())
          .log("write failed");
    }
  }

  @Override
  public void dropped(Bound bound, Decision decision) {
    about(bound, LOG.atWarn())
        .log(
            "write dropped: the server does not keep status.healthStatus: is its feature gate"
                + " CSIVolumeHealth on?");
  }

  @Override
  public void gate(boolean open) {
    if (open) {
      LOG.atWarn()
          .log("new health is held back; one write from time to time tries whether it is kept");
    } else {
      LOG.atInfo().log("the server keeps status.healthStatus: what was held back is written");
    }
  }

  @Override
  public void forgotten(String claimUid) {
    said.remove(claimUid);
  }

  private static LoggingEventBuilder about(Bound bound, LoggingEventBuilder event) {
    return event
        .addKeyValue("claim", bound.claim().namespace() + "/" + bound.claim().name())
        .addKeyValue("volume", bound.volume().volumeHandle());
  }

  private static LoggingEventBuilder of(LoggingEventBuilder event, ProbeFailure failure) {
    return event
        .addKeyValue("method", failure.method())
        .addKeyValue("failure", failure.kind())
        .addKeyValue("detail", failure.detail());
  }
}
