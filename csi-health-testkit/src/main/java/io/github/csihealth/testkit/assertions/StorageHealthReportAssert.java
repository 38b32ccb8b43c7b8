package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Finding;
import io.github.csihealth.model.StorageHealthCondition;
import io.github.csihealth.model.StorageHealthReport;
import java.util.List;
import java.util.Optional;

/** Assertions on what a driver said of its storage backend, as reported. */
public final class StorageHealthReportAssert
    extends AbstractFindingsAssert<StorageHealthReportAssert, StorageHealthReport> {

  StorageHealthReportAssert(StorageHealthReport actual) {
    super(actual, StorageHealthReportAssert.class);
  }

  @Override
  List<Finding> findings() {
    return given().findings();
  }

  /** Nothing adverse was reported, and nothing was left out. */
  public StorageHealthReportAssert isHealthy() {
    return hasConditions().hasNoFindings();
  }

  /** These conditions were reported, repeats included, and no other; in any order. */
  public StorageHealthReportAssert hasConditions(StorageHealthCondition... expected) {
    Optional<String> difference =
        Differences.ofStorage("the storage backend", given().conditions(), List.of(expected));
    return check(difference.isEmpty(), difference::orElseThrow);
  }
}
