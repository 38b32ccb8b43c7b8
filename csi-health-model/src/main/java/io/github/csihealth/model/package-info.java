/**
 * Immutable Kubernetes values of KEP-1432 volume health: what three status fields hold, how they
 * are read and written as JSON, and what the API server takes.
 *
 * <h2>The three fields</h2>
 *
 * <table>
 * <caption>Where health is stored in Kubernetes v1.37, with feature gate CSIVolumeHealth</caption>
 * <tr><th>object</th><th>field</th><th>says</th><th>written by</th><th>here</th></tr>
 * <tr><td>PersistentVolumeClaim</td><td>{@code status.healthStatus}</td>
 *   <td>the volume as the storage system sees it</td><td>a sidecar beside the CSI controller</td>
 *   <td>{@link io.github.csihealth.model.VolumeHealthStatus}</td></tr>
 * <tr><td>Pod</td><td>{@code status.volumeHealth}</td>
 *   <td>each volume of the pod as its node sees it</td><td>the kubelet</td>
 *   <td>{@link io.github.csihealth.model.MapList} of {@link
 *   io.github.csihealth.model.PodVolumeHealth}, by the name in {@code spec.volumes}</td></tr>
 * <tr><td>CSINode</td><td>{@code status.storageHealth}</td>
 *   <td>each driver's storage backend as the node sees it</td><td>the kubelet</td>
 *   <td>{@link io.github.csihealth.model.MapList} of {@link
 *   io.github.csihealth.model.StorageHealth}, by the name of the driver</td></tr>
 * </table>
 *
 * <pre>{@code
 * status:                                       # of a claim
 *   healthStatus:
 *     healthConditions:
 *     - status: Degraded                        # DataLoss, Inaccessible or Degraded
 *       reason: ReplicaDown
 *       message: 1 of 3 replicas
 *     lastTransitionTime: "2026-11-29T08:00:00Z"
 *
 * status:                                       # of a pod
 *   volumeHealth:
 *   - name: data
 *     healthConditions:
 *     - status: Inaccessible
 *       reason: PathDown
 *     lastTransitionTime: "2026-11-29T08:00:00Z"
 *
 * status:                                       # of a CSINode
 *   storageHealth:
 *   - name: disk.example.com
 *     healthConditions:
 *     - status: StorageDegraded                 # StorageUnreachable or StorageDegraded
 *       reason: PathLost
 *       accessMode: ReadWriteMany               # absent: all access modes
 *       volumeMode: Block                       # absent: both volume modes
 *       lastTransitionTime: "2026-11-29T08:00:00Z"
 * }</pre>
 *
 * <ul>
 *   <li>Conditions are adverse ones only. A field with none is healthy, a missing field is no
 *       information: {@link io.github.csihealth.model.HealthState}.
 *   <li>A volume's conditions are known by (status, reason), a backend's by (status, reason,
 *       accessMode, volumeMode). A list holds each key once, up to 16 of them, with a reason of up
 *       to 256 and a message of up to 1,024 bytes: {@link io.github.csihealth.model.HealthLimits}.
 *   <li>The time is when the set of (status, reason) last changed, for a backend when the one
 *       condition appeared; whole seconds in UTC. It may be missing.
 *   <li>A status may be one that this version does not know. It is never healthy, and nothing is
 *       decided from it.
 * </ul>
 *
 * <h2>Where to start</h2>
 *
 * <p>{@link io.github.csihealth.model.HealthJson} reads and writes the three fields, {@link
 * io.github.csihealth.model.Conformed} turns a driver's report into a list that the API server
 * takes, {@link io.github.csihealth.model.HealthValidation} says what the API server would refuse.
 *
 * <pre>{@code
 * Claim claim = HealthJson.readClaim(bytes).value();
 * if (claim.health().state() == HealthState.ADVERSE) {
 *   claim.health().conditions().forEach(System.out::println); // Degraded/ReplicaDown: 1 of 3 replicas
 * }
 * }</pre>
 *
 * <h2>Of all types</h2>
 *
 * <p>All are immutable and safe for use by any number of threads, builders excepted. No parameter
 * takes null and no method returns null, except where marked nullable.
 *
 * <p>The upstream API is alpha: a minor version may add statuses, finding kinds, failure kinds and
 * accessors, and may follow renamed upstream fields. Values are final classes with factories, so
 * that such additions break no caller. What is marked experimental may change or go in any version.
 */
@NullMarked
package io.github.csihealth.model;

import org.jspecify.annotations.NullMarked;
