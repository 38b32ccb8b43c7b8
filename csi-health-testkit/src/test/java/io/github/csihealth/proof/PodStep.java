package io.github.csihealth.proof;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One thing that happens to a pod. */
interface PodStep {

  void in(PodWorld world);

  record Clock(long millis) implements PodStep {
    @Override
    public void in(PodWorld world) {
      world.clock(millis);
    }
  }

  /** The node probes a claim's volume. */
  record Probe(String claim, Answer answer, List<Fate<PodEntry>> fates) implements PodStep {

    /** The same, and nothing comes between. */
    Probe undisturbed() {
      return new Probe(claim, answer, Collections.nCopies(fates.size(), Fate.of(Fate.Kind.NONE)));
    }

    @Override
    public void in(PodWorld world) {
      world.probe(claim, answer, fates.iterator());
    }
  }

  record Restart() implements PodStep {
    @Override
    public void in(PodWorld world) {
      world.restart();
    }
  }

  record Gate(boolean on) implements PodStep {
    @Override
    public void in(PodWorld world) {
      world.server().gate(on);
    }
  }

  record OtherWriter(PodEntry entry) implements PodStep {
    @Override
    public void in(PodWorld world) {
      world.store(entry);
    }
  }

  /** The pod is deleted, and another of its name created with these volumes. */
  record Recreate(Map<String, PodWorld.Source> volumes) implements PodStep {
    @Override
    public void in(PodWorld world) {
      world.create(volumes);
    }
  }
}
