package io.github.csihealth.testkit.assertions;

import io.github.csihealth.model.Finding;
import io.github.csihealth.model.FindingKind;
import java.util.List;

/**
 * Assertions on whatever carries findings.
 *
 * @param <S> the assertion itself
 * @param <A> what carries the findings
 */
public abstract class AbstractFindingsAssert<S extends AbstractFindingsAssert<S, A>, A>
    extends AbstractHealthAssert<S, A> {

  AbstractFindingsAssert(A actual, Class<S> self) {
    super(actual, self);
  }

  abstract List<Finding> findings();

  /** Nothing was odd. */
  public S hasNoFindings() {
    return check(findings().isEmpty(), () -> "Expected no finding, but there is" + listed());
  }

  /** Something of this kind was odd. */
  public S hasFinding(FindingKind kind) {
    return check(
        findings().stream().anyMatch(finding -> finding.kind() == kind),
        () -> "Expected a finding " + kind + ", but there is" + listed());
  }

  /** Something of this kind was odd at this path. */
  public S hasFinding(FindingKind kind, String path) {
    return check(
        findings().stream().anyMatch(f -> f.kind() == kind && f.path().equals(path)),
        () -> "Expected a finding " + kind + " at " + path + ", but there is" + listed());
  }

  private String listed() {
    StringBuilder text = new StringBuilder(findings().isEmpty() ? " none" : ":");
    findings().forEach(finding -> text.append("\n  ").append(finding));
    return text.toString();
  }
}
