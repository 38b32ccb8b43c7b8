/**
 * The driver's side of volume health: answers that cannot be wrong, and the four RPCs served from
 * small ports, alone or added to the services that a driver has. What is alpha upstream may change
 * here in a minor version.
 *
 * <h2>A driver's controller</h2>
 *
 * <p>A port says what the driver knows; it may block, and may forget all about gRPC:
 *
 * <pre>{@code
 * VolumeHealthPort port =
 *     (volumeId, secrets) -> array.find(volumeId).map(disk -> healthOf(disk));
 *
 * VolumeConditions healthOf(Disk disk) {
 *   return disk.replicasDown() == 0
 *       ? VolumeConditions.healthy()
 *       : VolumeConditions.of(
 *           VolumeHealthCondition.of(DEGRADED, "ReplicaDown", disk.replicasDown() + " are down"));
 * }
 * }</pre>
 *
 * <p>The service asks it on the driver's own threads, within a time, and turns what comes of it
 * into the statuses of the CSI spec. Health is added to the controller that the driver has, which
 * may be generated from any csi.proto since v1.0; its capabilities follow from the ports:
 *
 * <pre>{@code
 * PortExecution execution = PortExecution.on(Executors.newCachedThreadPool());
 * ControllerHealthService health =
 *     ControllerHealthService.builder(port, execution)
 *         .list(secrets -> array.healthOfAllDisks()) // a Map<String, VolumeConditions>
 *         .build();
 *
 * server.addService(health.addTo(new DiskController().bindService()));
 * }</pre>
 *
 * <h2>A driver's node</h2>
 *
 * <pre>{@code
 * NodeHealthService health =
 *     NodeHealthService.ofVolumesAndStorage(
 *         volume -> mounts.find(volume.volumeId()).map(mount -> healthOf(mount)),
 *         secrets ->
 *             array.reachable()
 *                 ? StorageConditions.healthy()
 *                 : StorageConditions.builder()
 *                     .add(STORAGE_UNREACHABLE, "NoPath", "all paths are down")
 *                     .build(),
 *         execution);
 *
 * server.addService(health.addTo(new DiskNode().bindService()));
 * }</pre>
 *
 * <h2>Only the messages</h2>
 *
 * <p>A driver that serves the RPCs itself builds its answers with {@link
 * io.github.csihealth.csi.driver.VolumeConditions}, {@link
 * io.github.csihealth.csi.driver.StorageConditions} and {@link
 * io.github.csihealth.csi.driver.VolumePages}, and its capabilities with {@link
 * io.github.csihealth.csi.driver.ControllerHealthCapabilities} and {@link
 * io.github.csihealth.csi.driver.NodeHealthCapabilities}. What the spec forbids is a {@link
 * io.github.csihealth.csi.driver.SpecViolationException} where it is built.
 */
@NullMarked
package io.github.csihealth.csi.driver;

import org.jspecify.annotations.NullMarked;
