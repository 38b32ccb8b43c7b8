package io.github.csihealth.testkit.conformance.driver;

import io.github.csihealth.testkit.conformance.Outcome;
import io.github.csihealth.testkit.conformance.Rule;

/** Rules about drivers that offer one health call; they are skipped on others. */
record RuleGroup(HealthCall call) {

  Rule<DriverUnderTest> required(
      String number, String words, String clause, String intent, Trial.Check check) {
    return Rule.required(number, words, clause, intent, subject -> tried(subject, check));
  }

  Rule<DriverUnderTest> optional(
      String number, String words, String clause, String intent, Trial.Check check) {
    return Rule.optional(number, words, clause, intent, subject -> tried(subject, check));
  }

  private Outcome tried(DriverUnderTest subject, Trial.Check check) throws Exception {
    return Trial.of(
        subject,
        trial -> {
          trial.requireOffered(call);
          return check.on(trial);
        });
  }
}
