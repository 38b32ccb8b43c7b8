package io.github.csihealth.model;

import java.util.Objects;

/**
 * What a driver says of itself.
 *
 * <p>Source: CSI spec v1.13, GetPluginInfo and ControllerGetCapabilities.
 */
public final class DriverInfo {

  private final String name;
  private final String vendorVersion;
  private final ControllerMode controllerMode;

  private DriverInfo(String name, String vendorVersion, ControllerMode controllerMode) {
    this.name = name;
    this.vendorVersion = Objects.requireNonNull(vendorVersion, "vendorVersion");
    this.controllerMode = Objects.requireNonNull(controllerMode, "controllerMode");
  }

  /**
   * What a driver says.
   *
   * @param vendorVersion may be empty
   * @throws IllegalArgumentException if the name is empty
   */
  public static DriverInfo of(String name, String vendorVersion, ControllerMode controllerMode) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a driver has a name");
    }
    return new DriverInfo(name, vendorVersion, controllerMode);
  }

  /** The driver's name, as {@code spec.csi.driver} of its volumes has it; never empty. */
  public String name() {
    return name;
  }

  /** The driver's own version; may be empty. */
  public String vendorVersion() {
    return vendorVersion;
  }

  /** How its controller may be asked for health. */
  public ControllerMode controllerMode() {
    return controllerMode;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof DriverInfo that
            && name.equals(that.name)
            && vendorVersion.equals(that.vendorVersion)
            && controllerMode == that.controllerMode);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, vendorVersion, controllerMode);
  }

  /** Reads {@code disk.example.com 1.2.3 (LIST)}. */
  @Override
  public String toString() {
    return name + " " + vendorVersion + " (" + controllerMode + ")";
  }
}
