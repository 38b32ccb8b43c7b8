package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.testkit.driver.FakeDriver;
import io.github.csihealth.testkit.junit.DriverConformanceTest;
import org.junit.jupiter.api.AutoClose;

// snippet: driver
class FakeDriverConformanceTest extends DriverConformanceTest {

  @AutoClose private final FakeDriver driver = FakeDriver.start();

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.builder(driver.channel()).faults(new FakeFaults(driver)).build();
  }
}
// end
