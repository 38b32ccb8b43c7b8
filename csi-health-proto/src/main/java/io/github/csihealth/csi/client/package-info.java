/**
 * Asks a CSI driver for volume health over any gRPC channel: {@link
 * io.github.csihealth.csi.client.HealthClient}. Calls never throw what a driver does: a failure is
 * a {@link io.github.csihealth.model.ProbeFailure}, to be decided on like an answer.
 */
@NullMarked
package io.github.csihealth.csi.client;

import org.jspecify.annotations.NullMarked;
