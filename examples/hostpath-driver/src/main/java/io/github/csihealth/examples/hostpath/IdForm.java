package io.github.csihealth.examples.hostpath;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The form of the ids that this driver makes. An id is the name of a folder, so that whatever has
 * another form is no id, and no path is made from it.
 */
enum IdForm {
  VOLUME("vol-"),
  SNAPSHOT("snap-");

  private final String prefix;
  private final Pattern pattern;

  IdForm(String prefix) {
    this.prefix = prefix;
    this.pattern = Pattern.compile(prefix + "[0-9a-f]{32}");
  }

  /** Never made before: an id that comes again would hand its volume to those of the old one. */
  String newId() {
    return prefix + UUID.randomUUID().toString().replace("-", "");
  }

  boolean fits(String text) {
    return pattern.matcher(text).matches();
  }

  /**
   * The text itself.
   *
   * @throws IllegalArgumentException if it is no such id
   */
  String checked(String text) {
    if (!fits(text)) {
      throw new IllegalArgumentException("not an id of this driver: " + text);
    }
    return text;
  }
}
