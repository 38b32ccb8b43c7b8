/**
 * The conformance suite for controllers that write volume health to the claims of a cluster: what
 * csi-sanity is for drivers.
 *
 * <p>{@link io.github.csihealth.testkit.conformance.writer.WriterConformance} names the rules; a
 * {@link io.github.csihealth.testkit.conformance.writer.WriterUnderTest} is what they are tried on:
 * a function, a controller in this process, or a program. Each rule is played between a fake CSI
 * driver on a Unix socket and an API server in memory, both of its own.
 */
@NullMarked
package io.github.csihealth.testkit.conformance.writer;

import org.jspecify.annotations.NullMarked;
