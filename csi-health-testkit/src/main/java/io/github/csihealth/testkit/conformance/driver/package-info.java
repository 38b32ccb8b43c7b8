/**
 * What the CSI spec asks of the health of a driver, as rules that can be tried on any driver in any
 * language: {@link io.github.csihealth.testkit.conformance.driver.DriverConformance}.
 *
 * <p>The rules are plain functions and need no test framework; {@code testkit.junit} runs them as
 * tests of JUnit 5.
 */
@NullMarked
package io.github.csihealth.testkit.conformance.driver;

import org.jspecify.annotations.NullMarked;
