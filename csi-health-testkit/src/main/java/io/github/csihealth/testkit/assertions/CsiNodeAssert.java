package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.StorageHealth;
import java.util.Optional;
import java.util.TreeSet;

/** Assertions on a CSINode and the health that drivers reported there. */
public final class CsiNodeAssert extends AbstractHealthAssert<CsiNodeAssert, CsiNode> {

  CsiNodeAssert(CsiNode actual) {
    super(actual, CsiNodeAssert.class);
  }

  /** Goes on with the health of this driver, which is there. */
  public StorageHealthAssert driver(String name) {
    Optional<StorageHealth> health = given().storageHealth().get(name);
    check(
        health.isPresent(),
        () ->
            "Expected CSINode "
                + given().name()
                + " to have the health of driver "
                + name
                + ", but it has "
                + given().storageHealth());
    return new StorageHealthAssert(health.orElseThrow());
  }

  /** No health of this driver is stored. */
  public CsiNodeAssert hasNoInformationOn(String driver) {
    return check(
        given().storageHealth().get(driver).isEmpty(),
        () ->
            "Expected CSINode "
                + given().name()
                + " to have no health of driver "
                + driver
                + ", but it has "
                + given().storageHealth());
  }

  /** The driver is registered on the node: health of any other is no information (rule C25). */
  public CsiNodeAssert hasDriver(String driver) {
    return check(
        given().drivers().contains(driver),
        () ->
            "Expected driver "
                + driver
                + " on CSINode "
                + given().name()
                + ", but there are "
                + new TreeSet<>(given().drivers()));
  }
}
