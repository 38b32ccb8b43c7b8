package io.github.csihealth.testkit.driver;

import io.github.csihealth.csi.v1.CreateVolumeRequest;
import io.github.csihealth.csi.v1.Volume;
import io.github.csihealth.csi.v1.VolumeCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A volume that the fake driver knows, unless it is gone by now.
 *
 * @param origin the request that made it, without secrets; empty for a volume made by the test,
 *     which is of unknown size and good for every use
 * @param conditions what it has now; empty if it is gone
 */
record KnownVolume(
    Volume volume,
    CreateVolumeRequest origin,
    Supplier<Optional<List<VolumeHealthEntry>>> conditions) {

  static KnownVolume created(Volume volume, CreateVolumeRequest request) {
    return new KnownVolume(
        volume, request.toBuilder().clearSecrets().build(), () -> Optional.of(List.of()));
  }

  static KnownVolume madeByTest(String volumeId) {
    return created(
        Volume.newBuilder().setVolumeId(volumeId).build(),
        CreateVolumeRequest.getDefaultInstance());
  }

  long capacity() {
    return volume.getCapacityBytes();
  }

  /** Its health now; empty if it is gone. */
  Optional<VolumeHealth> health() {
    return conditions
        .get()
        .map(
            entries ->
                VolumeHealth.newBuilder()
                    .setVolumeId(volume.getVolumeId())
                    .addAllHealthStatuses(entries)
                    .build());
  }

  boolean isGone() {
    return conditions.get().isEmpty();
  }

  KnownVolume with(Supplier<Optional<List<VolumeHealthEntry>>> conditions) {
    return new KnownVolume(volume, origin, conditions);
  }

  KnownVolume withCapacity(long bytes) {
    return new KnownVolume(volume.toBuilder().setCapacityBytes(bytes).build(), origin, conditions);
  }

  /** Every access mode is served, but only the access types that the volume was made for. */
  boolean accepts(VolumeCapability capability) {
    List<VolumeCapability> made = origin.getVolumeCapabilitiesList();
    return made.isEmpty()
        || made.stream()
            .anyMatch(known -> known.getAccessTypeCase() == capability.getAccessTypeCase());
  }

  /** Whether it is what the request, which has its name, asks for. */
  boolean satisfies(CreateVolumeRequest request) {
    return SizeRange.of(request.getCapacityRange()).admits(capacity())
        && request.getVolumeCapabilitiesList().stream().allMatch(this::accepts)
        && request.getParametersMap().equals(origin.getParametersMap())
        && request.getVolumeContentSource().equals(origin.getVolumeContentSource());
  }
}
