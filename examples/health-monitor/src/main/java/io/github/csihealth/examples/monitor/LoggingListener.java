package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.client.ListSummary;
import io.github.csihealth.examples.monitor.WriteResult.Outcome;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Observation;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each transition and each fault; nothing for a volume that stays as it is. */
final class LoggingListener implements MonitorListener {

  private static final Logger LOG = LoggerFactory.getLogger("health-monitor");

  /** What is odd about a claim and was said already, by uid. */
  private final Map<String, List<Finding>> said = new ConcurrentHashMap<>();

  @Override
  public void begins(List<BoundVolume> bound) {
    said.keySet()
        .retainAll(bound.stream().map(volume -> volume.claim().uid()).collect(Collectors.toSet()));
  }

  @Override
  public void listed(ProbeResult<ListSummary> result) {
    result.failure().ifPresent(failure -> LOG.warn("list cycle failed: {}", failure));
    result.answer().ifPresent(summary -> LOG.debug("list cycle complete: {}", summary));
  }

  @Override
  public void asked(BoundVolume volume, ProbeResult<VolumeHealthReport> result) {
    result
        .failure()
        .ifPresent(
            failure ->
                LOG.warn("claim={} volume={} {}", volume.claimName(), volume.handle(), failure));
  }

  @Override
  public void decided(BoundVolume volume, Observation observation, Decision decision) {
    String uid = volume.claim().uid();
    List<Finding> findings = decision.findings();
    List<Finding> before = findings.isEmpty() ? said.remove(uid) : said.put(uid, findings);
    for (Finding finding : findings) {
      if (before == null || !before.contains(finding)) {
        LOG.warn("claim={} volume={} {}", volume.claimName(), volume.handle(), finding);
      }
    }
    LOG.debug("claim={} volume={} {}", volume.claimName(), volume.handle(), decision);
  }

  @Override
  public void wrote(BoundVolume volume, Decision decision, WriteResult result) {
    if (result.outcome() == Outcome.STORED) {
      LOG.info(
          "claim={} volume={} cause={} health={}",
          volume.claimName(),
          volume.handle(),
          decision.cause(),
          decision.write().orElseThrow().outcome());
    } else if (result.outcome() == Outcome.CONFLICT) {
      LOG.debug("claim={} changed meanwhile, deciding again", volume.claimName());
    } else {
      LOG.warn(
          "claim={} volume={} write {}: {}",
          volume.claimName(),
          volume.handle(),
          result.outcome(),
          result.detail());
    }
  }
}
