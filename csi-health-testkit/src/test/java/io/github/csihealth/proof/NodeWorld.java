package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import io.github.csihealth.model.CsiNode;
import io.github.csihealth.model.HealthJson;
import io.github.csihealth.model.StorageHealth;
import io.github.csihealth.proof.ReferenceBackend.Entry;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.StorageIntent;
import io.github.csihealth.reconcile.StorageReconciler;
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
 * Plays the steps of a history of one CSINode against the engine and the reference, and compares
 * them. Two drivers are ours, a third is not.
 */
final class NodeWorld {

  /** One decision, as laws look at it. */
  record Event(
      String driver,
      ReferenceBackend.Report seen,
      Instant now,
      Entry before,
      Optional<StorageIntent> sent,
      Entry after) {}

  static final List<String> OURS = List.of("disk.example.com", "file.example.com");
  static final String OTHER = "other.example.com";

  private static final String NODE = "node-1";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00.250Z");

  private final Choices choices;
  private final StorageReconciler reconciler;
  private final Server server = new Server("storageHealth");
  private final Map<String, Memory> memories = new HashMap<>();
  private final Map<String, ReferenceBackend> references = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private Instant now = START;

  NodeWorld(Choices choices) {
    this.choices = choices;
    this.reconciler = StorageReconciler.with(choices.toOptions());
    create();
  }

  Server server() {
    return server;
  }

  /** What the engine decided, in order. */
  List<Event> events() {
    return events;
  }

  CsiNode node() {
    return HealthJson.readCsiNode(server.read(NODE)).value();
  }

  void play(NodeStep step) {
    step.in(this);
    references.forEach(
        (driver, reference) ->
            assertThat(stored(driver))
                .as("stored for %s after %s", driver, step)
                .isEqualTo(reference.stored()));
  }

  void clock(long millis) {
    now = now.plusMillis(millis);
  }

  void restart() {
    memories.clear();
    references.values().forEach(ReferenceBackend::forget);
  }

  void create() {
    server.delete(NODE);
    server.put("", NODE, server.newUid(), node -> node.withObject("/spec").putArray("drivers"));
    memories.clear();
    OURS.forEach(driver -> references.put(driver, new ReferenceBackend(choices)));
  }

  /** Another writer changes the entry of one driver. */
  void store(NodeEntry entry) {
    Map<String, JsonNode> entries = entries();
    // C22: with the gate off only a list that is there already takes updates.
    boolean taken = server.gate() || !entries.isEmpty();
    if (entry.removed()) {
      entries.remove(entry.driver());
    } else {
      entries.put(entry.driver(), entry.json(now));
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    entries.values().forEach(list::add);
    server.putHealth(NODE, list.isEmpty() ? NullNode.instance : list);
    if (taken && references.containsKey(entry.driver())) {
      references.get(entry.driver()).store(entry.stored(now));
    }
  }

  private Map<String, JsonNode> entries() {
    Map<String, JsonNode> entries = new TreeMap<>();
    server.health(NODE).forEach(entry -> entries.put(entry.path("name").asText(), entry));
    return entries;
  }

  private Entry stored(String driver) {
    return entry(node().storageHealth().get(driver));
  }

  private static Entry entry(Optional<StorageHealth> health) {
    return health.map(h -> Entry.of(h.conditions().stored())).orElse(Entry.NOTHING);
  }

  void probe(String driver, NodeAnswer answer, Iterator<Fate<NodeEntry>> fates) {
    new Turn(driver, answer).decide(fates);
  }

  /** One answer of one driver, from the decision to what is stored. */
  private final class Turn {
    private final String driver;
    private final NodeAnswer answer;
    private final ReferenceBackend.Report seen;
    private final ReferenceBackend reference;
    private final Entry before;

    Turn(String driver, NodeAnswer answer) {
      this.driver = driver;
      this.answer = answer;
      this.seen = answer.seen();
      this.reference = references.get(driver);
      this.before = stored(driver);
    }

    void decide(Iterator<Fate<NodeEntry>> fates) {
      Memory memory = memories.getOrDefault(driver, Memory.EMPTY);
      Decision decision = reconciler.decide(node(), driver, answer.observation(), memory, now);
      Verdict<Entry> verdict = reference.observe(seen, now);
      compare(decision, verdict);
      if (decision.write().isEmpty()) {
        remember(decision);
        record(decision);
        return;
      }
      Fate<NodeEntry> fate = fates.next();
      switch (fate.kind()) {
        case NONE, UNBOUND -> taken(decision, verdict);
        case LOST -> {
          lost(decision);
          record(decision);
        }
        case CONFLICT -> {
          store(fate.other().orElseThrow());
          if (fate.other().get().driver().equals(driver)) {
            again(decision);
          } else {
            // C19: what others write beside it is no conflict.
            taken(decision, verdict);
          }
        }
        case RECREATED -> {
          create();
          assertThat(decision.write().get().rebase(node(), now)).isEmpty();
          assertThat(patch(decision)).isEqualTo(Server.Answer.GONE);
        }
      }
    }

    private void compare(Decision decision, Verdict<Entry> verdict) {
      assertThat(decision.cause().name()).as("cause").isEqualTo(verdict.why().name());
      assertThat(intent(decision).map(intent -> entry(intent.desired())))
          .as("desired")
          .isEqualTo(verdict.write());
      assertThat(decision.until()).as("until").isEqualTo(verdict.until());
      Telling.compare(decision, verdict);
    }

    private Server.Answer patch(Decision decision) {
      WriteIntent intent = decision.write().orElseThrow();
      assertThat(intent.path()).isEqualTo("/apis/storage.k8s.io/v1/csinodes/node-1/status");
      return server.patch(NODE, intent.mergePatch());
    }

    /** C21: read again, decide again. */
    private void again(Decision decision) {
      Decision rebased = decision.write().orElseThrow().rebase(node(), now).orElseThrow();
      Verdict<Entry> verdict = reference.decide(seen, now);
      compare(rebased, verdict);
      if (rebased.write().isEmpty()) {
        remember(rebased);
        record(rebased);
        return;
      }
      taken(rebased, verdict);
    }

    private void taken(Decision decision, Verdict<Entry> verdict) {
      Map<String, JsonNode> entries = entries();
      assertThat(patch(decision)).isEqualTo(Server.Answer.TAKEN);
      StorageIntent intent = intent(decision).orElseThrow();
      boolean desired = verdict.write().orElseThrow().present();
      assertThat(intent.introducesHealth())
          .as("introduces")
          .isEqualTo(desired && intent.target().storageHealth().isEmpty());
      // C22: a 2xx whose object lacks what was sent is a dropped write.
      boolean drops = desired && entries.isEmpty() && !server.gate();
      assertThat(intent.isDroppedIn(node())).as("dropped").isEqualTo(drops);
      Map<String, JsonNode> others = entries();
      others.remove(driver);
      entries.remove(driver);
      assertThat(others).as("entries of other drivers").isEqualTo(entries);
      if (drops) {
        lost(decision);
      } else {
        remember(decision);
        reference.wrote(verdict, now);
      }
      record(decision);
    }

    private void remember(Decision decision) {
      memories.put(driver, decision.memory());
    }

    /** What was decided is not stored. */
    private void lost(Decision decision) {
      memories.put(driver, decision.memoryUnlessStored());
    }

    private void record(Decision decision) {
      events.add(new Event(driver, seen, now, before, intent(decision), stored(driver)));
    }
  }

  private static Optional<StorageIntent> intent(Decision decision) {
    return decision
        .write()
        .map(
            intent ->
                intent.fold(
                    claim -> {
                      throw new AssertionError(claim);
                    },
                    pod -> {
                      throw new AssertionError(pod);
                    },
                    storage -> storage));
  }
}
