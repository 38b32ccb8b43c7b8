package io.github.csihealth.csi.driver;

import java.util.Optional;

/** What a driver's controller knows of the health of one volume. */
@FunctionalInterface
public interface VolumeHealthPort {

  /**
   * The health of a volume, seen from the storage system. May block: it is called on the executor
   * of the {@link PortExecution}, by many threads at once, and interrupted when the time is up.
   *
   * @param volumeId not empty, at most 128 bytes
   * @return empty if there is no such volume, which the caller is told as NOT_FOUND; that is never
   *     the answer for a volume which only cannot be asked about now
   * @throws HealthCallException to fail the call with a status of the spec
   * @throws Exception anything else fails it as INTERNAL
   */
  Optional<VolumeConditions> get(String volumeId, Secrets secrets) throws Exception;
}
