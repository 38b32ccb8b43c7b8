package io.github.csihealth.csi.client;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.grpc.Status;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** One list cycle, page by page (rule C15). Its state is touched by one page's answer at a time. */
final class ListCall {

  private final String method;
  private final Function<
          ControllerListVolumeHealthRequest, CompletionStage<ControllerListVolumeHealthResponse>>
      rpc;
  private final Map<String, String> secrets;
  private final ListListener listener;
  private final int maxPages;
  private final IntConsumer onMaxEntriesHalved;
  private final SecretEchoes echoes;
  private final CompletableFuture<ProbeResult<ListSummary>> done = new CompletableFuture<>();
  private final Set<String> tokens = new HashSet<>();

  private final AtomicInteger toAsk = new AtomicInteger();
  private volatile String nextToken = "";

  private int maxEntries;
  private int pages;
  private int entries;
  private int restarts;
  private boolean restartedForToken;

  ListCall(
      String method,
      Function<
              ControllerListVolumeHealthRequest,
              CompletionStage<ControllerListVolumeHealthResponse>>
          rpc,
      Map<String, String> secrets,
      ListListener listener,
      int maxEntries,
      int maxPages,
      IntConsumer onMaxEntriesHalved) {
    this.method = method;
    this.rpc = rpc;
    this.secrets = secrets;
    this.listener = listener;
    this.maxEntries = maxEntries;
    this.maxPages = maxPages;
    this.onMaxEntriesHalved = onMaxEntriesHalved;
    this.echoes = new SecretEchoes(secrets.values());
  }

  CompletionStage<ProbeResult<ListSummary>> run() {
    page("");
    return done;
  }

  /** Asks for a page; in a loop, since a channel may answer before the call returns. */
  private void page(String token) {
    nextToken = token;
    if (toAsk.getAndIncrement() > 0) {
      return;
    }
    do {
      ask(nextToken);
    } while (toAsk.decrementAndGet() > 0);
  }

  private void ask(String token) {
    rpc.apply(
            ControllerListVolumeHealthRequest.newBuilder()
                .setMaxEntries(maxEntries)
                .setStartingToken(token)
                .putAllSecrets(secrets)
                .build())
        .whenComplete(
            (response, error) -> {
              try {
                if (error == null) {
                  onPage(response);
                } else {
                  onError(token, error);
                }
              } catch (RuntimeException e) {
                // A listener that throws must not leave the cycle without an end.
                done.completeExceptionally(e);
              }
            });
  }

  private void onPage(ControllerListVolumeHealthResponse response) {
    pages++;
    for (VolumeHealth entry : response.getEntriesList()) {
      entries++;
      listener.entry(echoes.blank(HealthMapping.toReport(entry)));
    }
    String next = response.getNextToken();
    if (next.isEmpty()) {
      done.complete(ProbeResult.answered(new ListSummary(pages, entries, restarts)));
    } else if (!tokens.add(next)) {
      fail(FailureKind.DRIVER_FAULT, "the driver gave the same next_token twice in one cycle");
    } else if (pages >= maxPages) {
      fail(FailureKind.DRIVER_FAULT, "no end after " + pages + " pages");
    } else {
      page(next);
    }
  }

  private void onError(String token, Throwable error) {
    Status.Code code = Status.fromThrowable(error).getCode();
    if (code == Status.Code.ABORTED && !token.isEmpty() && !restartedForToken) {
      restartedForToken = true;
      restart();
    } else if (code == Status.Code.RESOURCE_EXHAUSTED && maxEntries != 1) {
      maxEntries = (maxEntries == 0 ? HealthClient.DEFAULT_MAX_ENTRIES : maxEntries) / 2;
      onMaxEntriesHalved.accept(maxEntries);
      restart();
    } else {
      ProbeFailure failure = Failures.of(method, error, echoes);
      // ABORTED means "pending" only where no token was sent; with one, the token had expired.
      done.complete(
          ProbeResult.failed(
              failure.kind() == FailureKind.PENDING && !token.isEmpty()
                  ? ProbeFailure.of(FailureKind.RETRYABLE, method, failure.detail())
                  : failure));
    }
  }

  private void restart() {
    restarts++;
    pages = 0;
    entries = 0;
    tokens.clear();
    listener.restarted();
    page("");
  }

  private void fail(FailureKind kind, String detail) {
    done.complete(ProbeResult.failed(ProbeFailure.of(kind, method, detail)));
  }
}
