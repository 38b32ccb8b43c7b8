package io.github.csihealth.csi.driver;

/** What a driver knows of the health of its storage backends, as its node reaches them. */
@FunctionalInterface
public interface StorageHealthPort {

  /**
   * The health of all storage backends. May block: it is called on the executor of the {@link
   * PortExecution}, by many threads at once, and interrupted when the time is up.
   *
   * @throws HealthCallException to fail the call with a status of the spec
   * @throws Exception anything else fails it as INTERNAL
   */
  StorageConditions get(Secrets secrets) throws Exception;
}
