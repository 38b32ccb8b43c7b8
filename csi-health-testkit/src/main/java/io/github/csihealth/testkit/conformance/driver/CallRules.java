package io.github.csihealth.testkit.conformance.driver;

import static io.github.csihealth.testkit.conformance.driver.Trial.required;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.csi.v1.NodeGetVolumeHealthRequest;
import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;
import io.github.csihealth.testkit.driver.CsiMethods;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What holds for all health calls: how they fail, secrets, and many at once. */
final class CallRules {

  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  private static final String CANARY_KEY = "csi-health-conformance";
  private static final String CANARY = "csi-health-canary-5b0c61d9";

  /** A value that is no word of everyday. */
  private static final int SHORTEST_SECRET = 8;

  /** How many calls of a kind are under way at once. */
  private static final int AT_ONCE = 4;

  private CallRules() {}

  static List<Rule<DriverUnderTest>> rules() {
    return List.of(
        required(
            "D81",
            "callsAreAnsweredInParallel",
            "Timeouts; Error Scheme: Operation pending for volume",
            "A reader has several calls under way, and one must not stop the others.",
            CallRules::callsAreAnsweredInParallel),
        required(
            "D82",
            "secretsAreNotEchoed",
            "Secrets Requirements",
            "What a driver says ends in statuses, events and logs that many can read.",
            CallRules::secretsAreNotEchoed),
        required(
            "D83",
            "errorsAreDescribed",
            "Error Scheme: status message",
            "People have to find out what is wrong.",
            trial ->
                errors(
                    trial,
                    error ->
                        Objects.requireNonNullElse(error.status().getDescription(), "").isBlank(),
                    "without a description")),
        required(
            "D84",
            "errorsHaveNoDetails",
            "Error Scheme: status details MUST be empty",
            "The spec keeps the place for itself.",
            trial ->
                errors(trial, error -> error.trailers().containsKey(DETAILS), "with details")));
  }

  private static Outcome callsAreAnsweredInParallel(Trial trial) throws Exception {
    requireAnyOffered(trial, HealthCall.values());
    String volumeId = anyOffered(trial, HealthCall.GET, HealthCall.NODE) ? trial.volume() : "";
    List<CompletableFuture<Status>> ends = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      if (trial.offers(HealthCall.GET)) {
        ends.add(
            start(
                trial,
                CsiMethods.GET_VOLUME_HEALTH,
                ControllerGetVolumeHealthRequest.newBuilder()
                    .setVolumeId(volumeId)
                    .putAllSecrets(trial.secrets())
                    .build()));
      }
      if (trial.offers(HealthCall.LIST)) {
        ends.add(
            start(
                trial,
                CsiMethods.LIST_VOLUME_HEALTH,
                ControllerListVolumeHealthRequest.newBuilder()
                    .putAllSecrets(trial.secrets())
                    .build()));
      }
      if (trial.offers(HealthCall.NODE)) {
        ends.add(
            start(
                trial,
                CsiMethods.NODE_GET_VOLUME_HEALTH,
                NodeGetVolumeHealthRequest.newBuilder().setVolumeId(volumeId).build()));
      }
      if (trial.offers(HealthCall.STORAGE)) {
        ends.add(
            start(
                trial,
                CsiMethods.NODE_GET_STORAGE_HEALTH,
                NodeGetStorageHealthRequest.newBuilder().putAllSecrets(trial.secrets()).build()));
      }
    }
    Set<Status.Code> codes =
        ends.stream().map(CompletableFuture::join).map(Status::getCode).collect(Collectors.toSet());
    if (codes.contains(Status.Code.DEADLINE_EXCEEDED)) {
      return Outcome.fail("of " + ends.size() + " calls at once, some were not answered in time");
    }
    if (!codes.contains(Status.Code.OK)) {
      throw NotTriedException.inconclusive("of " + ends.size() + " calls at once, all failed");
    }
    return Outcome.pass();
  }

  private static <Q, R> CompletableFuture<Status> start(
      Trial trial, MethodDescriptor<Q, R> method, Q request) {
    CompletableFuture<Status> end = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(
        trial.subject().channel().newCall(method, trial.callOptions()),
        request,
        new StreamObserver<R>() {
          @Override
          public void onNext(R answer) {}

          @Override
          public void onError(Throwable error) {
            end.complete(Status.fromThrowable(error));
          }

          @Override
          public void onCompleted() {
            end.complete(Status.OK);
          }
        });
    return end;
  }

  private static Outcome secretsAreNotEchoed(Trial trial) throws Exception {
    requireAnyOffered(trial, HealthCall.GET, HealthCall.LIST, HealthCall.STORAGE);
    Map<String, String> secrets = new HashMap<>(trial.secrets());
    secrets.put(CANARY_KEY, CANARY);
    String volumeId = "";
    if (anyOffered(trial, HealthCall.GET, HealthCall.LIST)) {
      volumeId = trial.volume();
      Trial.Fault unused = trial.degrade(volumeId);
    }
    if (trial.offers(HealthCall.STORAGE)) {
      Trial.Fault unused = trial.degradeStorage();
    }
    for (Answer<?> answer : answersToCallsWith(secrets, trial, volumeId)) {
      String said = answer.status().getDescription() + answer.value();
      if (secrets.values().stream()
          .anyMatch(secret -> secret.length() >= SHORTEST_SECRET && said.contains(secret))) {
        return Outcome.fail(answer + ", and repeats a secret that was sent");
      }
      Object unused = answer.requireReached();
    }
    return Outcome.pass();
  }

  private static List<Answer<?>> answersToCallsWith(
      Map<String, String> secrets, Trial trial, String volumeId) throws NotTriedException {
    List<Answer<?>> answers = new ArrayList<>();
    if (trial.offers(HealthCall.GET)) {
      for (String id : List.of(volumeId, Trial.UNKNOWN_VOLUME, "")) {
        answers.add(
            trial.ask(
                CsiMethods.GET_VOLUME_HEALTH,
                ControllerGetVolumeHealthRequest.newBuilder()
                    .setVolumeId(id)
                    .putAllSecrets(secrets)
                    .build()));
      }
    }
    if (trial.offers(HealthCall.LIST)) {
      for (int maxEntries : new int[] {0, -1}) {
        answers.add(
            trial.ask(
                CsiMethods.LIST_VOLUME_HEALTH,
                ControllerListVolumeHealthRequest.newBuilder()
                    .setMaxEntries(maxEntries)
                    .putAllSecrets(secrets)
                    .build()));
      }
    }
    if (trial.offers(HealthCall.STORAGE)) {
      answers.add(
          trial.ask(
              CsiMethods.NODE_GET_STORAGE_HEALTH,
              NodeGetStorageHealthRequest.newBuilder().putAllSecrets(secrets).build()));
    }
    return answers;
  }

  /** Passes if no call that has to fail does so in that way. */
  private static Outcome errors(Trial trial, Predicate<Answer<?>> fault, String words)
      throws NotTriedException {
    // No request for the storage has to fail.
    requireAnyOffered(trial, HealthCall.GET, HealthCall.LIST, HealthCall.NODE);
    List<Answer<?>> answers = new ArrayList<>();
    if (trial.offers(HealthCall.GET)) {
      answers.add(trial.get(Trial.UNKNOWN_VOLUME));
      answers.add(trial.get(""));
    }
    if (trial.offers(HealthCall.LIST)) {
      answers.add(trial.list(-1, ""));
    }
    if (trial.offers(HealthCall.NODE)) {
      answers.add(trial.node(Trial.UNKNOWN_VOLUME));
      answers.add(trial.node(""));
    }
    boolean tried = false;
    for (Answer<?> answer : answers) {
      boolean failed = answer.requireReached().code() != Status.Code.OK;
      if (failed && fault.test(answer)) {
        return Outcome.fail(answer + ", " + words);
      }
      tried |= failed;
    }
    if (!tried) {
      throw NotTriedException.inconclusive("no call failed that has to fail");
    }
    return Outcome.pass();
  }

  private static void requireAnyOffered(Trial trial, HealthCall... calls) throws NotTriedException {
    if (!anyOffered(trial, calls)) {
      throw NotTriedException.skipped("the driver offers none of " + List.of(calls));
    }
  }

  private static boolean anyOffered(Trial trial, HealthCall... calls) throws NotTriedException {
    for (HealthCall call : calls) {
      if (trial.offers(call)) {
        return true;
      }
    }
    return false;
  }
}
