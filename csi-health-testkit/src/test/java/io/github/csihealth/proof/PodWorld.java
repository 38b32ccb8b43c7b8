package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.Pod;
import io.github.csihealth.model.PodVolumeHealth;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.PodIntent;
import io.github.csihealth.reconcile.PodReconciler;
import io.github.csihealth.reconcile.PodVolumes;
import io.github.csihealth.reconcile.WriteIntent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Plays the steps of a history of one pod against the engine and the reference, and compares them.
 */
final class PodWorld {

  /** Where a volume of a pod comes from, in plain values. */
  enum Source {
    /** The claim of this name, or another name for it. */
    ORDERS,
    LOGS,
    /** A generic ephemeral volume, whose claim is named after the pod and itself. */
    GENERIC,
    /** Inline CSI: no claim. */
    INLINE
  }

  /** One decision, as laws look at it; all of the pod's health is by name. */
  record Event(
      Seen seen,
      Instant now,
      Map<String, Stored> before,
      Optional<PodIntent> sent,
      Map<String, Stored> after) {}

  static final String POD = "web";

  private static final String NAMESPACE = "shop";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00.250Z");

  private final Choices choices;
  private final PodReconciler reconciler;
  private final Server server = new Server("volumeHealth");
  private final Map<String, Memory> memories = new HashMap<>();
  private final Map<String, ReferenceVolume> references = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private Map<String, Source> volumes = Map.of();
  private Instant now = START;

  PodWorld(Choices choices, Map<String, Source> volumes) {
    this.choices = choices;
    this.reconciler = PodReconciler.with(choices.toOptions());
    create(volumes);
  }

  Server server() {
    return server;
  }

  /** What the engine decided, in order. */
  List<Event> events() {
    return events;
  }

  Pod pod() {
    return HealthJson.readPod(server.read(POD)).value();
  }

  void play(PodStep step) {
    step.in(this);
    Map<String, Stored> stored = stored();
    references.forEach(
        (claim, reference) ->
            assertThat(of(reference.all().keySet(), stored))
                .as("stored for %s after %s", claim, step)
                .isEqualTo(reference.all()));
  }

  void clock(long millis) {
    now = now.plusMillis(millis);
  }

  void restart() {
    memories.clear();
    references.values().forEach(ReferenceVolume::forget);
  }

  void create(Map<String, Source> newVolumes) {
    server.delete(POD);
    volumes = newVolumes;
    server.put(NAMESPACE, POD, server.newUid(), this::spec);
    memories.clear();
    references.clear();
    Map<String, List<String>> names = new TreeMap<>();
    volumes.forEach(
        (name, source) ->
            claim(name, source)
                .ifPresent(
                    claim -> names.computeIfAbsent(claim, unused -> new ArrayList<>()).add(name)));
    names.forEach((claim, ours) -> references.put(claim, ReferenceVolume.inPod(choices, ours)));
    assertThat(PodVolumes.of(pod()))
        .allSatisfy(v -> assertThat(v.names()).hasSameElementsAs(names.get(v.claimName())))
        .extracting(PodVolumes::claimName)
        .containsExactlyInAnyOrderElementsOf(names.keySet());
  }

  /** Rule C24: inline ephemeral volumes have no claim, generic ones have one of their own. */
  private static Optional<String> claim(String name, Source source) {
    return switch (source) {
      case ORDERS -> Optional.of("orders");
      case LOGS -> Optional.of("logs");
      case GENERIC -> Optional.of(POD + "-" + name);
      case INLINE -> Optional.empty();
    };
  }

  private void spec(ObjectNode pod) {
    ArrayNode list = pod.withObject("/spec").putArray("volumes");
    volumes.forEach(
        (name, source) -> {
          ObjectNode volume = list.addObject().put("name", name);
          switch (source) {
            case ORDERS -> volume.putObject("persistentVolumeClaim").put("claimName", "orders");
            case LOGS -> volume.putObject("persistentVolumeClaim").put("claimName", "logs");
            case GENERIC -> volume.putObject("ephemeral").putObject("volumeClaimTemplate");
            case INLINE -> volume.putObject("csi").put("driver", "inline.example.com");
          }
        });
  }

  /** Another writer changes the entry of one volume. */
  void store(PodEntry entry) {
    if (!volumes.containsKey(entry.volume())) {
      return;
    }
    Map<String, JsonNode> entries = entries();
    // C22: with the gate off only a list that is there already takes updates.
    boolean taken = server.gate() || !entries.isEmpty();
    JsonNode json = entry.json(now);
    if (json.isNull()) {
      entries.remove(entry.volume());
    } else {
      entries.put(entry.volume(), json);
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    entries.values().forEach(list::add);
    server.putHealth(POD, list.isEmpty() ? NullNode.instance : list);
    if (taken) {
      references.values().forEach(r -> r.store(entry.volume(), entry.health().stored(now)));
    }
  }

  private Map<String, JsonNode> entries() {
    Map<String, JsonNode> entries = new TreeMap<>();
    server.health(POD).forEach(entry -> entries.put(entry.path("name").asText(), entry));
    return entries;
  }

  /** By name, for the names that there are in spec.volumes. */
  private Map<String, Stored> stored() {
    return stored(pod().volumeHealth());
  }

  private Map<String, Stored> stored(Iterable<PodVolumeHealth> entries) {
    Map<String, Stored> stored = new TreeMap<>();
    volumes.keySet().forEach(name -> stored.put(name, Stored.NOTHING));
    entries.forEach(entry -> stored.put(entry.name(), Stored.of(entry.health())));
    return stored;
  }

  private static Map<String, Stored> of(Iterable<String> names, Map<String, Stored> stored) {
    Map<String, Stored> ours = new TreeMap<>();
    names.forEach(name -> ours.put(name, stored.get(name)));
    return ours;
  }

  /** The volume is probed, if the pod has it. */
  void probe(String claim, Answer answer, Iterator<Fate<PodEntry>> fates) {
    for (PodVolumes ours : PodVolumes.of(pod())) {
      if (ours.claimName().equals(claim)) {
        new Turn(ours, answer.observation("any", false), answer.seen(false)).decide(fates);
      }
    }
  }

  /** One observation on one claim in the pod, from the decision to what is stored. */
  private final class Turn {
    private final PodVolumes ours;
    private final Observation observation;
    private final Seen seen;
    private final ReferenceVolume reference;
    private final Map<String, Stored> before = stored();

    Turn(PodVolumes ours, Observation observation, Seen seen) {
      this.ours = ours;
      this.observation = observation;
      this.seen = seen;
      this.reference = references.get(ours.claimName());
    }

    void decide(Iterator<Fate<PodEntry>> fates) {
      Memory memory = memories.getOrDefault(ours.claimName(), Memory.EMPTY);
      Decision decision = reconciler.decide(ours, observation, memory, now);
      Verdict<Map<String, Stored>> verdict = reference.observe(seen, now);
      compare(decision, verdict);
      if (decision.write().isEmpty()) {
        remember(decision);
        record(decision);
        return;
      }
      Fate<PodEntry> fate = fates.next();
      switch (fate.kind()) {
        case NONE, UNBOUND -> taken(decision, verdict);
        case LOST -> {
          lost(decision);
          record(decision);
        }
        case CONFLICT -> {
          store(fate.other().orElseThrow());
          // An entry that the pod has no volume for changes nothing.
          if (volumes.containsKey(fate.other().get().volume())) {
            assertThat(patch(decision)).isEqualTo(Server.Answer.CONFLICT);
            again(decision);
          } else {
            taken(decision, verdict);
          }
        }
        case RECREATED -> {
          create(volumes);
          assertThat(decision.write().get().rebase(pod(), now)).isEmpty();
          assertThat(patch(decision)).isEqualTo(Server.Answer.GONE);
        }
      }
    }

    private void compare(Decision decision, Verdict<Map<String, Stored>> verdict) {
      assertThat(decision.cause().name()).as("cause").isEqualTo(verdict.why().name());
      assertThat(intent(decision).map(i -> of(ours.names(), stored(i.desired()))))
          .as("desired")
          .isEqualTo(verdict.write());
      assertThat(decision.until()).as("until").isEqualTo(verdict.until());
      assertThat(decision.findings().stream().anyMatch(f -> f.kind() == FindingKind.TIME_IN_FUTURE))
          .as("surfaces a future time")
          .isEqualTo(verdict.futureTime());
      Telling.compare(decision, verdict);
    }

    private Server.Answer patch(Decision decision) {
      WriteIntent intent = decision.write().orElseThrow();
      assertThat(intent.path()).isEqualTo("/api/v1/namespaces/shop/pods/web/status");
      return server.patch(POD, intent.mergePatch());
    }

    /** C21: read again, decide again. */
    private void again(Decision decision) {
      Decision rebased = decision.write().orElseThrow().rebase(pod(), now).orElseThrow();
      Verdict<Map<String, Stored>> verdict = reference.decide(seen, now);
      compare(rebased, verdict);
      if (rebased.write().isEmpty()) {
        remember(rebased);
        record(rebased);
        return;
      }
      taken(rebased, verdict);
    }

    private void taken(Decision decision, Verdict<Map<String, Stored>> verdict) {
      Map<String, JsonNode> entries = entries();
      assertThat(patch(decision)).isEqualTo(Server.Answer.TAKEN);
      WriteIntent intent = decision.write().orElseThrow();
      boolean introduces =
          entries.isEmpty()
              && verdict.write().orElseThrow().values().stream().anyMatch(Stored::present);
      boolean drops = introduces && !server.gate();
      assertThat(intent.introducesHealth()).as("introduces").isEqualTo(introduces);
      // C22: a 2xx whose object lacks what was sent is a dropped write.
      assertThat(intent.isDroppedIn(pod())).as("dropped").isEqualTo(drops);
      // C24: the entries of other volumes stay as they are, to the last field.
      Map<String, JsonNode> others = entries();
      others.keySet().removeAll(ours.names());
      entries.keySet().removeAll(ours.names());
      assertThat(others).as("entries of other volumes").isEqualTo(entries);
      if (drops) {
        lost(decision);
      } else {
        remember(decision);
        reference.wrote(verdict, now);
      }
      record(decision);
    }

    private void remember(Decision decision) {
      memories.put(ours.claimName(), decision.memory());
    }

    /** What was decided is not stored. */
    private void lost(Decision decision) {
      memories.put(ours.claimName(), decision.memoryUnlessStored());
    }

    private void record(Decision decision) {
      events.add(
          new Event(
              seen, now, of(ours.names(), before), intent(decision), of(ours.names(), stored())));
    }
  }

  private static Optional<PodIntent> intent(Decision decision) {
    return decision
        .write()
        .map(
            intent ->
                intent.fold(
                    claim -> {
                      throw new AssertionError(claim);
                    },
                    pod -> pod,
                    storage -> {
                      throw new AssertionError(storage);
                    }));
  }
}
