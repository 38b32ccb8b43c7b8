/**
 * What the conformance suites have in common: numbered rules that are plain functions, what came of
 * each, and a report for people and for build servers.
 *
 * <p>A {@link io.github.csihealth.testkit.conformance.Rule} says what it asks and where that is
 * written; a {@link io.github.csihealth.testkit.conformance.Suite} runs its rules on a subject, one
 * after the other, into a {@link io.github.csihealth.testkit.conformance.ConformanceReport}. The
 * suites depend on no test framework.
 */
@NullMarked
package io.github.csihealth.testkit.conformance;

import org.jspecify.annotations.NullMarked;
