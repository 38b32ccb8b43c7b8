/**
 * The shell around the engine: asks a driver, decides, writes, over ports that the caller provides.
 * {@link io.github.csihealth.runtime.HealthRuntime} is the whole of it.
 *
 * <p>It decides nothing itself: a caller with a loop of their own needs only the package {@code
 * reconcile}. It knows neither gRPC nor a Kubernetes client: {@link
 * io.github.csihealth.runtime.DriverPort} and {@link io.github.csihealth.runtime.ClaimPort} stand
 * for them, and {@link io.github.csihealth.runtime.TimePort} for clocks and timers. Ports answer by
 * stages, and every stage must complete: a call that hangs is ended by its port at its deadline.
 */
@NullMarked
package io.github.csihealth.runtime;

import org.jspecify.annotations.NullMarked;
