/**
 * What others test with: a fake CSI driver ({@code testkit.driver}), a Kubernetes API server in
 * memory ({@code testkit.apiserver}), jqwik arbitraries ({@code testkit.arbitraries}), AssertJ
 * assertions ({@code testkit.assertions}), and here a clock to move by hand.
 */
@NullMarked
package io.github.csihealth.testkit;

import org.jspecify.annotations.NullMarked;
