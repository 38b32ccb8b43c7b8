package io.github.csihealth.examples.monitor;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.runtime.DriverPort;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A driver over gRPC. */
record CsiDriverPort(HealthClient client) implements DriverPort {

  @Override
  public CompletionStage<ProbeResult<DriverInfo>> describe() {
    return client.describe();
  }

  @Override
  public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volumeHandle) {
    return client.get(volumeHandle);
  }

  @Override
  public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
    return client
        .list(
            new ListListener() {
              @Override
              public void entry(VolumeHealthReport entry) {
                cycle.add(entry);
              }

              @Override
              public void restarted() {
                cycle.restart();
              }
            })
        .thenApply(ProbeResult::failure);
  }
}
