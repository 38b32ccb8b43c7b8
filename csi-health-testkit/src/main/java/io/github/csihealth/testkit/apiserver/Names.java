package io.github.csihealth.testkit.apiserver;

import java.util.regex.Pattern;

/** The form of names that are DNS subdomains: of objects and of CSI drivers. */
final class Names {
  private static final String FORM =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
  private static final Pattern PATTERN = Pattern.compile(FORM);
  private static final int MAX_LENGTH = 253;

  static final String RULE =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '"
          + FORM
          + "')";

  private Names() {}

  static boolean isSubdomain(String name) {
    return name.length() <= MAX_LENGTH && PATTERN.matcher(name).matches();
  }
}
