/**
 * What others test with: a fake CSI driver ({@code testkit.driver}), a Kubernetes API server in
 * memory ({@code testkit.apiserver}), both as parameters of JUnit tests ({@code testkit.junit}),
 * and here a clock to move by hand.
 */
@NullMarked
package io.github.csihealth.testkit;

import org.jspecify.annotations.NullMarked;
