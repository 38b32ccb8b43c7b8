package io.github.csihealth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.FindingKind;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.model.VolumeHealthStatus;
import io.github.csihealth.proof.ReferenceBinding.Owner;
import io.github.csihealth.proof.ReferenceBinding.Volume;
import io.github.csihealth.reconcile.BindingIndex;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import io.github.csihealth.reconcile.ClaimReconciler;
import io.github.csihealth.reconcile.Decision;
import io.github.csihealth.reconcile.ListCycle;
import io.github.csihealth.reconcile.Memory;
import io.github.csihealth.reconcile.Observation;
import io.github.csihealth.reconcile.WriteIntent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plays the steps of a history against the engine and the reference, and compares them. */
final class World {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00.250Z");

  private final Choices choices;
  private final boolean comparing;
  private final Cluster cluster = new Cluster();
  private Instant now = START;

  // The engine and its caller.
  private final ClaimReconciler reconciler;
  private BindingIndex index = BindingIndex.of(ReferenceBinding.DRIVER);
  private final Map<String, Memory> memories = new HashMap<>();
  private final Map<String, Claim> olderCopies = new HashMap<>();

  // The reference.
  private final Map<String, ReferenceVolume> references = new HashMap<>();
  private Map<String, Volume> bound = Map.of();

  private final List<Event> events = new ArrayList<>();
  private int cycles;
  private final Map<String, Integer> lives = new HashMap<>();

  private World(Choices choices, boolean comparing) {
    this.choices = choices;
    this.comparing = comparing;
    this.reconciler = ClaimReconciler.with(choices.toOptions());
  }

  /** Compares each decision, and what is stored after each step, with the reference. */
  static World comparing(Choices choices) {
    return new World(choices, true);
  }

  /** Plays for the engine alone, and only records what it decides. */
  static World recording(Choices choices) {
    return new World(choices, false);
  }

  /** What the engine decided, in order. */
  List<Event> events() {
    return events;
  }

  Cluster cluster() {
    return cluster;
  }

  void play(Step step) {
    step.in(this);
    for (String name : comparing ? cluster.claims.keySet() : Set.<String>of()) {
      Stored stored = Stored.of(cluster.readClaim(name).health());
      assertThat(stored).as("stored after %s", step).isEqualTo(reference(name).stored());
    }
  }

  // Time and life

  void clock(long millis) {
    now = now.plusMillis(millis);
  }

  /** The process starts anew: it lists everything again. */
  void restart() {
    index = BindingIndex.of(ReferenceBinding.DRIVER);
    cluster.claims.values().forEach(claim -> forget(claim.uid()));
    relist();
  }

  /** Everything is shown again, in whatever order. */
  void relist() {
    cluster.claims.keySet().forEach(name -> index.claimSeen(cluster.readClaim(name)));
    cluster.volumes.keySet().forEach(name -> index.volumeSeen(cluster.readVolume(name)));
    rebind();
  }

  /** The watch shows an older copy of a claim once more. */
  void showOlderCopy(String name) {
    Claim older = olderCopies.get(name);
    if (older != null && cluster.claims.containsKey(name)) {
      index.claimSeen(older);
    }
  }

  // Claims and volumes

  void claim(String name, String volumeName, String phase) {
    Owner claim = cluster.claim(name, volumeName, phase);
    references.computeIfAbsent(claim.uid(), uid -> ReferenceVolume.ofClaim(choices));
    show(name);
  }

  void claimDeleted(String name) {
    Owner claim = cluster.claims.get(name);
    if (claim != null) {
      cluster.delete(name);
      index.claimGone(claim.namespace(), name, claim.uid());
      olderCopies.remove(name);
      rebind();
    }
  }

  void volume(Volume volume) {
    cluster.volumes.put(volume.name(), volume);
    index.volumeSeen(cluster.readVolume(volume.name()));
    rebind();
  }

  void volumeDeleted(String name) {
    cluster.volumes.remove(name);
    index.volumeGone(name);
    rebind();
  }

  void gate(boolean on) {
    cluster.server.gate(on);
  }

  /** Another writer stores health, and the watch shows it. */
  void otherWriter(String name, OtherHealth health) {
    if (cluster.claims.containsKey(name)) {
      store(name, health);
      show(name);
    }
  }

  private void store(String name, OtherHealth health) {
    ReferenceVolume reference = reference(name);
    cluster.server.putHealth(name, health.json(now));
    // C22: with the gate off only a field that is there already takes updates.
    if (cluster.server.gate() || reference.stored().present()) {
      reference.store(health.stored(now));
    }
  }

  private void show(String name) {
    Claim claim = cluster.readClaim(name);
    olderCopies.putIfAbsent(name, claim);
    index.claimSeen(claim);
    rebind();
  }

  /** What is remembered belongs to one claim bound to one volume. */
  private void rebind() {
    Map<String, Volume> before = bound;
    bound = cluster.bound();
    for (Owner claim : cluster.claims.values()) {
      if (!sameVolume(before.get(claim.name()), bound.get(claim.name()))) {
        forget(claim.uid());
      }
    }
  }

  private void forget(String uid) {
    memories.remove(uid);
    references.get(uid).forget();
    lives.merge(uid, 1, Integer::sum);
  }

  private static boolean sameVolume(Volume a, Volume b) {
    return a != null
        && b != null
        && a.name().equals(b.name())
        && a.handle().equals(b.handle())
        && a.claimUid().equals(b.claimUid());
  }

  private ReferenceVolume reference(String name) {
    return references.get(cluster.claims.get(name).uid());
  }

  // Probes

  void get(String handle, Answer answer, Iterator<Fate<OtherHealth>> fates) {
    observe(handle, answer.observation(handle, false), answer.seen(false), fates);
  }

  /**
   * A list cycle.
   *
   * @param attempts the pages of each attempt; all but the last are given up and restarted
   * @param answers what a confirming Get gives, by handle
   */
  void cycle(
      List<List<List<VolumeHealthReport>>> attempts,
      Optional<FailureKind> failure,
      Map<String, Answer> answers,
      Iterator<Fate<OtherHealth>> fates) {
    Set<String> tracked =
        index.all().stream().map(b -> b.volume().volumeHandle()).collect(Collectors.toSet());
    if (comparing) {
      assertThat(tracked)
          .isEqualTo(bound.values().stream().map(Volume::handle).collect(Collectors.toSet()));
    }
    ListCycle cycle = ListCycle.begin(tracked::contains);
    List<VolumeHealthReport> listed = List.of();
    for (List<List<VolumeHealthReport>> pages : attempts) {
      cycle.restart(); // C14: what an earlier attempt listed is discarded
      pages.forEach(page -> page.forEach(cycle::add));
      listed = pages.stream().flatMap(List::stream).toList();
    }
    ListCycle.Result result =
        failure.map(Answer::probeFailure).map(cycle::fail).orElseGet(cycle::complete);
    assertThat(result.untracked())
        .isEqualTo((int) listed.stream().filter(e -> !tracked.contains(e.volumeId())).count());
    cycles++;
    Set<String> ask = new LinkedHashSet<>();
    for (String handle : tracked) {
      Seen seen = ReferenceCycle.of(handle, listed, failure);
      if (observe(handle, result.observationOf(handle), seen, fates)) {
        ask.add(handle);
      }
    }
    for (String handle : ask) {
      Answer answer = answers.get(handle);
      observe(handle, answer.observation(handle, true), answer.seen(true), fates);
    }
  }

  /** Decides for every claim bound to the handle; returns whether Get is to be asked. */
  private boolean observe(
      String handle, Observation observation, Seen seen, Iterator<Fate<OtherHealth>> fates) {
    List<Claim> claims = index.ofHandle(handle).stream().map(Bound::claim).toList();
    if (comparing) {
      assertThat(claims.stream().map(Claim::name).toList())
          .as("claims that a report on %s reaches", handle)
          .containsExactlyInAnyOrderElementsOf(
              bound.keySet().stream().filter(n -> bound.get(n).handle().equals(handle)).toList());
    }
    boolean ask = false;
    for (Claim claim : claims) {
      ask |= new Turn(claim, observation, seen).decide(fates);
    }
    return ask;
  }

  /** One observation on one claim, from the decision to what is stored. */
  private final class Turn {
    private final String name;
    private final String uid;
    private final Claim claim;
    private final Observation observation;
    private final Seen seen;
    private final ReferenceVolume reference;
    private final List<String> surfaced = new ArrayList<>();

    Turn(Claim claim, Observation observation, Seen seen) {
      this.name = claim.name();
      this.uid = claim.uid();
      this.claim = claim;
      this.observation = observation;
      this.seen = seen;
      this.reference = references.get(uid);
    }

    boolean decide(Iterator<Fate<OtherHealth>> fates) {
      if (comparing) {
        assertThat(claim).as("the copy decided on").isEqualTo(cluster.readClaim(name));
      }
      Memory memory = memories.getOrDefault(uid, Memory.EMPTY);
      Decision decision = reconciler.decide(claim, observation, memory, now);
      Verdict<Map<String, Stored>> verdict = reference.observe(seen, now);
      compare(decision, verdict);
      if (decision.write().isEmpty()) {
        remember(decision);
        record(decision, claim, false);
        return decision.confirm();
      }
      act(decision, verdict, fates.next());
      return false;
    }

    private void compare(Decision decision, Verdict<Map<String, Stored>> verdict) {
      surfaced.addAll(decision.newlyUnknown());
      if (!comparing) {
        return;
      }
      assertThat(decision.cause().name()).as("cause").isEqualTo(verdict.why().name());
      assertThat(desired(decision).map(Stored::of)).as("desired").isEqualTo(written(verdict));
      assertThat(decision.until()).as("until").isEqualTo(verdict.until());
      assertThat(decision.findings().stream().anyMatch(f -> f.kind() == FindingKind.TIME_IN_FUTURE))
          .as("surfaces a future time")
          .isEqualTo(verdict.futureTime());
      Telling.compare(decision, verdict);
    }

    private void act(
        Decision decision, Verdict<Map<String, Stored>> verdict, Fate<OtherHealth> fate) {
      switch (fate.kind()) {
        case NONE -> {}
        case CONFLICT -> store(name, fate.other().orElseThrow());
        case UNBOUND -> cluster.claim(name, claim.volumeName(), "Lost");
        case RECREATED -> {
          cluster.delete(name);
          references.put(
              cluster.claim(name, claim.volumeName(), "Bound").uid(),
              ReferenceVolume.ofClaim(choices));
        }
        case LOST -> {
          lost(decision);
          record(decision, claim, false);
          return;
        }
      }
      switch (patch(decision)) {
        case TAKEN -> {
          assertThat(fate.kind()).as("taken").isEqualTo(Fate.Kind.NONE);
          taken(decision, verdict, claim);
        }
        case CONFLICT -> again(decision);
        case GONE -> {
          assertThat(fate.kind()).isEqualTo(Fate.Kind.RECREATED);
          index.claimGone(claim.namespace(), name, uid);
          olderCopies.remove(name);
          show(name);
        }
      }
    }

    private Server.Answer patch(Decision decision) {
      WriteIntent intent = decision.write().orElseThrow();
      assertThat(intent.path())
          .isEqualTo("/api/v1/namespaces/shop/persistentvolumeclaims/" + name + "/status");
      return cluster.server.patch(name, intent.mergePatch());
    }

    /** C21: read again, decide again, unless the claim has another binding by now (C18). */
    private void again(Decision decision) {
      Claim newer = cluster.readClaim(name);
      Optional<Decision> rebased = decision.write().orElseThrow().rebase(newer, now);
      assertThat(rebased.isPresent()).isEqualTo(newer.phase().equals("Bound"));
      if (rebased.isEmpty()) {
        show(name);
        return;
      }
      Verdict<Map<String, Stored>> verdict = reference.decide(seen, now);
      compare(rebased.get(), verdict);
      if (rebased.get().write().isEmpty()) {
        remember(rebased.get());
        record(rebased.get(), newer, false);
        show(name);
        return;
      }
      assertThat(patch(rebased.get())).isEqualTo(Server.Answer.TAKEN);
      taken(rebased.get(), verdict, newer);
    }

    private void taken(Decision decision, Verdict<Map<String, Stored>> verdict, Claim before) {
      Claim answered = cluster.readClaim(name);
      WriteIntent intent = decision.write().orElseThrow();
      boolean dropped = intent.isDroppedIn(answered);
      if (comparing) {
        boolean introduces =
            written(verdict).orElseThrow().present() && !reference.stored().present();
        assertThat(intent.introducesHealth()).as("introduces").isEqualTo(introduces);
        // C22: a 2xx whose object lacks what was sent is a dropped write.
        assertThat(dropped).as("dropped").isEqualTo(introduces && !cluster.server.gate());
      }
      if (dropped) {
        lost(decision);
      } else {
        remember(decision);
        verdict.write().ifPresent(written -> reference.wrote(verdict, now));
      }
      record(decision, before, !dropped);
      index.claimSeen(answered);
    }

    private void remember(Decision decision) {
      memories.put(uid, decision.memory());
    }

    /** What was decided is not stored. */
    private void lost(Decision decision) {
      memories.put(uid, decision.memoryUnlessStored());
    }

    private void record(Decision decision, Claim before, boolean stored) {
      events.add(
          new Event(
              cycles,
              lives.getOrDefault(uid, 0),
              uid,
              seen,
              now,
              decision.cause(),
              before.health(),
              desired(decision),
              cluster.readClaim(name).health(),
              stored ? decision.eventOnceStored() : Optional.empty(),
              List.copyOf(surfaced)));
    }
  }

  private static Optional<Stored> written(Verdict<Map<String, Stored>> verdict) {
    return verdict.write().map(places -> places.get(ReferenceVolume.FIELD));
  }

  private static Optional<VolumeHealthStatus> desired(Decision decision) {
    return decision
        .write()
        .map(
            intent ->
                intent.fold(
                    claim -> claim.desired(),
                    pod -> {
                      throw new AssertionError(pod);
                    },
                    storage -> {
                      throw new AssertionError(storage);
                    }));
  }
}
