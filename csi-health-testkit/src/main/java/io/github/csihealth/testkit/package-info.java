/**
 * What others test with: a fake CSI driver ({@code testkit.driver}), a Kubernetes API server in
 * memory ({@code testkit.apiserver}), both as parameters of JUnit tests ({@code testkit.junit}),
 * jqwik arbitraries ({@code testkit.arbitraries}), AssertJ assertions ({@code testkit.assertions}),
 * conformance suites ({@code testkit.conformance}), and here a clock to move by hand.
 */
@NullMarked
package io.github.csihealth.testkit;

import org.jspecify.annotations.NullMarked;
