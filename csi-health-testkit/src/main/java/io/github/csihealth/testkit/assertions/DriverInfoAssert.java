package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;

/** Assertions on what a driver says of itself. */
public final class DriverInfoAssert extends AbstractHealthAssert<DriverInfoAssert, DriverInfo> {

  DriverInfoAssert(DriverInfo actual) {
    super(actual, DriverInfoAssert.class);
  }

  /** The driver has this name. */
  public DriverInfoAssert hasName(String expected) {
    return checkEqual("the driver's name", given().name(), expected);
  }

  /** The driver has this version; it may be empty. */
  public DriverInfoAssert hasVendorVersion(String expected) {
    return checkEqual("the driver's version", given().vendorVersion(), expected);
  }

  /** The driver's controller may be asked in this way. */
  public DriverInfoAssert hasControllerMode(ControllerMode expected) {
    return checkEqual("the controller mode", given().controllerMode(), expected);
  }
}
