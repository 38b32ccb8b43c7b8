package io.github.csihealth.csi.client;

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

  DriverInfo(String name, String vendorVersion, ControllerMode controllerMode) {
    this.name = name;
    this.vendorVersion = vendorVersion;
    this.controllerMode = controllerMode;
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
