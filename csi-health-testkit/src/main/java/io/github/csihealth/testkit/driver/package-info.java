/**
 * A CSI driver for tests: real gRPC over a real Unix socket or in process, with health that the
 * test sets.
 *
 * <p>{@link io.github.csihealth.testkit.driver.FakeDriver} is the driver, {@link
 * io.github.csihealth.testkit.driver.CsiMethods} names its calls, {@link
 * io.github.csihealth.testkit.driver.DriverFault} is what goes wrong with one, {@link
 * io.github.csihealth.testkit.driver.HealthTimeline} is health that changes over time.
 */
@NullMarked
package io.github.csihealth.testkit.driver;

import org.jspecify.annotations.NullMarked;
