package io.github.csihealth.proof;

import java.util.Collections;
import java.util.List;

/** One thing that happens to a CSINode. */
interface NodeStep {

  void in(NodeWorld world);

  record Clock(long millis) implements NodeStep {
    @Override
    public void in(NodeWorld world) {
      world.clock(millis);
    }
  }

  /** A driver is asked for the health of its backend. */
  record Probe(String driver, NodeAnswer answer, List<Fate<NodeEntry>> fates) implements NodeStep {

    /** The same, and nothing comes between. */
    Probe undisturbed() {
      return new Probe(driver, answer, Collections.nCopies(fates.size(), Fate.of(Fate.Kind.NONE)));
    }

    @Override
    public void in(NodeWorld world) {
      world.probe(driver, answer, fates.iterator());
    }
  }

  record Restart() implements NodeStep {
    @Override
    public void in(NodeWorld world) {
      world.restart();
    }
  }

  record Gate(boolean on) implements NodeStep {
    @Override
    public void in(NodeWorld world) {
      world.server().gate(on);
    }
  }

  record OtherWriter(NodeEntry entry) implements NodeStep {
    @Override
    public void in(NodeWorld world) {
      world.store(entry);
    }
  }

  /** The CSINode is deleted, and another of its name created. */
  record Recreate() implements NodeStep {
    @Override
    public void in(NodeWorld world) {
      world.create();
    }
  }
}
