package io.github.csihealth.testkit.conformance.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.csi.client.HealthClient;
import io.github.csihealth.csi.client.ListListener;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.runtime.ClaimPort;
import io.github.csihealth.runtime.DriverPort;
import io.github.csihealth.runtime.HealthRuntime;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.runtime.SystemTime;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import io.grpc.Channel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small controller on the runtime, with plain HTTP for the cluster, which it looks at again and
 * again. Its parts may be overridden, to break them.
 */
class ReferenceController implements AutoCloseable, DriverPort, ClaimPort {

  static final Duration INTERVAL = Duration.ofMillis(40);
  static final Duration GATE_PAUSE = Duration.ofMillis(600);

  private static final Pattern SERVER = Pattern.compile("server: (\\S+)");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  final Channel channel;
  final HealthClient client;
  private final String url;
  private final UnixChannel socket;
  private final SystemTime time = SystemTime.start();
  private final ExecutorService work = Executors.newCachedThreadPool(ReferenceController::daemon);
  private final CountDownLatch closed = new CountDownLatch(1);
  private HealthRuntime runtime;

  /** What the last look at the cluster found: claims by uid, volumes by name. */
  private Map<String, Claim> claims = Map.of();

  private Map<String, PersistentVolume> volumes = Map.of();

  ReferenceController(String kubeconfig, UnixEndpoint endpoint) {
    Matcher server = SERVER.matcher(kubeconfig);
    if (!server.find()) {
      throw new IllegalArgumentException("no server in the kubeconfig");
    }
    url = server.group(1);
    socket = dial(endpoint);
    channel = calling(socket.channel());
    client = HealthClient.on(channel);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "reference-controller");
    thread.setDaemon(true);
    return thread;
  }

  final ReferenceController begin() {
    work.execute(this::run);
    return this;
  }

  // ---- To override

  UnixChannel dial(UnixEndpoint endpoint) {
    return UnixChannel.dial(endpoint);
  }

  Channel calling(Channel real) {
    return real;
  }

  RuntimeOptions.Builder options() {
    return RuntimeOptions.builder()
        .listInterval(INTERVAL)
        .getInterval(INTERVAL)
        .writeRate(1000, 1000)
        .canaryPause(GATE_PAUSE)
        .stopLimit(Duration.ofMillis(200));
  }

  /** The volumes that the runtime is to see, of those that there are. */
  List<ObjectNode> seenVolumes(List<ObjectNode> all, List<ObjectNode> allClaims) {
    return all;
  }

  /** Whether the cluster is to be looked at again after this many looks. */
  boolean looksAgain(int looks) {
    return true;
  }

  void began(Map<String, Claim> found) throws IOException, InterruptedException {}

  /** An entry of a list. */
  void entry(ListCycle cycle, VolumeHealthReport entry) {
    cycle.add(entry);
  }

  /** A list has begun again. */
  void restarted(ListCycle cycle) {
    cycle.restart();
  }

  /** What an answer of the API server means. */
  WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
      throws IOException, InterruptedException {
    int code = answer.statusCode();
    return switch (code) {
      case 200 -> WriteResult.answered(claim(answer.body()));
      case 404 -> WriteResult.of(Outcome.GONE, "404");
      case 409 -> WriteResult.of(Outcome.CONFLICT, "409");
      case 422 ->
          WriteResult.of(
              answer.body().contains("metadata.uid") ? Outcome.GONE : Outcome.REFUSED, "422");
      default ->
          answer
              .headers()
              .firstValue("Retry-After")
              .map(s -> WriteResult.retry("" + code, Duration.ofSeconds(Long.parseLong(s))))
              .orElseGet(() -> WriteResult.of(Outcome.RETRY, "" + code));
    };
  }

  WriteResult noAnswer(ClaimIntent intent, IOException error) {
    return WriteResult.of(Outcome.RETRY, error.toString());
  }

  // ---- The cluster

  private void run() {
    try {
      for (int looks = 0; looksAgain(looks); looks++) {
        look();
        if (closed.await(60, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      if (closed.getCount() > 0) {
        e.printStackTrace();
      }
    }
  }

  private void look() throws IOException, InterruptedException {
    List<ObjectNode> allClaims = list("persistentvolumeclaims");
    Map<String, Claim> nowClaims = new HashMap<>();
    for (ObjectNode json : allClaims) {
      Claim claim = HealthJson.readClaim(json).value();
      nowClaims.put(claim.uid(), claim);
    }
    Map<String, PersistentVolume> nowVolumes = new HashMap<>();
    for (ObjectNode json : seenVolumes(list("persistentvolumes"), allClaims)) {
      PersistentVolume volume = HealthJson.readPersistentVolume(json).value();
      nowVolumes.put(volume.name(), volume);
    }
    boolean first = runtime == null;
    if (first) {
      began(nowClaims);
      runtime = HealthRuntime.builder(info(), this, this, time).options(options().build()).build();
    }
    claims.forEach(
        (uid, claim) -> {
          if (!nowClaims.containsKey(uid)) {
            runtime.claimGone(claim.namespace(), claim.name(), uid);
          }
        });
    volumes.keySet().stream()
        .filter(name -> !nowVolumes.containsKey(name))
        .forEach(runtime::volumeGone);
    nowVolumes.forEach(
        (name, volume) -> {
          if (!volume.equals(volumes.get(name))) {
            runtime.volumeSeen(volume);
          }
        });
    nowClaims.forEach(
        (uid, claim) -> {
          if (!claim.equals(claims.get(uid))) {
            runtime.claimSeen(claim);
          }
        });
    claims = nowClaims;
    volumes = nowVolumes;
    if (first) {
      runtime.start();
    }
  }

  private DriverInfo info() {
    return describe().toCompletableFuture().join().answer().orElseThrow();
  }

  private List<ObjectNode> list(String resource) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("GET", "/api/v1/" + resource, "application/json", "");
    List<ObjectNode> items = new ArrayList<>();
    for (JsonNode item : HealthJson.tree(answer.body().getBytes(UTF_8)).path("items")) {
      items.add((ObjectNode) item);
    }
    return items;
  }

  private static Claim claim(String json) {
    return HealthJson.readClaim(json.getBytes(UTF_8)).value();
  }

  final HttpResponse<String> send(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", type)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .timeout(Duration.ofSeconds(10))
            .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }

  final HttpResponse<String> send(ClaimIntent intent) throws IOException, InterruptedException {
    var patch = intent.mergePatch();
    return send("PATCH", intent.path(), patch.contentType(), patch.bodyText());
  }

  @Override
  public CompletionStage<WriteResult> write(ClaimIntent intent) {
    return async(
        () -> {
          try {
            return result(intent, send(intent));
          } catch (IOException e) {
            return noAnswer(intent, e);
          }
        });
  }

  @Override
  public CompletionStage<Optional<Claim>> read(String namespace, String name) {
    String path = "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims/" + name;
    return async(
        () -> {
          HttpResponse<String> answer = send("GET", path, "application/json", "");
          return answer.statusCode() == 404 ? Optional.empty() : Optional.of(claim(answer.body()));
        });
  }

  interface Task<T> {
    T run() throws IOException, InterruptedException;
  }

  final <T> CompletionStage<T> async(Task<T> task) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    work.execute(
        () -> {
          try {
            stage.complete(task.run());
          } catch (IOException | InterruptedException | RuntimeException e) {
            stage.completeExceptionally(e);
          }
        });
    return stage;
  }

  // ---- The driver

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
                ReferenceController.this.entry(cycle, entry);
              }

              @Override
              public void restarted() {
                ReferenceController.this.restarted(cycle);
              }
            })
        .thenApply(ProbeResult::failure);
  }

  @Override
  public void close() {
    closed.countDown();
    work.shutdownNow();
    if (runtime != null) {
      runtime.close();
    }
    socket.close();
    time.close();
  }
}
