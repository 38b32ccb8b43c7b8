package io.github.csihealth.proof;

/** Rule C18: whether a volume's report may reach a claim. */
final class ReferenceBinding {

  static final String DRIVER = "disk.example.com";

  private ReferenceBinding() {}

  /** A persistent volume in plain values; empty strings are fields that are not there. */
  record Volume(
      String name,
      String driver,
      String handle,
      String claimNamespace,
      String claimName,
      String claimUid,
      String phase,
      boolean deleting) {}

  /** A claim in plain values. */
  record Owner(String namespace, String name, String uid, String volumeName, String phase) {}

  static boolean holds(Volume volume, Owner claim) {
    boolean ours = volume.driver.equals(DRIVER) && !volume.handle.isEmpty();
    boolean volumeNamesClaim =
        volume.phase.equals("Bound")
            && !volume.deleting
            && volume.claimNamespace.equals(claim.namespace)
            && volume.claimName.equals(claim.name)
            && !volume.claimUid.isEmpty()
            && volume.claimUid.equals(claim.uid);
    boolean claimNamesVolume = claim.phase.equals("Bound") && claim.volumeName.equals(volume.name);
    return ours && volumeNamesClaim && claimNamesVolume;
  }
}
