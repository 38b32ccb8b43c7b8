/**
 * For tests written with JUnit 5. {@link io.github.csihealth.testkit.junit.CsiHealthExtension}
 * gives them a fake driver, an API server in memory and a clock as parameters; the conformance
 * suites are test classes to extend. The rest of the testkit needs no JUnit.
 */
@NullMarked
package io.github.csihealth.testkit.junit;

import org.jspecify.annotations.NullMarked;
