/**
 * jqwik arbitraries for volume health: values that are valid and stay so while they shrink, and
 * hostile ones that hold the flaw that was asked for.
 *
 * <ul>
 *   <li>{@link io.github.csihealth.testkit.arbitraries.HealthArbitraries}: the Kubernetes values.
 *   <li>{@link io.github.csihealth.testkit.arbitraries.CsiArbitraries}: the messages of the health
 *       RPCs.
 *   <li>{@link io.github.csihealth.testkit.arbitraries.HostileArbitraries}: reports with a {@link
 *       io.github.csihealth.testkit.arbitraries.Flaw}.
 *   <li>{@link io.github.csihealth.testkit.arbitraries.ListScript}: a list cycle with its oddities.
 *   <li>{@link io.github.csihealth.testkit.arbitraries.ClusterHistory}: what happens to a cluster.
 * </ul>
 *
 * <p>All of them are also parameters of a property, the hostile ones by {@link
 * io.github.csihealth.testkit.arbitraries.HostileDomain} and the others by {@link
 * io.github.csihealth.testkit.arbitraries.HealthDomain}:
 *
 * <pre>{@code
 * @Property
 * @Domain(HealthDomain.class)
 * void whatIsStoredIsKeptWhenTheCallFails(@ForAll Claim claim, @ForAll ProbeFailure failure) {
 *   var decision = reconciler.decide(claim, Observation.failed(failure), Memory.EMPTY, NOW);
 *   HealthAssertions.assertThat(decision).keeps();
 * }
 * }</pre>
 *
 * <p>Needs a jqwik engine on the test's class path. Messages print without their secrets in the
 * samples that jqwik reports: {@link io.github.csihealth.testkit.arbitraries.RedactedSamples}.
 */
@NullMarked
package io.github.csihealth.testkit.arbitraries;

import org.jspecify.annotations.NullMarked;
