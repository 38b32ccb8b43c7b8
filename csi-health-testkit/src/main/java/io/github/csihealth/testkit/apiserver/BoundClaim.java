package io.github.csihealth.testkit.apiserver;

/**
 * A claim and a persistent volume that were created bound to each other. Immutable.
 *
 * @see InMemoryApiServer#boundClaim
 */
public final class BoundClaim {
  private final String namespace;
  private final String claimName;
  private final String claimUid;
  private final String volumeName;
  private final String volumeUid;

  BoundClaim(
      String namespace, String claimName, String claimUid, String volumeName, String volumeUid) {
    this.namespace = namespace;
    this.claimName = claimName;
    this.claimUid = claimUid;
    this.volumeName = volumeName;
    this.volumeUid = volumeUid;
  }

  /** The namespace of the claim. */
  public String namespace() {
    return namespace;
  }

  /** The name of the claim. */
  public String claimName() {
    return claimName;
  }

  /** The uid of the claim, which the volume's claimRef names. */
  public String claimUid() {
    return claimUid;
  }

  /** The name of the persistent volume, which the claim names. */
  public String volumeName() {
    return volumeName;
  }

  /** The uid of the persistent volume. */
  public String volumeUid() {
    return volumeUid;
  }

  @Override
  public String toString() {
    return namespace + "/" + claimName + " bound to " + volumeName;
  }
}
