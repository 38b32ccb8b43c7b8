package io.github.csihealth.testkit.conformance.writer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.ControllerMode;
import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.reconcile.ClaimIntent;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.runtime.RuntimeOptions;
import io.github.csihealth.runtime.WriteResult;
import io.github.csihealth.runtime.WriteResult.Outcome;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Controllers that break one rule each, by the number of the rule. */
final class BrokenControllers {

  private static final String MERGE = "application/merge-patch+json";

  private BrokenControllers() {}

  interface Making extends BiFunction<String, UnixEndpoint, ReferenceController> {}

  static Map<String, Making> all() {
    Map<String, Making> broken = new LinkedHashMap<>();
    broken.put("W11", Forgetful::new);
    broken.put("W12", WritingAtStart::new);
    broken.put("W40", KeepingWhatWasVoid::new);
    broken.put("W41", (k, e) -> new Paging(k, e, Paging.Fault.FIRST_PAGE_ONLY));
    broken.put("W42", (k, e) -> new Paging(k, e, Paging.Fault.ENDS_AT_EMPTY_PAGE));
    broken.put("W43", (k, e) -> new Paging(k, e, Paging.Fault.FOLLOWS_ANY_TOKEN));
    broken.put("W44", (k, e) -> new Paging(k, e, Paging.Fault.ENDS_AT_FAILED_PAGE));
    broken.put("W45", LastEntryWins::new);
    broken.put("W46", TrustingInNotFound::new);
    broken.put("W47", NeverMissing::new);
    broken.put("W48", CountingFailedLists::new);
    broken.put("W49", SickEntriesOnly::new);
    broken.put("W50", InsistingOnLargePages::new);
    broken.put("W51", GoingByName::new);
    broken.put("W52", GoingByVolumeName::new);
    broken.put("W53", (k, e) -> new Volumes(k, e, "/spec/csi", "driver", null));
    broken.put("W54", (k, e) -> new Volumes(k, e, "/status", "phase", "Bound"));
    broken.put("W55", OneVolumeForAHandle::new);
    broken.put("W56", LookingOnce::new);
    broken.put("W57", BlindToDeletion::new);
    broken.put("W61", WritingTheClaimToo::new);
    broken.put("W71", (k, e) -> new GivingUp(k, e, 409));
    broken.put("W72", Overwriting::new);
    broken.put("W73", (k, e) -> new Repeating(k, e, 422, 10));
    broken.put("W74", (k, e) -> new Repeating(k, e, 429, 10));
    broken.put("W75", (k, e) -> new GivingUp(k, e, 500));
    broken.put("W76", GivingUpWithoutAnswer::new);
    broken.put("W77", Hammering::new);
    broken.put("W78", WaitingForEver::new);
    broken.put("W79", StoppingAltogether::new);
    broken.put("W81", WithoutDeadline::new);
    broken.put("W82", NamingTheSocket::new);
    broken.put("W83", AskingTwice::new);
    broken.put("W84", (k, e) -> new Assuming(k, e, ControllerMode.DORMANT, ControllerMode.GET));
    broken.put(
        "W85", (k, e) -> new Assuming(k, e, ControllerMode.LIST_WITHOUT_GET, ControllerMode.LIST));
    broken.put("W86", ListingAnyway::new);
    broken.put("W87", LosingHeart::new);
    broken.put("W88", AskingForCapabilitiesOnce::new);
    return broken;
  }

  private static boolean isAbsent(ClaimIntent intent) {
    return intent.desired().state() == HealthState.NO_INFORMATION;
  }

  private static CompletionStage<WriteResult> refused() {
    return CompletableFuture.completedFuture(WriteResult.of(Outcome.REFUSED, "broken"));
  }

  /** Clears only what it wrote itself. */
  private static final class Forgetful extends ReferenceController {
    private final Set<String> written = ConcurrentHashMap.newKeySet();

    Forgetful(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<WriteResult> write(ClaimIntent intent) {
      if (isAbsent(intent)) {
        return written.contains(intent.target().uid()) ? super.write(intent) : refused();
      }
      written.add(intent.target().uid());
      return super.write(intent);
    }
  }

  /** Writes what claims hold already, once. */
  private static final class WritingAtStart extends ReferenceController {
    WritingAtStart(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    void began(Map<String, Claim> found) throws IOException, InterruptedException {
      for (Claim claim : found.values()) {
        if (claim.health().state() != HealthState.NO_INFORMATION) {
          send(
              "PATCH",
              "/api/v1/namespaces/%s/persistentvolumeclaims/%s/status"
                  .formatted(claim.namespace(), claim.name()),
              MERGE,
              "{\"metadata\":{\"uid\":\"%s\"}}".formatted(claim.uid()));
        }
      }
    }
  }

  /** Turns pages by itself. */
  private static final class Paging extends ReferenceController {
    enum Fault {
      FIRST_PAGE_ONLY,
      ENDS_AT_EMPTY_PAGE,
      FOLLOWS_ANY_TOKEN,
      ENDS_AT_FAILED_PAGE
    }

    private final Fault fault;

    Paging(String kubeconfig, UnixEndpoint endpoint, Fault fault) {
      super(kubeconfig, endpoint);
      this.fault = fault;
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      return async(() -> pages(cycle));
    }

    private Optional<ProbeFailure> pages(ListCycle cycle) {
      Set<String> tokens = new HashSet<>();
      String token = "";
      do {
        ControllerListVolumeHealthResponse page;
        try {
          page = page(token);
        } catch (StatusRuntimeException e) {
          boolean end = fault == Fault.ENDS_AT_FAILED_PAGE && !token.isEmpty();
          return end ? Optional.empty() : Optional.of(failure(e.getStatus().toString()));
        }
        page.getEntriesList().forEach(entry -> cycle.add(HealthMapping.toReport(entry)));
        token = page.getNextToken();
        boolean isLast =
            fault == Fault.FIRST_PAGE_ONLY
                || (fault == Fault.ENDS_AT_EMPTY_PAGE && page.getEntriesCount() == 0);
        if (isLast) {
          return Optional.empty();
        }
        if (!tokens.add(token) && fault != Fault.FOLLOWS_ANY_TOKEN) {
          return Optional.of(failure("a token came again"));
        }
      } while (!token.isEmpty());
      return Optional.empty();
    }

    private ControllerListVolumeHealthResponse page(String token) {
      return ControllerGrpc.newBlockingStub(channel)
          .withDeadlineAfter(5, TimeUnit.SECONDS)
          .controllerListVolumeHealth(
              ControllerListVolumeHealthRequest.newBuilder().setStartingToken(token).build());
    }
  }

  private static ProbeFailure failure(String detail) {
    return ProbeFailure.of(FailureKind.RETRYABLE, "ControllerListVolumeHealth", detail);
  }

  private static final class LastEntryWins extends ReferenceController {
    private final Map<String, VolumeHealthReport> last = new LinkedHashMap<>();

    LastEntryWins(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    void entry(ListCycle cycle, VolumeHealthReport entry) {
      last.put(entry.volumeId(), entry);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      last.clear();
      return super.list(cycle)
          .thenApply(
              failure -> {
                last.values().forEach(cycle::add);
                return failure;
              });
    }
  }

  /** A volume that a list did not name, and that Get does not find, must be well. */
  private static final class TrustingInNotFound extends ReferenceController {
    private volatile boolean listing;
    private final Set<String> listed = ConcurrentHashMap.newKeySet();

    TrustingInNotFound(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    void entry(ListCycle cycle, VolumeHealthReport entry) {
      listed.add(entry.volumeId());
      super.entry(cycle, entry);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      listing = true;
      listed.clear();
      return super.list(cycle);
    }

    @Override
    public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volume) {
      return super.get(volume)
          .thenApply(
              result ->
                  listing
                          && !listed.contains(volume)
                          && result
                              .failure()
                              .filter(f -> f.kind() == FailureKind.NOT_FOUND)
                              .isPresent()
                      ? ProbeResult.answered(VolumeHealthReport.of(volume, List.of()))
                      : result);
    }
  }

  /** What a list does not name is as it was. */
  private static final class NeverMissing extends ReferenceController {
    private final Map<String, VolumeHealthReport> known = new ConcurrentHashMap<>();
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    NeverMissing(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    void entry(ListCycle cycle, VolumeHealthReport entry) {
      known.put(entry.volumeId(), entry);
      named.add(entry.volumeId());
      super.entry(cycle, entry);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      named.clear();
      return super.list(cycle)
          .thenApply(
              failure -> {
                known.values().stream()
                    .filter(entry -> !named.contains(entry.volumeId()))
                    .forEach(cycle::add);
                return failure;
              });
    }
  }

  /** A list that fails with INTERNAL at its first page has no entries. */
  private static final class CountingFailedLists extends ReferenceController {
    CountingFailedLists(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      return super.list(cycle)
          .thenApply(
              failure -> failure.filter(f -> !f.detail().contains(Status.Code.INTERNAL.name())));
    }
  }

  private static final class SickEntriesOnly extends ReferenceController {
    SickEntriesOnly(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    void entry(ListCycle cycle, VolumeHealthReport entry) {
      if (!entry.conditions().isEmpty()) {
        super.entry(cycle, entry);
      }
    }
  }

  /** The claim of that name is the one that the volume means. */
  private static final class GoingByName extends ReferenceController {
    GoingByName(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    List<ObjectNode> seenVolumes(List<ObjectNode> all, List<ObjectNode> allClaims) {
      for (ObjectNode volume : all) {
        for (ObjectNode claim : allClaims) {
          if (claim.at("/metadata/name").equals(volume.at("/spec/claimRef/name"))) {
            volume.withObject("/spec/claimRef").set("uid", claim.at("/metadata/uid"));
          }
        }
      }
      return all;
    }
  }

  /** Every claim that names a volume has its health. */
  private static final class GoingByVolumeName extends ReferenceController {
    private List<ObjectNode> lastClaims = List.of();

    GoingByVolumeName(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    List<ObjectNode> seenVolumes(List<ObjectNode> all, List<ObjectNode> allClaims) {
      lastClaims = List.copyOf(allClaims);
      return all;
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      Claim target = intent.target();
      for (ObjectNode claim : lastClaims) {
        String name = claim.at("/metadata/name").asText();
        if (!name.equals(target.name())
            && claim.at("/spec/volumeName").asText().equals(target.volumeName())) {
          send(
              "PATCH",
              intent.path().replace("/" + target.name() + "/", "/" + name + "/"),
              MERGE,
              intent
                  .mergePatch()
                  .bodyText()
                  .replaceAll("\"(uid|resourceVersion)\":\"[^\"]*\"", "\"namespace\":\"shop\""));
        }
      }
      return super.result(intent, answer);
    }
  }

  /** Sees one field of all volumes wrong: null stands for the driver's own name. */
  private static final class Volumes extends ReferenceController {
    private final String object;
    private final String field;
    private final String value;

    Volumes(String kubeconfig, UnixEndpoint endpoint, String object, String field, String value) {
      super(kubeconfig, endpoint);
      this.object = object;
      this.field = field;
      this.value = value;
    }

    @Override
    List<ObjectNode> seenVolumes(List<ObjectNode> all, List<ObjectNode> allClaims) {
      String seen =
          value == null
              ? describe().toCompletableFuture().join().map(DriverInfo::name).answer().orElse("")
              : value;
      all.forEach(volume -> volume.withObject(object).put(field, seen));
      return all;
    }
  }

  private static final class OneVolumeForAHandle extends ReferenceController {
    OneVolumeForAHandle(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    List<ObjectNode> seenVolumes(List<ObjectNode> all, List<ObjectNode> allClaims) {
      Set<String> handles = new HashSet<>();
      List<ObjectNode> seen = new ArrayList<>();
      for (ObjectNode volume : all) {
        boolean isOurs = !volume.at("/spec/csi/driver").asText().startsWith("other");
        if (!isOurs || handles.add(volume.at("/spec/csi/volumeHandle").asText())) {
          seen.add(volume);
        }
      }
      return seen;
    }
  }

  private static final class LookingOnce extends ReferenceController {
    LookingOnce(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    boolean looksAgain(int looks) {
      return looks == 0;
    }
  }

  private static final class WritingTheClaimToo extends ReferenceController {
    WritingTheClaimToo(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      if (answer.statusCode() == 200) {
        send("PATCH", intent.path().replaceAll("/status$", ""), MERGE, "{}");
      }
      return super.result(intent, answer);
    }
  }

  /** Takes a code for the last word. */
  private static final class GivingUp extends ReferenceController {
    private final int code;

    GivingUp(String kubeconfig, UnixEndpoint endpoint, int code) {
      super(kubeconfig, endpoint);
      this.code = code;
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      return answer.statusCode() == code
          ? WriteResult.of(Outcome.REFUSED, "broken")
          : super.result(intent, answer);
    }
  }

  /** After a conflict, writes the same without the version. */
  private static final class Overwriting extends ReferenceController {
    Overwriting(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      if (answer.statusCode() != 409) {
        return super.result(intent, answer);
      }
      String body =
          intent
              .mergePatch()
              .bodyText()
              .replaceAll("\"resourceVersion\":\"[^\"]*\"", "\"namespace\":\"shop\"");
      return super.result(intent, send("PATCH", intent.path(), MERGE, body));
    }
  }

  /** After a code, writes the same again at once. */
  private static final class Repeating extends ReferenceController {
    private final int code;
    private final int times;

    Repeating(String kubeconfig, UnixEndpoint endpoint, int code, int times) {
      super(kubeconfig, endpoint);
      this.code = code;
      this.times = times;
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      HttpResponse<String> last = answer;
      for (int i = 0; i < times && last.statusCode() == code; i++) {
        last = send(intent);
      }
      return super.result(intent, last);
    }
  }

  private static final class GivingUpWithoutAnswer extends ReferenceController {
    GivingUpWithoutAnswer(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    WriteResult noAnswer(ClaimIntent intent, IOException error) {
      return WriteResult.of(Outcome.REFUSED, "broken");
    }
  }

  /** Writes a dropped value again and again. */
  private static final class Hammering extends ReferenceController {
    Hammering(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      WriteResult result = super.result(intent, answer);
      for (int i = 0; i < 20 && result.claim().filter(intent::isDroppedIn).isPresent(); i++) {
        result = super.result(intent, send(intent));
      }
      return result;
    }
  }

  /** Holds back for much longer than it says. */
  private static final class WaitingForEver extends ReferenceController {
    WaitingForEver(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    RuntimeOptions.Builder options() {
      return super.options().canaryPause(Duration.ofHours(1));
    }
  }

  /** Once a write was dropped, none is made but those that try the gate. */
  private static final class StoppingAltogether extends ReferenceController {
    private volatile boolean dropped;

    StoppingAltogether(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    WriteResult result(ClaimIntent intent, HttpResponse<String> answer)
        throws IOException, InterruptedException {
      WriteResult result = super.result(intent, answer);
      dropped |= result.claim().filter(intent::isDroppedIn).isPresent();
      return result;
    }

    @Override
    public CompletionStage<WriteResult> write(ClaimIntent intent) {
      return dropped && !intent.introducesHealth() ? refused() : super.write(intent);
    }
  }

  private static final class WithoutDeadline extends ReferenceController {
    WithoutDeadline(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    Channel calling(Channel real) {
      return ClientInterceptors.intercept(
          real,
          new ClientInterceptor() {
            @Override
            public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
                MethodDescriptor<ReqT, RespT> method, CallOptions options, Channel next) {
              return next.newCall(method, options.withDeadline(null));
            }
          });
    }
  }

  private static final class NamingTheSocket extends ReferenceController {
    NamingTheSocket(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    UnixChannel dial(UnixEndpoint endpoint) {
      return UnixChannel.builder(endpoint).authority("csi.sock").dial();
    }
  }

  private static final class AskingTwice extends ReferenceController {
    AskingTwice(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volume) {
      return super.get(volume).thenCombine(super.get(volume), (one, two) -> one);
    }
  }

  /** Takes one set of capabilities for another. */
  private static final class Assuming extends ReferenceController {
    private final ControllerMode from;
    private final ControllerMode to;

    Assuming(String kubeconfig, UnixEndpoint endpoint, ControllerMode from, ControllerMode to) {
      super(kubeconfig, endpoint);
      this.from = from;
      this.to = to;
    }

    @Override
    public CompletionStage<ProbeResult<DriverInfo>> describe() {
      return super.describe()
          .thenApply(
              result ->
                  result.map(
                      info ->
                          info.controllerMode() == from
                              ? DriverInfo.of(info.name(), info.vendorVersion(), to)
                              : info));
    }
  }

  /** Lists, too, whether the driver offers it or not. */
  private static final class ListingAnyway extends ReferenceController {
    private volatile boolean offered;

    ListingAnyway(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      offered = true;
      return super.list(cycle);
    }

    @Override
    public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volume) {
      if (offered) {
        return super.get(volume);
      }
      return super.list(ListCycle.begin(handle -> false))
          .thenCombine(super.get(volume), (listed, got) -> got);
    }
  }

  /** Never asks again once the driver was away. */
  private static final class LosingHeart extends ReferenceController {
    private volatile boolean lost;

    LosingHeart(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<ProbeResult<VolumeHealthReport>> get(String volume) {
      return lost
          ? CompletableFuture.completedFuture(ProbeResult.failed(failure("lost")))
          : super.get(volume);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      return lost
          ? CompletableFuture.completedFuture(Optional.of(failure("lost")))
          : super.list(cycle)
              .thenApply(
                  failure -> {
                    lost |= failure.filter(f -> f.detail().contains("UNAVAILABLE")).isPresent();
                    return failure;
                  });
    }
  }

  private static final class KeepingWhatWasVoid extends ReferenceController {
    KeepingWhatWasVoid(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    void restarted(ListCycle cycle) {}
  }

  private static final class InsistingOnLargePages extends ReferenceController {
    InsistingOnLargePages(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<Optional<ProbeFailure>> list(ListCycle cycle) {
      return async(
          () -> {
            try {
              ControllerGrpc.newBlockingStub(channel)
                  .withDeadlineAfter(5, TimeUnit.SECONDS)
                  .controllerListVolumeHealth(
                      ControllerListVolumeHealthRequest.newBuilder().setMaxEntries(1000).build())
                  .getEntriesList()
                  .forEach(entry -> cycle.add(HealthMapping.toReport(entry)));
              return Optional.empty();
            } catch (StatusRuntimeException e) {
              return Optional.of(failure(e.getStatus().toString()));
            }
          });
    }
  }

  private static final class BlindToDeletion extends ReferenceController {
    BlindToDeletion(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    List<ObjectNode> seenVolumes(List<ObjectNode> all, List<ObjectNode> allClaims) {
      all.forEach(volume -> volume.withObject("/metadata").remove("deletionTimestamp"));
      return all;
    }
  }

  private static final class AskingForCapabilitiesOnce extends ReferenceController {
    private volatile ProbeResult<DriverInfo> known;

    AskingForCapabilitiesOnce(String kubeconfig, UnixEndpoint endpoint) {
      super(kubeconfig, endpoint);
    }

    @Override
    public CompletionStage<ProbeResult<DriverInfo>> describe() {
      if (known != null) {
        return CompletableFuture.completedFuture(known);
      }
      return super.describe()
          .thenApply(
              info -> {
                // What offers something is taken to offer it for good.
                if (info.map(DriverInfo::controllerMode).answer().orElse(null)
                    == ControllerMode.GET) {
                  known = info;
                }
                return info;
              });
    }
  }
}
