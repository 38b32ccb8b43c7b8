package io.github.csihealth.csi.client;

import io.github.csihealth.csi.SecretValues;
import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Blanks the secret values that were sent with a call where its answer repeats them (rule C23). */
final class SecretEchoes {

  private final SecretValues values;

  SecretEchoes(Collection<String> values) {
    this.values = SecretValues.of(values);
  }

  String blank(String text) {
    return values.blank(text);
  }

  VolumeHealthReport blank(VolumeHealthReport report) {
    if (values.isEmpty()) {
      return report;
    }
    List<VolumeHealthCondition> conditions = new ArrayList<>();
    List<Finding> findings = new ArrayList<>(report.findings());
    for (VolumeHealthCondition condition : report.conditions()) {
      String reason = blank(condition.reason());
      String message = blank(condition.message());
      if (reason.equals(condition.reason()) && message.equals(condition.message())) {
        conditions.add(condition);
      } else {
        findings.add(repeats("health_statuses[" + conditions.size() + "]"));
        conditions.add(VolumeHealthCondition.of(condition.status(), reason, message));
      }
    }
    return VolumeHealthReport.of(report.volumeId(), conditions).withFindings(findings);
  }

  StorageHealthReport blank(StorageHealthReport report) {
    if (values.isEmpty()) {
      return report;
    }
    List<StorageHealthCondition> conditions = new ArrayList<>();
    List<Finding> findings = new ArrayList<>(report.findings());
    for (StorageHealthCondition condition : report.conditions()) {
      StorageHealthCondition.Key key = condition.key();
      StorageHealthCondition blanked =
          StorageHealthCondition.of(
              new StorageHealthCondition.Key(
                  key.status(), blank(key.reason()), key.accessMode(), key.volumeMode()),
              blank(condition.message()));
      if (!blanked.equals(condition)) {
        findings.add(repeats("backend_health[" + conditions.size() + "]"));
      }
      conditions.add(blanked);
    }
    return StorageHealthReport.of(conditions).withFindings(findings);
  }

  private static Finding repeats(String path) {
    return Finding.of(
        FindingKind.SECRET_BLANKED, path, "the driver repeats a secret that it was sent");
  }
}
