package io.github.csihealth.csi.driver;

import java.util.Optional;

/** What a driver knows of the health of one volume on its node. */
@FunctionalInterface
public interface NodeVolumeHealthPort {

  /**
   * The health of a volume, seen from this node. May block: it is called on the executor of the
   * {@link PortExecution}, by many threads at once, and interrupted when the time is up.
   *
   * @param volume perhaps one whose staging or publishing has failed
   * @return empty if there is no such volume on the node, which the caller is told as NOT_FOUND
   * @throws HealthCallException to fail the call with a status of the spec
   * @throws Exception anything else fails it as INTERNAL
   */
  Optional<VolumeConditions> get(NodeVolume volume) throws Exception;
}
