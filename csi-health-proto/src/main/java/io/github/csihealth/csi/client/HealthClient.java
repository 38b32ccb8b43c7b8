package io.github.csihealth.csi.client;

import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeRequest;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesRequest;
import io.github.csihealth.csi.v1.GetPluginCapabilitiesResponse;
import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.ListVolumesRequest;
import io.github.csihealth.csi.v1.PluginCapability;
import io.github.csihealth.csi.v1.ProbeRequest;
import io.github.csihealth.csi.v1.ProbeResponse;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.Channel;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Asks the controller of one CSI driver for volume health. It takes any channel and leaves it to
 * its owner; it starts no thread. Every call has a deadline, so that every stage completes.
 *
 * <p>Stages complete normally whatever the driver does: a failed call, an answer without {@code
 * volume_health} or with another volume's, and bytes that do not parse are all a {@link
 * ProbeFailure} (rule C11). They complete on a thread of the channel.
 *
 * <p>Safe for use by any number of threads. One call in flight a volume is the caller's duty.
 */
public final class HealthClient {

  /** Deadline of a call unless set otherwise: 15 seconds. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(15);

  /** Entries asked for in a page unless set otherwise. */
  public static final int DEFAULT_MAX_ENTRIES = 1000;

  /** Pages after which a cycle without an end is given up, unless set otherwise. */
  public static final int DEFAULT_MAX_PAGES = 10_000;

  private static final Duration READY_PAUSE = Duration.ofMillis(200);

  private final Calls calls;
  private final int maxPages;
  private final Supplier<Map<String, String>> secrets;
  private final AtomicInteger maxEntries;
  private final boolean alphaVolumeCondition;

  /** What the driver was last found to offer: only the alpha of volume health. */
  private volatile boolean alphaOnly;

  private final AtomicBoolean nodeAlphaOnly = new AtomicBoolean();

  private HealthClient(Builder builder) {
    this.calls = new Calls(builder.channel, builder.timeout);
    this.maxPages = builder.maxPages;
    this.secrets = builder.secrets;
    this.maxEntries = new AtomicInteger(builder.maxEntries);
    this.alphaVolumeCondition = builder.alphaVolumeCondition;
  }

  /** A client on this channel with the defaults, sending no secrets. */
  public static HealthClient on(Channel channel) {
    return builder(channel).build();
  }

  /** A builder for a client on this channel. */
  public static Builder builder(Channel channel) {
    return new Builder(channel);
  }

  /**
   * Asks whether the driver is ready (Identity.Probe). An answer without {@code ready} means that
   * it is, as the CSI spec says.
   */
  public CompletionStage<ProbeResult<Boolean>> probe() {
    CompletionStage<ProbeResponse> call =
        calls.call(IdentityGrpc.getProbeMethod(), ProbeRequest.getDefaultInstance());
    return Calls.result(
        "Probe",
        call,
        Set.of(),
        response -> ProbeResult.answered(!response.hasReady() || response.getReady().getValue()));
  }

  /**
   * Asks {@link #probe} until the driver is ready or the time is up; blocks the calling thread.
   *
   * @return true if it is ready, false if it says that it is not; the last failure if it did not
   *     answer
   * @throws InterruptedException if the thread is interrupted meanwhile
   */
  public ProbeResult<Boolean> awaitReady(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      ProbeResult<Boolean> result = probe().toCompletableFuture().join();
      boolean ready = result.answer().orElse(false);
      boolean hopeless =
          result.failure().filter(f -> f.kind() == FailureKind.UNIMPLEMENTED).isPresent();
      if (ready || hopeless || System.nanoTime() - end >= 0) {
        return result;
      }
      Thread.sleep(READY_PAUSE.toMillis());
    }
  }

  /**
   * Asks for the driver's name and controller capabilities. Read again on reconnect and after
   * UNIMPLEMENTED (rule C16). A driver without a controller service is {@link
   * ControllerMode#DORMANT}.
   */
  public CompletionStage<ProbeResult<DriverInfo>> describe() {
    CompletionStage<GetPluginInfoResponse> infoCall =
        calls.call(
            IdentityGrpc.getGetPluginInfoMethod(), GetPluginInfoRequest.getDefaultInstance());
    return Calls.result(
            "GetPluginInfo",
            infoCall,
            Set.of(),
            info ->
                info.getName().isEmpty()
                    ? Calls.<GetPluginInfoResponse>fault("GetPluginInfo", "the name is empty")
                    : ProbeResult.answered(info))
        .thenCompose(
            info ->
                info.fold(
                    this::describeController,
                    failure -> CompletableFuture.completedStage(ProbeResult.failed(failure))));
  }

  private CompletionStage<ProbeResult<DriverInfo>> describeController(GetPluginInfoResponse info) {
    CompletionStage<GetPluginCapabilitiesResponse> pluginCall =
        calls.call(
            IdentityGrpc.getGetPluginCapabilitiesMethod(),
            GetPluginCapabilitiesRequest.getDefaultInstance());
    return Calls.result("GetPluginCapabilities", pluginCall, Set.of(), ProbeResult::answered)
        .thenCompose(
            plugin ->
                plugin.fold(
                    capabilities ->
                        hasController(capabilities)
                            ? describeMode(info)
                            : CompletableFuture.completedStage(
                                driver(info, ControllerMode.DORMANT)),
                    failure -> CompletableFuture.completedStage(ProbeResult.failed(failure))));
  }

  private CompletionStage<ProbeResult<DriverInfo>> describeMode(GetPluginInfoResponse info) {
    CompletionStage<ControllerGetCapabilitiesResponse> call =
        calls.call(
            ControllerGrpc.getControllerGetCapabilitiesMethod(),
            ControllerGetCapabilitiesRequest.getDefaultInstance());
    return Calls.result(
        "ControllerGetCapabilities",
        call,
        Set.of(),
        response -> {
          Set<Integer> types =
              response.getCapabilitiesList().stream()
                  .map(capability -> capability.getRpc().getTypeValue())
                  .collect(Collectors.toSet());
          ControllerMode mode = mode(types);
          ControllerMode alpha =
              alphaVolumeCondition && mode == ControllerMode.DORMANT
                  ? AlphaVolumeCondition.mode(types)
                  : ControllerMode.DORMANT;
          alphaOnly = alpha != ControllerMode.DORMANT;
          return driver(info, alphaOnly ? alpha : mode);
        });
  }

  private static ProbeResult<DriverInfo> driver(GetPluginInfoResponse info, ControllerMode mode) {
    return ProbeResult.answered(DriverInfo.of(info.getName(), info.getVendorVersion(), mode));
  }

  private static boolean hasController(GetPluginCapabilitiesResponse response) {
    return response.getCapabilitiesList().stream()
        .anyMatch(
            capability ->
                capability.getService().getType()
                    == PluginCapability.Service.Type.CONTROLLER_SERVICE);
  }

  private static ControllerMode mode(Set<Integer> types) {
    boolean list = types.contains(ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH_VALUE);
    boolean get = types.contains(ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH_VALUE);
    if (list) {
      return get ? ControllerMode.LIST : ControllerMode.LIST_WITHOUT_GET;
    }
    return get ? ControllerMode.GET : ControllerMode.DORMANT;
  }

  /** The calls of the driver's node service, on the same channel and with the same settings. */
  public NodeHealthClient onNode() {
    return new NodeHealthClient(calls, secrets, alphaVolumeCondition, nodeAlphaOnly);
  }

  /** Asks for the health of one volume (ControllerGetVolumeHealth). */
  public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volumeId) {
    boolean alpha = alphaOnly;
    String method = alpha ? "ControllerGetVolume" : "ControllerGetVolumeHealth";
    Map<String, String> sent = alpha ? Map.of() : secrets.get();
    return Calls.result(
        method,
        alpha ? getAlpha(volumeId) : get(volumeId, sent),
        sent.values(),
        response -> {
          ProbeResult<VolumeHealthReport> report =
              Calls.report(
                  method, volumeId, response.hasVolumeHealth() ? response.getVolumeHealth() : null);
          return report.map(new SecretEchoes(sent.values())::blank);
        });
  }

  private CompletionStage<ControllerGetVolumeHealthResponse> get(
      String volumeId, Map<String, String> sent) {
    return calls.call(
        ControllerGrpc.getControllerGetVolumeHealthMethod(),
        ControllerGetVolumeHealthRequest.newBuilder()
            .setVolumeId(volumeId)
            .putAllSecrets(sent)
            .build());
  }

  private CompletionStage<ControllerGetVolumeHealthResponse> getAlpha(String volumeId) {
    return calls
        .call(
            ControllerGrpc.getControllerGetVolumeMethod(),
            ControllerGetVolumeRequest.newBuilder().setVolumeId(volumeId).build())
        .thenApply(AlphaVolumeCondition::answer);
  }

  /**
   * Runs one list cycle (ControllerListVolumeHealth) to its end, page after page (rule C15).
   *
   * <p>The cycle is complete only at an empty {@code next_token}. A token met before in the cycle
   * and too many pages fail it. ABORTED for a token starts it again once; RESOURCE_EXHAUSTED halves
   * {@code max_entries} for this and later cycles, and starts it again. Entries that the listener
   * was given by a cycle that failed may be used only to add or keep conditions (rule C14).
   *
   * @return a stage that completes exceptionally only with what the listener throws
   */
  public CompletionStage<ProbeResult<ListSummary>> list(ListListener listener) {
    boolean alpha = alphaOnly;
    return new ListCall(
            alpha ? "ListVolumes" : "ControllerListVolumeHealth",
            alpha
                ? this::listAlpha
                : request ->
                    calls.call(ControllerGrpc.getControllerListVolumeHealthMethod(), request),
            alpha ? Map.of() : secrets.get(),
            Objects.requireNonNull(listener, "listener"),
            maxEntries.get(),
            maxPages,
            maxEntries::set)
        .run();
  }

  private CompletionStage<ControllerListVolumeHealthResponse> listAlpha(
      ControllerListVolumeHealthRequest request) {
    return calls
        .call(
            ControllerGrpc.getListVolumesMethod(),
            ListVolumesRequest.newBuilder()
                .setMaxEntries(request.getMaxEntries())
                .setStartingToken(request.getStartingToken())
                .build())
        .thenApply(AlphaVolumeCondition::page);
  }

  /** Collects settings. Not thread-safe. */
  public static final class Builder {
    private final Channel channel;
    private Duration timeout = DEFAULT_TIMEOUT;
    private int maxEntries = DEFAULT_MAX_ENTRIES;
    private int maxPages = DEFAULT_MAX_PAGES;
    private Supplier<Map<String, String>> secrets = Map::of;
    private boolean alphaVolumeCondition;

    private Builder(Channel channel) {
      this.channel = Objects.requireNonNull(channel, "channel");
    }

    /**
     * Sets the deadline of each call, a page of a list included.
     *
     * @throws IllegalArgumentException if not positive
     */
    public Builder timeout(Duration value) {
      if (value.isZero() || value.isNegative()) {
        throw new IllegalArgumentException("timeout " + value + " is not positive");
      }
      timeout = value;
      return this;
    }

    /**
     * Sets the entries asked for in a page; 0 leaves it to the driver.
     *
     * @throws IllegalArgumentException if negative
     */
    public Builder maxEntries(int value) {
      if (value < 0) {
        throw new IllegalArgumentException("max_entries " + value + " is negative");
      }
      maxEntries = value;
      return this;
    }

    /**
     * Sets the pages after which a cycle without an end is given up.
     *
     * @throws IllegalArgumentException if not positive
     */
    public Builder maxPages(int value) {
      if (value < 1) {
        throw new IllegalArgumentException("max pages " + value + " is not positive");
      }
      maxPages = value;
      return this;
    }

    /** Sets where secrets come from, asked before each List and Get; they are never printed. */
    public Builder secrets(Supplier<Map<String, String>> value) {
      secrets = Objects.requireNonNull(value, "secrets");
      return this;
    }

    /**
     * Sets whether a driver that offers no health, but the alpha of it that CSI v1.13 has
     * withdrawn, is asked for that: VOLUME_CONDITION with GET_VOLUME and perhaps LIST_VOLUMES on
     * the controller, VOLUME_CONDITION with GET_VOLUME_STATS on the node. Off unless set.
     *
     * <p>Then {@link HealthClient#describe} and {@link NodeHealthClient#capabilities} report what
     * is possible that way, and from there on the other calls go to ListVolumes,
     * ControllerGetVolume and NodeGetVolumeStats, without secrets. An abnormal volume is Degraded
     * with the reason {@code VolumeConditionAbnormal} and the driver's message; one that is not
     * abnormal is healthy; one without a condition is no answer: left out of a list, and a failure
     * where it was asked for.
     */
    public Builder alphaVolumeCondition(boolean value) {
      alphaVolumeCondition = value;
      return this;
    }

    /** The client. */
    public HealthClient build() {
      return new HealthClient(this);
    }
  }
}
