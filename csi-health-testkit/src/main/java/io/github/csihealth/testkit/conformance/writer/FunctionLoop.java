package io.github.csihealth.testkit.conformance.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The loop around a function: asks for each bound volume, and sends what the function answers. */
final class FunctionLoop implements Running {

  static final Duration INTERVAL = Duration.ofMillis(20);

  private static final String CLAIMS = "persistentvolumeclaims";
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final long MILLIS_TO_END = 10_000;

  private final ClaimFunction function;
  private final InMemoryApiServer api;
  private final FakeDriver driver;
  private final UnixChannel channel;
  private final HealthClient client;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "writer-conformance-loop");
  private volatile String lastError = "";

  private FunctionLoop(
      ClaimFunction function, InMemoryApiServer api, FakeDriver driver, UnixChannel channel) {
    this.function = function;
    this.api = api;
    this.driver = driver;
    this.channel = channel;
    this.client = HealthClient.on(channel.channel());
  }

  static FunctionLoop start(ClaimFunction function, InMemoryApiServer api, FakeDriver driver) {
    FunctionLoop loop =
        new FunctionLoop(function, api, driver, UnixChannel.dial(driver.endpoint()));
    loop.thread.setDaemon(true);
    loop.thread.start();
    return loop;
  }

  private void run() {
    try {
      do {
        for (String volume : api.list("persistentvolumes")) {
          visit(HealthJson.readPersistentVolume(volume.getBytes(UTF_8)).value());
        }
      } while (!closed.await(INTERVAL.toMillis(), MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void visit(PersistentVolume volume) throws InterruptedException {
    PersistentVolume.ClaimRef ref = volume.claimRef();
    if (!volume.driver().equals(driver.name())) {
      return;
    }
    ProbeResult<VolumeHealthReport> answer =
        client.get(volume.volumeHandle()).toCompletableFuture().join();
    Optional<String> json = api.get(CLAIMS, ref.namespace(), ref.name());
    if (json.isEmpty()) {
      return;
    }
    byte[] stored = json.get().getBytes(UTF_8);
    Claim claim = HealthJson.readClaim(stored).value();
    if (!claim.uid().equals(ref.uid())) {
      return;
    }
    try {
      Optional<ClaimPatch> patch = function.patch(stored, answer);
      if (patch.isPresent()) {
        send(claim, patch.get());
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      lastError = "the function threw " + e;
    }
  }

  private void send(Claim claim, ClaimPatch patch) throws IOException, InterruptedException {
    String manager = patch.contentType().contains("apply") ? "?fieldManager=writer&force=true" : "";
    String path = "/api/v1/namespaces/%s/%s/%s/status%s";
    URI uri =
        URI.create(api.url() + path.formatted(claim.namespace(), CLAIMS, claim.name(), manager));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", patch.contentType())
            .method("PATCH", BodyPublishers.ofString(patch.body()))
            .build();
    int code = HTTP.send(request, BodyHandlers.discarding()).statusCode();
    if (code >= 300) {
      lastError = "the API server answered " + code + " to the patch " + patch;
    }
  }

  @Override
  public String output() {
    return lastError;
  }

  @Override
  public void end() throws InterruptedException {
    closed.countDown();
    thread.join(MILLIS_TO_END);
    channel.close();
  }
}
