package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Finding;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.List;
import java.util.Optional;

/** Assertions on what a driver said of a volume, as reported. */
public final class VolumeHealthReportAssert
    extends AbstractFindingsAssert<VolumeHealthReportAssert, VolumeHealthReport> {

  VolumeHealthReportAssert(VolumeHealthReport actual) {
    super(actual, VolumeHealthReportAssert.class);
  }

  @Override
  List<Finding> findings() {
    return given().findings();
  }

  /** The report is on this volume. */
  public VolumeHealthReportAssert hasVolumeId(String expected) {
    return checkEqual("the report's volume id", given().volumeId(), expected);
  }

  /** Nothing adverse was reported. */
  public VolumeHealthReportAssert isHealthy() {
    return hasConditions();
  }

  /** These conditions were reported, repeats included, and no other; in any order. */
  public VolumeHealthReportAssert hasConditions(VolumeHealthCondition... expected) {
    Optional<String> difference =
        Differences.ofVolume(
            "volume " + given().volumeId(), given().conditions(), List.of(expected));
    return check(difference.isEmpty(), difference::orElseThrow);
  }
}
