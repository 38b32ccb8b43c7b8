package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.testkit.driver.FakeDriver;
import io.github.csihealth.testkit.junit.DriverConformanceTest;
import org.junit.jupiter.api.AfterEach;

/** The suite as a driver's author runs it. */
class FakeDriverConformanceTest extends DriverConformanceTest {

  private final FakeDriver fake = FakeDriver.start();
  private final UnixChannel channel = UnixChannel.dial(fake.endpoint());

  @Override
  protected DriverUnderTest driver() {
    return DriverUnderTest.builder(channel.channel()).faults(new FakeFaults(fake)).build();
  }

  @AfterEach
  void close() {
    channel.close();
    fake.close();
  }
}
