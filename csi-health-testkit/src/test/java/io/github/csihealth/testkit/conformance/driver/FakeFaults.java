package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.StorageHealthErrorType;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.github.csihealth.testkit.driver.FakeDriver;

/** Faults of a fake driver. */
record FakeFaults(FakeDriver driver) implements FaultInjector {

  @Override
  public void degradeVolume(String volumeId) {
    driver.setHealth(
        volumeId, FakeDriver.entry(VolumeHealthErrorType.DEGRADED, "DiskSlow", "500 ms"));
  }

  @Override
  public void recoverVolume(String volumeId) {
    driver.healthy(volumeId);
  }

  @Override
  public void degradeStorage() {
    driver.setStorageHealth(
        StorageBackendHealth.newBuilder()
            .setStatus(StorageHealthErrorType.STORAGE_DEGRADED)
            .setReason("PathsLost")
            .build());
  }

  @Override
  public void recoverStorage() {
    driver.setStorageHealth();
  }
}
