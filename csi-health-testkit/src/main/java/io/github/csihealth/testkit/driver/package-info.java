/**
 * A CSI driver for tests: real gRPC over a real Unix socket, with health that the test sets.
 *
 * <p>{@link io.github.csihealth.testkit.driver.FakeDriver} is the driver, {@link
 * io.github.csihealth.testkit.driver.CsiMethods} names its calls.
 */
@NullMarked
package io.github.csihealth.testkit.driver;

import org.jspecify.annotations.NullMarked;
