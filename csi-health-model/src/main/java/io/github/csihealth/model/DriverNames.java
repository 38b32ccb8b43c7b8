package io.github.csihealth.model;

/** What a CSI driver's name may look like: a DNS subdomain, in which case does not matter. */
final class DriverNames {

  static final String FORM =
      "labels of letters, digits and '-', each with a letter or digit at both ends, joined by '.'";

  private DriverNames() {}

  /** Whether the form is legal, at any length. */
  static boolean hasLegalForm(String name) {
    for (String label : name.split("\\.", -1)) {
      if (!isLabel(label)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLabel(String label) {
    return !label.isEmpty()
        && label.chars().allMatch(c -> isAlphanumeric(c) || c == '-')
        && label.charAt(0) != '-'
        && label.charAt(label.length() - 1) != '-';
  }

  private static boolean isAlphanumeric(int c) {
    int lower = Character.toLowerCase(c); // as the server: the Kelvin sign is a 'k' to both
    return (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
  }
}
