package io.github.csihealth.proof;

import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.VolumeHealthReport;
import io.github.csihealth.proof.ReferenceBinding.Owner;
import io.github.csihealth.proof.ReferenceBinding.Volume;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One thing that happens. */
interface Step {

  void in(World world);

  record Clock(long millis) implements Step {
    @Override
    public void in(World world) {
      world.clock(millis);
    }
  }

  record Get(String handle, Answer answer, List<Fate<OtherHealth>> fates) implements Step {

    /** The same, and nothing comes between. */
    Get undisturbed() {
      return new Get(handle, answer, Collections.nCopies(fates.size(), Fate.of(Fate.Kind.NONE)));
    }

    @Override
    public void in(World world) {
      world.get(handle, answer, fates.iterator());
    }
  }

  record Cycle(
      List<List<List<VolumeHealthReport>>> attempts,
      Optional<FailureKind> failure,
      Map<String, Answer> answers,
      List<Fate<OtherHealth>> fates)
      implements Step {
    @Override
    public void in(World world) {
      world.cycle(attempts, failure, answers, fates.iterator());
    }
  }

  record Restart() implements Step {
    @Override
    public void in(World world) {
      world.restart();
    }
  }

  record Relist() implements Step {
    @Override
    public void in(World world) {
      world.relist();
    }
  }

  record OlderCopy(String claim) implements Step {
    @Override
    public void in(World world) {
      world.showOlderCopy(claim);
    }
  }

  record Gate(boolean on) implements Step {
    @Override
    public void in(World world) {
      world.gate(on);
    }
  }

  record OtherWriter(String claim, OtherHealth health) implements Step {
    @Override
    public void in(World world) {
      world.otherWriter(claim, health);
    }
  }

  /** A claim, new or not, and a volume are bound to each other. */
  record Bind(String claim, String volume, String handle) implements Step {
    @Override
    public void in(World world) {
      world.claim(claim, volume, "Bound");
      String uid = world.cluster().claims.get(claim).uid();
      world.volume(
          new Volume(
              volume,
              ReferenceBinding.DRIVER,
              handle,
              Cluster.NAMESPACE,
              claim,
              uid,
              "Bound",
              false));
    }
  }

  /** The claim changes its volume or phase, by itself. */
  record ChangeClaim(String claim, String volume, String phase) implements Step {
    @Override
    public void in(World world) {
      world.claim(claim, volume, phase);
    }
  }

  /** The claim is deleted; one of the same name and volume may follow it. */
  record DeleteClaim(String claim, boolean again) implements Step {
    @Override
    public void in(World world) {
      Owner before = world.cluster().claims.get(claim);
      world.claimDeleted(claim);
      if (again && before != null) {
        world.claim(claim, before.volumeName(), before.phase());
      }
    }
  }

  record DeleteVolume(String volume) implements Step {
    @Override
    public void in(World world) {
      world.volumeDeleted(volume);
    }
  }

  /** One field of the volume becomes something else. */
  record ChangeVolume(String volume, Part part, String value) implements Step {

    enum Part {
      DRIVER,
      HANDLE,
      CLAIM_NAMESPACE,
      CLAIM_NAME,
      CLAIM_UID,
      PHASE,
      DELETING
    }

    @Override
    public void in(World world) {
      Volume v = world.cluster().volumes.get(volume);
      if (v != null) {
        world.volume(
            new Volume(
                volume,
                part == Part.DRIVER ? value : v.driver(),
                part == Part.HANDLE ? value : v.handle(),
                part == Part.CLAIM_NAMESPACE ? value : v.claimNamespace(),
                part == Part.CLAIM_NAME ? value : v.claimName(),
                part == Part.CLAIM_UID ? value : v.claimUid(),
                part == Part.PHASE ? value : v.phase(),
                part == Part.DELETING || v.deleting()));
      }
    }
  }
}
