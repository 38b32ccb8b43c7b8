package io.github.csihealth.model;

/**
 * The sizes that the Kubernetes API server v1.37 and the CSI spec v1.13 allow. All are inclusive
 * upper bounds; sizes of strings are in bytes of UTF-8.
 *
 * <p>Source: observed on kube-apiserver v1.37.2; CSI spec, "Size Limits".
 */
public final class HealthLimits {

  /** Conditions in one list of a claim, a pod volume or a driver on a CSINode. */
  public static final int MAX_CONDITIONS = 16;

  /** Bytes of a reason that the API server takes. */
  public static final int MAX_REASON_BYTES = 256;

  /** Bytes of a message that the API server takes. */
  public static final int MAX_MESSAGE_BYTES = 1024;

  /** Bytes of a CSI driver's name that the API server takes. */
  public static final int MAX_DRIVER_NAME_BYTES = 63;

  /** Bytes that the CSI spec allows a driver for any string field. */
  public static final int MAX_CSI_STRING_BYTES = 128;

  /** Bytes that the CSI spec allows for all keys and values of a map, secrets included. */
  public static final int MAX_CSI_MAP_BYTES = 4096;

  private HealthLimits() {}
}
