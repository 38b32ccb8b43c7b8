package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatusType;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.WriteIntent;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KubernetesClusterTest {

  private static final String DRIVER = "disk.csihealth.example";

  @AutoClose private final InMemoryApiServer server = InMemoryApiServer.start();

  @AutoClose
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build())
          .build();

  @Test
  void aClaimWhoseWriteFindsItGoneIsForgotten() throws Exception {
    KubernetesCluster cluster = new KubernetesCluster(client, client);
    cluster.start();
    server.boundClaim("shop", "data", DRIVER, "vol-1");
    eventually(() -> assertThat(cluster.boundVolumes(DRIVER)).hasSize(1));
    // From here on it sees nothing but the answers to its own requests.
    cluster.close();
    BoundVolume volume = cluster.boundVolumes(DRIVER).get(0);
    server.delete("persistentvolumeclaims", "shop", "data");
    assertThat(cluster.write(sick(volume)).outcome()).isEqualTo(WriteResult.Outcome.GONE);
    assertThat(cluster.boundVolumes(DRIVER)).isEmpty();
  }

  private static WriteIntent sick(BoundVolume volume) {
    return ClaimReconciler.create()
        .decide(
            volume.claim(),
            Observation.reported(
                VolumeHealthReport.of(
                    volume.handle(),
                    List.of(
                        VolumeHealthCondition.of(
                            VolumeHealthStatusType.DEGRADED, "ReplicaDown", "1 of 3 replicas")))),
            Memory.EMPTY,
            Instant.parse("2026-11-30T09:00:00Z"))
        .write()
        .orElseThrow();
  }
}
