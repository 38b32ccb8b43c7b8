package io.github.csihealth.testkit.conformance.writer;

import static io.github.csihealth.testkit.conformance.writer.Scene.CLAIMS;
import static io.github.csihealth.testkit.conformance.writer.Scene.DATA;
import static io.github.csihealth.testkit.conformance.writer.Scene.NAMESPACE;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUME;
import static io.github.csihealth.testkit.conformance.writer.Scene.VOLUMES;
import static io.github.csihealth.testkit.conformance.writer.Scene.degraded;
import static io.github.csihealth.testkit.conformance.writer.Scene.expect;
import static io.github.csihealth.testkit.conformance.writer.Scene.requiredOfLoop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.csihealth.testkit.apiserver.BoundClaim;
import io.github.csihealth.testkit.conformance.Rule;
import java.util.List;
import java.util.UUID;

/** Which claims a report may reach. */
final class BindingRules {

  private static final String BINDING = "Kubernetes API: PersistentVolume spec.claimRef and phase";

  private BindingRules() {}

  static List<Rule<WriterUnderTest>> rules() {
    return List.of(
        requiredOfLoop(
            "W51",
            "claimMadeAnewGetsNothingOfTheOldOne",
            BINDING,
            "A claim that was deleted and made again under its name is another one (by its uid):"
                + " the old one's volume says nothing of it.",
            BindingRules::madeAnew),
        requiredOfLoop(
            "W52",
            "claimOfAnotherVolumeGetsNothing",
            BINDING,
            "A claim that names a volume which is bound to another claim has no part in it.",
            BindingRules::boundToAnother),
        requiredOfLoop(
            "W53",
            "volumeOfAnotherDriverGetsNothing",
            "Kubernetes API: PersistentVolume spec.csi.driver",
            "A volume handle means something within its driver only.",
            BindingRules::otherDriver),
        requiredOfLoop(
            "W54",
            "releasedVolumeGetsNothing",
            BINDING,
            "A volume that is no longer Bound says nothing of the claim that it was bound to.",
            BindingRules::released),
        requiredOfLoop(
            "W55",
            "allClaimsOfAHandleAreTold",
            "Kubernetes API: PersistentVolume spec.csi.volumeHandle",
            "Two persistent volumes may stand for one volume of the driver, such as a shared file"
                + " system: the claims of both are told.",
            BindingRules::sharedHandle),
        requiredOfLoop(
            "W56",
            "claimBoundLaterIsTold",
            BINDING,
            "A claim that is bound while the writer runs is told of its volume's health.",
            BindingRules::boundLater),
        requiredOfLoop(
            "W57",
            "volumeBeingDeletedGetsNothing",
            "Kubernetes API: metadata.deletionTimestamp",
            "A persistent volume that is being deleted is on its way out, and so perhaps is what is"
                + " behind it: nothing new is said of it.",
            BindingRules::beingDeleted));
  }

  private static void madeAnew(Scene scene) throws Exception {
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    ObjectNode claim = scene.object(CLAIMS, DATA);
    claim.withObject("/metadata").put("uid", UUID.randomUUID().toString());
    claim.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    claim.withObject("/status").remove("healthStatus");
    scene.api.delete(CLAIMS, NAMESPACE, DATA);
    scene.api.create(claim.toString());
    scene.rounds(4);
    expectNothing(scene, DATA);
  }

  private static void expectNothing(Scene scene, String claim) {
    expect(
        scene.health(claim).isMissingNode(),
        "claim %s was given %s".formatted(claim, scene.health(claim)));
  }

  private static void boundToAnother(Scene scene) throws Exception {
    ObjectNode thief = scene.object(CLAIMS, DATA);
    thief.withObject("/metadata").put("name", "thief").put("uid", UUID.randomUUID().toString());
    thief.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    scene.api.create(thief.toString());
    expectNotReached(scene, "thief");
  }

  /** The report reaches claim data; then it has had its time to reach the other one, too. */
  private static void expectNotReached(Scene scene, String claim) throws Exception {
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.rounds(2);
    expectNothing(scene, claim);
  }

  private static void otherDriver(Scene scene) throws Exception {
    scene.api.boundClaim(NAMESPACE, "other", "other.csihealth.example", VOLUME);
    expectNotReached(scene, "other");
  }

  private static void released(Scene scene) throws Exception {
    BoundClaim old = scene.bind("old", "vol-2");
    scene.api.patchStatus(VOLUMES, "", old.volumeName(), "{\"status\":{\"phase\":\"Released\"}}");
    scene.report("vol-2", degraded("PathLost"));
    expectNotReached(scene, "old");
  }

  private static void sharedHandle(Scene scene) throws Exception {
    scene.bind("also", VOLUME);
    scene.report(VOLUME, degraded("DiskSlow"));
    scene.start();
    scene.untilStored(DATA, "Degraded/DiskSlow");
    scene.untilStored("also", "Degraded/DiskSlow");
  }

  private static void boundLater(Scene scene) throws Exception {
    scene.report("vol-2", degraded("DiskSlow"));
    scene.start();
    scene.rounds(1);
    scene.bind("late", "vol-2");
    scene.untilStored("late", "Degraded/DiskSlow");
  }

  private static void beingDeleted(Scene scene) throws Exception {
    BoundClaim going = scene.bind("going", "vol-2");
    ObjectNode volume = scene.object(VOLUMES, going.volumeName());
    scene.api.delete(VOLUMES, "", going.volumeName());
    // Something keeps it from going at once.
    volume.withObject("/metadata").putArray("finalizers").add("kubernetes.io/pv-protection");
    volume.withObject("/metadata").remove(List.of("resourceVersion", "managedFields"));
    scene.api.create(volume.toString());
    scene.api.delete(VOLUMES, "", going.volumeName());
    scene.report("vol-2", degraded("PathLost"));
    expectNotReached(scene, "going");
  }
}
