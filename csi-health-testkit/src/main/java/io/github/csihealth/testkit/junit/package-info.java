/** The conformance suites as tests of JUnit 5, to extend. */
@NullMarked
package io.github.csihealth.testkit.junit;

import org.jspecify.annotations.NullMarked;
