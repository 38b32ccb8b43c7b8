/**
 * The pure engine: from stored health, a driver's answer and the time to a {@link
 * io.github.csihealth.reconcile.Decision}.
 *
 * <p>{@link io.github.csihealth.reconcile.ClaimReconciler#decide} is the whole of it for a caller
 * with a controller of their own. {@link io.github.csihealth.reconcile.ListCycle} turns the pages
 * of one list cycle into an observation for each volume, and {@link
 * io.github.csihealth.reconcile.Binding} says which claim a volume's report may reach.
 *
 * <p>Nothing here reads a clock, starts a thread, does I/O or logs. All values are immutable and
 * safe for use by any number of threads, except where marked otherwise. No parameter takes null and
 * no method returns null, except where marked nullable.
 */
@NullMarked
package io.github.csihealth.reconcile;

import org.jspecify.annotations.NullMarked;
