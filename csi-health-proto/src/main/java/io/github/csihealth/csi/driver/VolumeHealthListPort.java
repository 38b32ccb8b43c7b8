package io.github.csihealth.csi.driver;

import java.util.Map;

/** What a driver's controller knows of the health of all its volumes. */
@FunctionalInterface
public interface VolumeHealthListPort {

  /**
   * All volumes that the driver knows, by id, with their health now. Asked anew for each page. May
   * block: it is called on the executor of the {@link PortExecution}, by many threads at once, and
   * interrupted when the time is up.
   *
   * <p>Volumes of which nothing wrong is known may be in it or not. A volume whose health cannot be
   * found out now must not be left out, as that would look like recovery: fail the call instead.
   *
   * @return a map that may be read while it lasts, such as a copy or a concurrent map
   * @throws HealthCallException to fail the call with a status of the spec
   * @throws Exception anything else fails it as INTERNAL
   */
  Map<String, VolumeConditions> list(Secrets secrets) throws Exception;
}
