/**
 * Immutable Kubernetes values of KEP-1432 volume health: claim {@code status.healthStatus}, pod
 * {@code status.volumeHealth} and CSINode {@code status.storageHealth}.
 *
 * <p>Start at {@link io.github.csihealth.model.HealthJson} to read and write the three fields, at
 * {@link io.github.csihealth.model.Conformed} to turn a driver's report into a list that the API
 * server accepts.
 *
 * <p>All types are immutable and safe for use by any number of threads. No parameter takes null and
 * no method returns null, except where marked nullable.
 *
 * <p>The upstream API is alpha: a minor version may add statuses, finding kinds, failure kinds and
 * accessors, and may follow renamed upstream fields. Values are final classes with factories, so
 * that such additions break no caller.
 */
@NullMarked
package io.github.csihealth.model;

import org.jspecify.annotations.NullMarked;
