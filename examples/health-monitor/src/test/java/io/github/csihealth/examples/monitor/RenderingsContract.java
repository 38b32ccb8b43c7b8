package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Report.degraded;
import static io.github.csihealth.examples.monitor.Report.lost;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.examples.monitor.HealthTarget.OtherWrite;
import io.github.csihealth.model.Claim;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.HealthObject;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Decision.Cause;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Patch;
import io.github.csihealth.reconcile.PodReconciler;
import io.github.csihealth.reconcile.PodVolumes;
import io.github.csihealth.reconcile.ReconcileOptions;
import io.github.csihealth.reconcile.StorageReconciler;
import io.github.csihealth.reconcile.WriteIntent;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules C19 to C22 of every rendering of every intent: what a server answers, and that it then
 * holds exactly the desired health and all else as it was, whatever was written before and by whom.
 *
 * <p>One list of cases for two servers, the real one and the one in memory, so that neither knows
 * better.
 */
abstract class RenderingsContract {

  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
  private static final String MERGE_PATCH = "application/merge-patch+json";
  private static final String STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";
  private static final String APPLY_PATCH = "application/apply-patch+yaml";

  private static final ReconcileOptions REMOVE =
      ReconcileOptions.builder().messageInterval(Duration.ZERO).removeFieldOnRecovery().build();
  private static final ReconcileOptions KEEP =
      ReconcileOptions.builder().messageInterval(Duration.ZERO).keepFieldOnRecovery().build();

  private static final AtomicInteger OBJECTS = new AtomicInteger();

  /** A report, and what a recovery leaves. */
  record Step(Report report, ReconcileOptions options) {}

  /** From the first condition on; among them two of one status that come and go one by one. */
  private static final List<Step> HISTORY =
      List.of(
          new Step(degraded("A", "<&> é"), KEEP),
          new Step(degraded("A", "<&> é").and(degraded("B", "")), KEEP),
          new Step(degraded("A", "<&> é").and(degraded("B", "newer")), KEEP),
          new Step(degraded("B", "newer").and(Report.A_OF_BLOCK_VOLUMES), KEEP),
          new Step(lost("Gone", "for good"), KEEP),
          new Step(Report.EMPTY, KEEP),
          new Step(degraded("A", ""), REMOVE),
          new Step(Report.EMPTY, REMOVE),
          new Step(degraded("A", ""), REMOVE));

  /** Where requests go. */
  abstract TestNamespace.Requests server();

  /** A namespace there. */
  abstract String namespace();

  /** Does something while the feature gate is off. */
  abstract void withTheGateOff(Body body) throws Exception;

  interface Body {
    void run() throws Exception;
  }

  static List<Arguments> histories() {
    List<Arguments> histories = new ArrayList<>();
    for (HealthKind kind : HealthKind.values()) {
      for (OtherWrite before : OtherWrite.values()) {
        for (Rendering first : Rendering.values()) {
          for (Rendering second : Rendering.values()) {
            histories.add(Arguments.of(kind, before, first, second));
          }
        }
      }
    }
    return histories;
  }

  static Stream<Arguments> renderings() {
    return Arrays.stream(HealthKind.values())
        .flatMap(
            kind ->
                Arrays.stream(Rendering.values()).map(rendering -> Arguments.of(kind, rendering)));
  }

  /** Those that a copy which changed since refuses. */
  static Stream<Arguments> renderingsOfOneVersion() {
    return renderings().filter(arguments -> isOfOneVersion(arguments.get()));
  }

  static Stream<Arguments> renderingsOfAnyVersion() {
    return renderings().filter(arguments -> !isOfOneVersion(arguments.get()));
  }

  private static boolean isOfOneVersion(Object[] kindAndRendering) {
    return switch ((Rendering) kindAndRendering[1]) {
      case MERGE_PATCH -> kindAndRendering[0] != HealthKind.CSI_NODE;
      case APPLY -> false;
      case JSON_PATCH, REPLACEMENT -> true;
    };
  }

  static Stream<Arguments> writesOfAnother() {
    return Arrays.stream(HealthKind.values())
        .flatMap(
            kind ->
                Stream.of(OtherWrite.UPDATE, OtherWrite.MERGE_PATCH, OtherWrite.APPLY)
                    .map(write -> Arguments.of(kind, write)));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void c19EveryWriteLeavesTheDesiredHealthAndAllElseAsItWas(
      HealthKind kind, OtherWrite before, Rendering first, Rendering second) throws Exception {
    HealthTarget target = created(kind);
    target.writtenByAnother(before);
    Rendering rendering = first;
    Instant now = NOW;
    byte[] observed = target.stored();
    for (Step step : HISTORY) {
      WriteIntent intent = write(target.decide(observed, step.report(), step.options(), now));
      byte[] stored = sent(target, intent, rendering.of(intent, observed));
      assertThat(target.ours(stored))
          .as("%s by %s", step, rendering)
          .containsOnly(left(kind, step));
      assertThat(target.rest(stored)).isEqualTo(target.rest(observed));
      assertThat(target.decide(stored, step.report(), step.options(), now).cause())
          .isEqualTo(Cause.UNCHANGED);
      observed = stored;
      rendering = rendering == first ? second : first;
      now = now.plusSeconds(60);
    }
  }

  /** C20: of a recovery the empty list, or nothing. */
  private static Optional<List<String>> left(HealthKind kind, Step step) {
    List<String> told = kind.told(step.report());
    return told.isEmpty() && step.options() == REMOVE ? Optional.empty() : Optional.of(told);
  }

  @ParameterizedTest
  @MethodSource("renderings")
  void whateverADriverSaysIsAcceptedOnceConformed(HealthKind kind, Rendering rendering)
      throws Exception {
    for (Report report :
        List.of(
            degraded(16, i -> "R" + i + "x".repeat(256 - 3), "é".repeat(512)),
            degraded(20, i -> "disk " + i + " is slow!", "😀".repeat(300)),
            degraded(
                "Odd",
                "<a & b> \"quoted\" \\ \t\n\u0001\u2028 é 😀 \ud83d"
                    + "\u007f\u0080 \u0085 \u009f\ufeff\ufffd\ufffe\uffff"))) {
      HealthTarget target = created(kind);
      byte[] observed = target.stored();
      WriteIntent intent = write(target.decide(observed, report, KEEP, NOW));
      sent(target, intent, rendering.of(intent, observed));
    }
  }

  @ParameterizedTest
  @EnumSource(HealthKind.class)
  void c19ApplyStaysApplyWhileNobodyElseWrites(HealthKind kind) throws Exception {
    HealthTarget target = created(kind);
    for (Step step : HISTORY) {
      WriteIntent intent =
          write(target.decide(target.stored(), step.report(), step.options(), NOW));
      Patch patch = intent.apply(Rendering.WRITER);
      assertThat(patch.contentType()).isEqualTo(APPLY_PATCH);
      assertThat(patch.query())
          .containsEntry("force", "true")
          .containsOnlyKeys("fieldManager", "force");
      assertThat(patch.query().get("fieldManager")).startsWith(Rendering.WRITER);
      sent(target, intent, patch);
    }
  }

  @ParameterizedTest
  @MethodSource("writesOfAnother")
  void c19ApplyIsAMergePatchWhileAnyoneElseOwnsTheList(HealthKind kind, OtherWrite before)
      throws Exception {
    HealthTarget target = created(kind);
    target.writtenByAnother(before);
    assertThat(target.read().owners())
        .anyMatch(
            owner ->
                owner.manager().equals("another")
                    && owner.applied() == (before == OtherWrite.APPLY));
    for (String reason : List.of("A", "B")) {
      assertThat(applied(target, degraded(reason, "m")))
          .isEqualTo(kind == HealthKind.CSI_NODE ? STRATEGIC_MERGE_PATCH : MERGE_PATCH);
    }
    applied(target, Report.EMPTY);
    assertThat(applied(target, degraded("A", "m"))).isEqualTo(APPLY_PATCH);
  }

  /** The content type by which a report was applied. */
  private static String applied(HealthTarget target, Report report) throws Exception {
    WriteIntent intent = write(target.decide(target.stored(), report, REMOVE, NOW));
    Patch patch = intent.apply(Rendering.WRITER);
    assertThat(patch.query().get("fieldManager")).startsWith(Rendering.WRITER);
    sent(target, intent, patch);
    return patch.contentType();
  }

  @Test
  void c19ApplyingTheVolumesOfOneClaimLeavesThoseOfAnother() throws Exception {
    HealthTarget target = created(HealthKind.POD);
    for (String claim : List.of("orders", "logs", "orders")) {
      PodVolumes volumes =
          PodVolumes.of((Pod) target.read()).stream()
              .filter(candidate -> candidate.claimName().equals(claim))
              .findFirst()
              .orElseThrow();
      Report report = degraded("A", "after " + volumes.pod().volumeHealth().size());
      WriteIntent intent =
          write(PodReconciler.with(KEEP).decide(volumes, report.ofVolume(), Memory.EMPTY, NOW));
      Patch patch = intent.apply(Rendering.WRITER);
      assertThat(patch.contentType()).isEqualTo(APPLY_PATCH);
      sent(target, intent, patch);
    }
    assertThat(((Pod) target.read()).volumeHealth())
        .extracting(PodVolumeHealth::name)
        .containsExactly("backup", "data", "logs");
  }

  @Test
  void c19ApplyingTheEntryOfOneDriverLeavesThatOfAnother() throws Exception {
    HealthTarget target = created(HealthKind.CSI_NODE);
    for (String driver : List.of("d.example.com", "e.example.com", "d.example.com")) {
      CsiNode node = (CsiNode) target.read();
      Report report = degraded("A", "after " + node.storageHealth().size());
      WriteIntent intent =
          write(
              StorageReconciler.with(KEEP)
                  .decide(node, driver, report.ofStorage(), Memory.EMPTY, NOW));
      Patch patch = intent.apply(Rendering.WRITER);
      assertThat(patch.contentType()).isEqualTo(APPLY_PATCH);
      sent(target, intent, patch);
    }
    assertThat(((CsiNode) target.read()).storageHealth())
        .extracting(StorageHealth::name)
        .containsExactly("d.example.com", "e.example.com");
  }

  @ParameterizedTest
  @MethodSource("renderingsOfOneVersion")
  void c21AWriteOfAnOldCopyIsRefusedAndDecidedAgain(HealthKind kind, Rendering rendering)
      throws Exception {
    HealthTarget target = created(kind);
    byte[] observed = target.stored();
    WriteIntent intent = write(target.decide(observed, degraded("A", "m"), KEEP, NOW));
    target.writtenByAnother(OtherWrite.MERGE_PATCH);
    byte[] newer = target.stored();

    HttpResponse<String> answer = target.send(rendering.of(intent, observed));
    assertThat(refusal(answer)).isEqualTo(rendering == Rendering.JSON_PATCH ? "422" : "409");
    assertThat(target.stored()).isEqualTo(newer);

    WriteIntent again = write(intent.rebase(target.read(newer), NOW).orElseThrow());
    byte[] stored = sent(target, again, rendering.of(again, newer));
    assertThat(target.rest(stored)).isEqualTo(target.rest(newer));
    assertThat(intent.rebase(target.read(stored), NOW).orElseThrow().cause())
        .isEqualTo(Cause.UNCHANGED);
  }

  /**
   * What others wrote meanwhile is gone at once or, where apply left it, with the next decision.
   */
  @ParameterizedTest
  @MethodSource("renderingsOfAnyVersion")
  void c19AWriteWithoutAVersionBringsTheDesiredHealthInTheEnd(HealthKind kind, Rendering rendering)
      throws Exception {
    HealthTarget target = created(kind);
    byte[] observed = target.stored();
    WriteIntent intent = write(target.decide(observed, degraded("A", "m"), KEEP, NOW));
    target.writtenByAnother(OtherWrite.MERGE_PATCH);
    byte[] newer = target.stored();

    HttpResponse<String> answer = target.send(rendering.of(intent, observed));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    byte[] stored = target.stored();
    Optional<WriteIntent> again = intent.rebase(target.read(stored), NOW).orElseThrow().write();
    assertThat(again.isPresent())
        .as("apply merges the conditions of claims and pods")
        .isEqualTo(rendering == Rendering.APPLY && kind != HealthKind.CSI_NODE);
    if (again.isPresent()) {
      stored = sent(target, again.get(), rendering.of(again.get(), stored));
    }
    assertThat(target.ours(stored)).containsOnly(Optional.of(kind.told(degraded("A", "m"))));
    assertThat(target.rest(stored)).isEqualTo(target.rest(newer));
  }

  @ParameterizedTest
  @MethodSource("renderings")
  void c19AnObjectCreatedAgainUnderTheNameRefusesTheWrite(HealthKind kind, Rendering rendering)
      throws Exception {
    HealthTarget target = created(kind);
    byte[] observed = target.stored();
    WriteIntent intent = write(target.decide(observed, degraded("A", "m"), KEEP, NOW));
    target.delete();
    target.create();
    byte[] newer = target.stored();

    HttpResponse<String> answer = target.send(rendering.of(intent, observed));
    assertThat(refusal(answer))
        .isEqualTo(
            switch (rendering) {
              case MERGE_PATCH -> kind == HealthKind.CSI_NODE ? "422 metadata.uid" : "409";
              case APPLY -> "422 metadata.uid";
              case JSON_PATCH -> "422";
              case REPLACEMENT -> "409";
            });
    assertThat(target.stored()).isEqualTo(newer);
    assertThat(intent.rebase(target.read(newer), NOW)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("renderings")
  void c21AnObjectThatIsGoneIsNotFound(HealthKind kind, Rendering rendering) throws Exception {
    HealthTarget target = created(kind);
    byte[] observed = target.stored();
    WriteIntent intent = write(target.decide(observed, degraded("A", "m"), KEEP, NOW));
    target.delete();
    assertThat(refusal(target.send(rendering.of(intent, observed)))).isEqualTo("404");
  }

  /** Of a cache that strips resourceVersions: only the uid still tells one claim from another. */
  @ParameterizedTest
  @EnumSource(
      value = Rendering.class,
      names = {"MERGE_PATCH", "APPLY", "JSON_PATCH"})
  void c19AClaimReadWithoutItsVersionTakesAWriteUnlessItWasCreatedAgain(Rendering rendering)
      throws Exception {
    HealthTarget target = created(HealthKind.CLAIM);
    ObjectNode observed = (ObjectNode) HealthJson.tree(target.stored());
    observed.withObject("/metadata").remove("resourceVersion");
    byte[] claim = observed.toString().getBytes(UTF_8);
    WriteIntent intent = write(target.decide(claim, degraded("A", "m"), KEEP, NOW));
    Patch patch = rendering.of(intent, claim);
    target.annotate();
    sent(target, intent, patch);

    target.delete();
    target.create();
    byte[] newer = target.stored();
    HttpResponse<String> answer = target.send(patch);
    assertThat(refusal(answer))
        .isEqualTo(rendering == Rendering.JSON_PATCH ? "422" : "422 metadata.uid");
    assertThat(target.stored()).isEqualTo(newer);
  }

  /** C22, of all objects at once, since the gate is turned with a new start. */
  @Test
  void c22WithTheGateOffAFirstWriteIsDroppedAndAStoredFieldTakesUpdatesUntilItIsCleared()
      throws Exception {
    Map<HealthTarget, Rendering> without = new LinkedHashMap<>();
    Map<HealthTarget, Rendering> holding = new LinkedHashMap<>();
    for (HealthKind kind : HealthKind.values()) {
      for (Rendering rendering : Rendering.values()) {
        without.put(created(kind), rendering);
        HealthTarget target = created(kind);
        target.writtenByAnother(OtherWrite.MERGE_PATCH);
        holding.put(target, rendering);
      }
    }
    withTheGateOff(
        () -> {
          for (var each : without.entrySet()) {
            assertIsDropped(each.getKey(), each.getValue());
          }
          for (var each : holding.entrySet()) {
            assertIsUpdatedAndCleared(each.getKey(), each.getValue());
          }
        });
  }

  private static void assertIsDropped(HealthTarget target, Rendering rendering) throws Exception {
    byte[] observed = target.stored();
    WriteIntent intent = write(target.decide(observed, degraded("A", "m"), KEEP, NOW));
    assertThat(intent.introducesHealth()).isTrue();

    HttpResponse<String> answer = target.send(rendering.of(intent, observed));
    assertThat(answer.statusCode()).as("%s by %s", target, rendering).isEqualTo(200);
    assertThat(intent.isDroppedIn(target.read(answer.body().getBytes(UTF_8))))
        .as("%s by %s", target, rendering)
        .isTrue();
    assertThat(target.ours(target.stored())).containsOnly(Optional.empty());
    assertThat(target.rest(target.stored())).isEqualTo(target.rest(observed));
  }

  private static void assertIsUpdatedAndCleared(HealthTarget target, Rendering rendering)
      throws Exception {
    for (Report report : List.of(degraded("B", "m"), Report.EMPTY)) {
      byte[] observed = target.stored();
      WriteIntent intent = write(target.decide(observed, report, REMOVE, NOW));
      assertThat(intent.introducesHealth()).isFalse();
      byte[] stored = sent(target, intent, rendering.of(intent, observed));
      assertThat(target.rest(stored)).isEqualTo(target.rest(observed));
    }
    assertThat(target.ours(target.stored())).containsOnly(Optional.empty());
    // Of pods and CSINodes the entries of others are left, and keep the field in use.
    if (target.kind() == HealthKind.CLAIM) {
      assertIsDropped(target, rendering);
    }
  }

  private HealthTarget created(HealthKind kind) throws Exception {
    String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    HealthTarget target =
        new HealthTarget(kind, server(), namespace(), name + "-" + OBJECTS.getAndIncrement());
    target.create();
    return target;
  }

  private static WriteIntent write(Decision decision) {
    return decision.write().orElseThrow();
  }

  /** Sends a write that is to be accepted and to be stored as desired; what is stored then. */
  private static byte[] sent(HealthTarget target, WriteIntent intent, Patch patch)
      throws Exception {
    assertThat(intent.path()).isEqualTo(target.statusPath());
    HttpResponse<String> answer = target.send(patch);
    assertThat(answer.statusCode()).as("%s%n%s", patch, answer.body()).isEqualTo(200);
    HealthObject answered = target.read(answer.body().getBytes(UTF_8));
    assertHolds(answered, intent);
    assertThat(intent.isDroppedIn(answered)).isFalse();
    byte[] stored = target.stored();
    assertHolds(target.read(stored), intent);
    return stored;
  }

  /** The code of the answer, and the fields that it names as causes. */
  private static String refusal(HttpResponse<String> answer) {
    StringBuilder refusal = new StringBuilder().append(answer.statusCode());
    HealthJson.tree(answer.body().getBytes(UTF_8))
        .at("/details/causes")
        .forEach(cause -> refusal.append(' ').append(cause.path("field").asText()));
    return refusal.toString();
  }

  private static void assertHolds(HealthObject object, WriteIntent intent) {
    intent.<Object>fold(
        claim -> assertThat(((Claim) object).health()).isEqualTo(claim.desired()),
        pod -> assertThat(((Pod) object).volumeHealth()).isEqualTo(pod.desired()),
        node ->
            assertThat(((CsiNode) object).storageHealth().get(node.driver()))
                .isEqualTo(node.desired()));
  }
}
