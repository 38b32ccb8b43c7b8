package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.testkit.driver.CsiMethods;
import io.grpc.Status;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Arbitraries of what happens to a cluster: lists of steps over the claims {@code claim-1} to
 * {@code claim-3} and the volumes {@code vol-1} to {@code vol-3}, so few that much of it meets. A
 * {@link ClusterPlayer} plays them.
 */
public final class ClusterHistory {

  private static final int NAMES = 3;

  private ClusterHistory() {}

  /** Histories of 1 to this many steps. Any part of one is one too, and so they shrink well. */
  public static Arbitrary<List<ClusterStep>> histories(int maxSteps) {
    return steps().list().ofMinSize(1).ofMaxSize(maxSteps);
  }

  /** Single steps; most bind a claim or change the health of a volume. */
  public static Arbitrary<ClusterStep> steps() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Combinators.combine(claims(), volumes()).as(ClusterStep::bound)),
        Tuple.of(6, sick()),
        Tuple.of(4, volumes().map(ClusterStep::recovered)),
        Tuple.of(1, volumes().map(ClusterStep::forgotten)),
        Tuple.of(1, claims().map(ClusterStep::claimDeleted)),
        Tuple.of(1, claims().map(ClusterStep::claimRecreated)),
        Tuple.of(3, failures()),
        Tuple.of(1, Arbitraries.of(true, false).map(ClusterStep::gate)),
        Tuple.of(
            1,
            Arbitraries.of(false, true)
                .map(
                    driver ->
                        driver
                            ? ClusterStep.driverRestarted()
                            : ClusterStep.controllerRestarted())));
  }

  private static Arbitrary<ClusterStep> sick() {
    return Combinators.combine(
            volumes(), CsiArbitraries.volumeHealthEntries().list().ofMinSize(1).ofMaxSize(3))
        .as((volume, entries) -> ClusterStep.sick(volume, CsiArbitraries.distinctEntries(entries)));
  }

  private static Arbitrary<ClusterStep> failures() {
    return Combinators.combine(
            Arbitraries.of(CsiMethods.LIST_VOLUME_HEALTH, CsiMethods.GET_VOLUME_HEALTH),
            Arbitraries.of(Status.UNAVAILABLE, Status.INTERNAL, Status.ABORTED, Status.NOT_FOUND))
        .as(ClusterStep::callFails);
  }

  private static Arbitrary<String> claims() {
    return Arbitraries.integers().between(1, NAMES).map(i -> "claim-" + i);
  }

  private static Arbitrary<String> volumes() {
    return Arbitraries.integers().between(1, NAMES).map(i -> "vol-" + i);
  }
}
