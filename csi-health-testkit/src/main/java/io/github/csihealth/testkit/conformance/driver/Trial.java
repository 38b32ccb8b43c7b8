package io.github.csihealth.testkit.conformance.driver;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.csihealth.csi.SecretValues;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.ControllerGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesRequest;
import io.github.csihealth.csi.v1.NodeGetCapabilitiesResponse;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.conformance.Verdict;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One rule being tried: the calls to the driver, and the volumes and faults that the rule makes,
 * all of which are undone when it ends. Used by one thread.
 */
final class Trial {

  /** No id of any driver's, in a form that any driver may be asked for. */
  static final String UNKNOWN_VOLUME = "csi-health-conformance-no-such-volume";

  /** More pages than any storage has volumes. */
  private static final int MOST_PAGES = 10_000;

  /** What a rule does. */
  @FunctionalInterface
  interface Check {
    Outcome on(Trial trial) throws Exception;
  }

  /** Undoes something that was made for the rule. */
  @FunctionalInterface
  interface Undo {
    void run() throws Exception;
  }

  /** A fault that was made, until it is ended. */
  final class Fault {
    private final Undo end;
    private boolean ended;

    private Fault(Undo end) {
      this.end = end;
      undoAtEnd(this::recover);
    }

    /** Ends it; does nothing if it has ended. */
    void recover() throws NotTriedException, InterruptedException {
      if (!ended) {
        ended = true;
        inject(end);
      }
    }
  }

  private final DriverUnderTest subject;
  private final Volumes volumes;
  private final Deque<Undo> undos = new ArrayDeque<>();

  private Trial(DriverUnderTest subject) {
    this.subject = subject;
    this.volumes = new Volumes(this, subject);
  }

  /** A required rule about all drivers. */
  static Rule<DriverUnderTest> required(
      String number, String words, String clause, String intent, Check check) {
    return Rule.required(number, words, clause, intent, subject -> of(subject, check));
  }

  /** Tries a rule. */
  static Outcome of(DriverUnderTest subject, Check check) throws Exception {
    Trial trial = new Trial(subject);
    Outcome outcome;
    String leftBehind = "";
    try {
      outcome = check.on(trial);
    } catch (NotTriedException e) {
      outcome = e.outcome();
    } finally {
      leftBehind = trial.undoAll();
    }
    if (!leftBehind.isEmpty()) {
      outcome =
          new Outcome(
              outcome.verdict() == Verdict.FAIL ? Verdict.FAIL : Verdict.INCONCLUSIVE,
              (outcome.detail() + "; could not clean up: " + leftBehind).replaceFirst("^; ", ""));
    }
    return new Outcome(
        outcome.verdict(), SecretValues.of(subject.secrets().values()).blank(outcome.detail()));
  }

  /** Undoes all, the latest first; answers what could not be undone. */
  private String undoAll() {
    List<String> failures = new ArrayList<>();
    while (!undos.isEmpty()) {
      try {
        undos.pop().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failures.add("interrupted");
      } catch (NotTriedException e) {
        failures.add(e.getMessage());
      } catch (Exception e) {
        failures.add(e.getClass().getName());
      }
    }
    return String.join(", ", failures);
  }

  void undoAtEnd(Undo undo) {
    undos.push(undo);
  }

  // ---- Calls

  <Q, R> Answer<R> ask(MethodDescriptor<Q, R> method, Q request) {
    String call = String.valueOf(method.getBareMethodName());
    try {
      return Answer.of(
          call, ClientCalls.blockingUnaryCall(subject.channel(), method, callOptions(), request));
    } catch (StatusRuntimeException e) {
      return Answer.failed(call, e);
    }
  }

  CallOptions callOptions() {
    return CallOptions.DEFAULT.withDeadlineAfter(subject.timeout().toNanos(), NANOSECONDS);
  }

  DriverUnderTest subject() {
    return subject;
  }

  Map<String, String> secrets() {
    return subject.secrets();
  }

  Answer<ControllerGetVolumeHealthResponse> get(String volumeId) {
    return ask(
        CsiMethods.GET_VOLUME_HEALTH,
        ControllerGetVolumeHealthRequest.newBuilder()
            .setVolumeId(volumeId)
            .putAllSecrets(secrets())
            .build());
  }

  Answer<ControllerListVolumeHealthResponse> list(int maxEntries, String startingToken) {
    return ask(
        CsiMethods.LIST_VOLUME_HEALTH,
        ControllerListVolumeHealthRequest.newBuilder()
            .setMaxEntries(maxEntries)
            .setStartingToken(startingToken)
            .putAllSecrets(secrets())
            .build());
  }

  /** Asks the node for a volume, with the paths where it is published. */
  Answer<NodeGetVolumeHealthResponse> node(String volumeId) {
    return ask(CsiMethods.NODE_GET_VOLUME_HEALTH, volumes.nodeRequest(volumeId));
  }

  Answer<NodeGetStorageHealthResponse> storage() {
    return ask(
        CsiMethods.NODE_GET_STORAGE_HEALTH,
        NodeGetStorageHealthRequest.newBuilder().putAllSecrets(secrets()).build());
  }

  /** What the controller tells of the volume, where another rule wants that it tells anything. */
  VolumeHealth controllerHealth(String volumeId) throws NotTriedException {
    ControllerGetVolumeHealthResponse answer = get(volumeId).required();
    return set(answer.hasVolumeHealth(), answer.getVolumeHealth());
  }

  /** What the node tells of the volume, where another rule wants that it tells anything. */
  VolumeHealth nodeHealth(String volumeId) throws NotTriedException {
    NodeGetVolumeHealthResponse answer = node(volumeId).required();
    return set(answer.hasVolumeHealth(), answer.getVolumeHealth());
  }

  private static VolumeHealth set(boolean isSet, VolumeHealth health) throws NotTriedException {
    if (!isSet) {
      throw NotTriedException.inconclusive("volume_health is not set");
    }
    return health;
  }

  /** The pages of one complete cycle. */
  List<ControllerListVolumeHealthResponse> cycle(int maxEntries) throws NotTriedException {
    Cycle cycle = cycleUpToItsEnd(maxEntries);
    if (!cycle.fault().isEmpty()) {
      throw NotTriedException.inconclusive(cycle.fault());
    }
    return cycle.pages();
  }

  /**
   * Pages of a list.
   *
   * @param fault why they are no complete cycle; empty if they are
   */
  record Cycle(List<ControllerListVolumeHealthResponse> pages, String fault) {}

  /** Reads pages until a cycle ends, or until it is clear that it does not. */
  Cycle cycleUpToItsEnd(int maxEntries) throws NotTriedException {
    List<ControllerListVolumeHealthResponse> pages = new ArrayList<>();
    Set<String> tokens = new HashSet<>();
    String token = "";
    do {
      ControllerListVolumeHealthResponse page = list(maxEntries, token).required();
      pages.add(page);
      token = page.getNextToken();
      if (!token.isEmpty() && !tokens.add(token)) {
        return new Cycle(pages, "page " + pages.size() + " has a next_token that came before");
      }
      if (pages.size() == MOST_PAGES) {
        return new Cycle(pages, "no empty next_token within " + MOST_PAGES + " pages");
      }
    } while (!token.isEmpty());
    return new Cycle(pages, "");
  }

  /** All that is listed of volumes, by a cycle of one page and by one of pages of one volume. */
  List<VolumeHealth> listed() throws NotTriedException {
    List<VolumeHealth> entries = new ArrayList<>();
    for (int maxEntries : new int[] {0, 1}) {
      cycle(maxEntries).forEach(page -> entries.addAll(page.getEntriesList()));
    }
    return entries;
  }

  // ---- What the driver offers

  /** Whether the driver says that it has the call. */
  boolean offers(HealthCall call) throws NotTriedException {
    return offers(call.capability());
  }

  boolean offers(Enum<?> capability) throws NotTriedException {
    return capability instanceof ControllerServiceCapability.RPC.Type
        ? controllerOffers().contains(capability)
        : nodeOffers().contains(capability);
  }

  private Set<Enum<?>> controllerOffers() throws NotTriedException {
    Answer<ControllerGetCapabilitiesResponse> answer =
        ask(
            CsiMethods.CONTROLLER_GET_CAPABILITIES,
            ControllerGetCapabilitiesRequest.getDefaultInstance());
    return answer.code() == Status.Code.UNIMPLEMENTED
        ? Set.of()
        : answer.required().getCapabilitiesList().stream()
            .map(capability -> capability.getRpc().getType())
            .collect(Collectors.toSet());
  }

  private Set<Enum<?>> nodeOffers() throws NotTriedException {
    Answer<NodeGetCapabilitiesResponse> answer =
        ask(CsiMethods.NODE_GET_CAPABILITIES, NodeGetCapabilitiesRequest.getDefaultInstance());
    return answer.code() == Status.Code.UNIMPLEMENTED
        ? Set.of()
        : answer.required().getCapabilitiesList().stream()
            .map(capability -> capability.getRpc().getType())
            .collect(Collectors.toSet());
  }

  /** Ends the rule as skipped unless the driver offers the call. */
  void requireOffered(HealthCall call) throws NotTriedException {
    if (!offers(call)) {
      throw NotTriedException.skipped(
          "the driver does not offer " + call.capability() + " for " + call);
    }
  }

  // ---- Volumes and faults

  /** A volume with nothing wrong. */
  String volume() throws NotTriedException {
    return volumes.next();
  }

  /** A volume with nothing wrong, published on the node if it is one of the suite's own. */
  String publishedVolume() throws Exception {
    String volumeId = volumes.next();
    volumes.publish(volumeId);
    return volumeId;
  }

  /** Something is wrong with the volume until the end of the rule. */
  Fault degrade(String volumeId) throws NotTriedException, InterruptedException {
    FaultInjector faults = faults();
    inject(() -> faults.degradeVolume(volumeId));
    return new Fault(() -> faults.recoverVolume(volumeId));
  }

  /** Something is wrong with the storage until the end of the rule. */
  Fault degradeStorage() throws NotTriedException, InterruptedException {
    FaultInjector faults = faults();
    inject(faults::degradeStorage);
    return new Fault(faults::recoverStorage);
  }

  /** Ends the rule as inconclusive unless faults can be made. */
  FaultInjector faults() throws NotTriedException {
    return subject
        .faults()
        .orElseThrow(
            () -> NotTriedException.inconclusive("needs a fault, and no fault injector is given"));
  }

  private static void inject(Undo fault) throws NotTriedException, InterruptedException {
    try {
      fault.run();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw NotTriedException.inconclusive("the fault injector failed: " + e.getMessage());
    }
  }
}
