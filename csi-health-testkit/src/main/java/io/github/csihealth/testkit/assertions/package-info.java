/**
 * AssertJ assertions for volume health. A failure names what differs by the key of the condition:
 * what is missing, what is unexpected, and which message is another one.
 *
 * <pre>{@code
 * import static io.github.csihealth.testkit.assertions.HealthAssertions.assertThat;
 *
 * assertThat(claim).isAdverse().hasCondition(DEGRADED, "ReplicaDown");
 * assertThat(decision).keeps(Decision.Cause.PROBE_FAILED);
 * }</pre>
 *
 * <p>The import stands beside that of AssertJ's own {@code assertThat}.
 */
@NullMarked
package io.github.csihealth.testkit.assertions;

import org.jspecify.annotations.NullMarked;
