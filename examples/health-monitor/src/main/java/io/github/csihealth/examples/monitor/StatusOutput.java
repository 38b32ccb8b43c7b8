package io.github.csihealth.examples.monitor;

import java.util.List;

/** How the health of a cluster is printed. */
interface StatusOutput {

  /** All that there is now; said once, and first. */
  void now(HealthSurvey survey);

  /** What has changed since then. */
  void changed(List<ConditionChange> changes);
}
