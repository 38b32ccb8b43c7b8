package io.github.csihealth.testkit.conformance.driver;

/**
 * Makes faults in the storage that a driver serves, and ends them. Its author knows the driver; the
 * suite does not.
 *
 * <p>When a method returns, the driver can already tell: the next call to it must show what was
 * made or ended. A method that throws has made nothing: the rule is inconclusive, with the
 * exception's message as the reason. Called by one thread at a time.
 */
public interface FaultInjector {

  /**
   * Something is wrong with the volume from now on, and the driver's controller can know: at least
   * one condition. The same fault each time, and it stays as it is until {@link #recoverVolume}.
   *
   * @throws Exception if that cannot be made
   */
  void degradeVolume(String volumeId) throws Exception;

  /**
   * Nothing is wrong with the volume any more. Called once for each volume that was degraded, also
   * when a rule has failed.
   *
   * @throws Exception if that cannot be made
   */
  void recoverVolume(String volumeId) throws Exception;

  /**
   * Something is wrong with the storage back end from now on, and the driver's node can know: at
   * least one condition, which stays as it is until {@link #recoverStorage}.
   *
   * @throws Exception if that cannot be made
   */
  void degradeStorage() throws Exception;

  /**
   * What {@link #degradeStorage} made is over.
   *
   * @throws Exception if that cannot be made
   */
  void recoverStorage() throws Exception;
}
