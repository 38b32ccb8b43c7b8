package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static io.github.csihealth.examples.monitor.MonitorRig.CLAIMS;
import static io.github.csihealth.examples.monitor.MonitorRig.VOLUMES;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ResyncTest {

  @Test
  void whatTheWatchesKnowIsShownAgainWithoutARequest() throws Exception {
    try (FakeDriver fake = FakeDriver.start();
        Driver driver = Driver.dial(fake.endpoint(), Duration.ofSeconds(30));
        InMemoryApiServer server = InMemoryApiServer.start();
        KubernetesClient client = ApiServer.watching(MonitorRig.config(server).build())) {
      server.boundClaim("shop", "data", fake.name(), "vol-1");
      AtomicInteger shown = new AtomicInteger();
      // It is never started: all that it has to do is what it is shown.
      try (HealthRuntime runtime =
              HealthRuntime.builder(
                      DriverInfo.of(fake.name(), "1", ControllerMode.LIST),
                      new CsiDriverPort(driver.client()),
                      new KubernetesClaimPort(client),
                      ManualClock.at("2026-11-30T09:00:00Z"))
                  .executor(
                      task -> {
                        shown.incrementAndGet();
                        task.run();
                      })
                  .build();
          KubernetesWatch watch = new KubernetesWatch(client, runtime, Duration.ofSeconds(1))) {
        watch.start(new CompletableFuture<>());
        // At the start each object is shown twice at most.
        eventually(() -> assertThat(shown.get()).isGreaterThan(6));
        assertThat(server.requestCount("list", CLAIMS, "")).isEqualTo(1);
        assertThat(server.requestCount("list", VOLUMES, "")).isEqualTo(1);
      }
    }
  }
}
