package io.github.csihealth.testkit.apiserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a write is to be carried out, as its query says.
 *
 * @param manager the field manager: given, or implied by the user agent
 * @param force whether an apply takes what others own
 * @param fieldValidation what becomes of unknown and repeated fields
 * @param dryRun whether nothing is to be stored
 */
record WriteOptions(
    String manager, boolean force, FieldValidation fieldValidation, boolean dryRun) {
  private static final List<String> VALIDATIONS = List.of("", "Ignore", "Strict", "Warn");

  /** What becomes of unknown and repeated fields. */
  enum FieldValidation {
    IGNORE,
    WARN,
    STRICT
  }

  /** The options of a write by the test itself. */
  static WriteOptions internal(String manager) {
    return new WriteOptions(manager, false, FieldValidation.IGNORE, false);
  }

  /**
   * Reads the options.
   *
   * @param kind the kind of patch; empty for a creation or replacement
   * @param optionsKind how a refusal names the options, such as {@code PatchOptions}
   */
  static WriteOptions of(
      QueryParameters query, String userAgent, Optional<PatchKind> kind, String optionsKind) {
    List<FieldError> errors = new ArrayList<>();
    boolean applies = kind.filter(PatchKind.APPLY::equals).isPresent();
    String manager = query.text("fieldManager");
    if (applies && manager.isEmpty()) {
      errors.add(FieldError.required("fieldManager", "is required for apply patch"));
    }
    if (!applies && kind.isPresent() && query.has("force")) {
      errors.add(FieldError.forbidden("force", "may not be specified for non-apply patch"));
    }
    List<String> dryRun = query.all("dryRun");
    errors.addAll(dryRunErrors(dryRun));
    String validation = query.text("fieldValidation");
    if (!VALIDATIONS.contains(validation)) {
      errors.add(FieldError.notSupported("fieldValidation", validation, VALIDATIONS));
    }
    if (!errors.isEmpty()) {
      throw StatusException.invalid("meta.k8s.io", optionsKind, "", errors);
    }
    return new WriteOptions(
        manager.isEmpty() ? implied(userAgent) : manager,
        query.flag("force"),
        switch (validation) {
          case "Ignore" -> FieldValidation.IGNORE;
          case "Strict" -> FieldValidation.STRICT;
          default -> FieldValidation.WARN;
        },
        !dryRun.isEmpty());
  }

  /** What is wrong with a wish for a dry run, of which there is one kind. */
  static List<FieldError> dryRunErrors(List<String> dryRun) {
    List<String> supported = List.of("All");
    return supported.containsAll(dryRun)
        ? List.of()
        : List.of(FieldError.notSupported("dryRun", dryRun, supported));
  }

  private static String implied(String userAgent) {
    int slash = userAgent.indexOf('/');
    String name = slash < 0 ? userAgent : userAgent.substring(0, slash);
    return name.isEmpty() ? "unknown" : name;
  }
}
