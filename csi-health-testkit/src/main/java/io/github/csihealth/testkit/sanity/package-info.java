/**
 * The Kubernetes project's conformance suite for CSI drivers, run on the socket of any driver.
 *
 * <p>{@link io.github.csihealth.testkit.sanity.CsiSanity} runs it, {@link
 * io.github.csihealth.testkit.sanity.SanityReport} says what came of each of its specs.
 */
@NullMarked
package io.github.csihealth.testkit.sanity;

import org.jspecify.annotations.NullMarked;
