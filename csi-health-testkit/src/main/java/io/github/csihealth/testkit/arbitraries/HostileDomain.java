package io.github.csihealth.testkit.arbitraries;

import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.StorageHealthReport;
import io.github.csihealth.model.VolumeHealthReport;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * What drivers should not report, as a jqwik domain: each sample of {@link HostileArbitraries} has
 * one or more flaws. Those of a volume answer a call about {@value #VOLUME_ID}.
 *
 * <pre>{@code
 * @Property
 * @Domain(HostileDomain.class)
 * void whatIsWrittenIsTakenByTheServer(@ForAll VolumeHealthReport report) { ... }
 * }</pre>
 *
 * <p>Beside {@link HealthDomain}, some samples are valid and others hostile.
 */
public final class HostileDomain extends DomainContextBase {

  /** The volume that the driver was asked about. */
  public static final String VOLUME_ID = "vol-1";

  /** For jqwik, which makes one for itself. */
  public HostileDomain() {}

  @Provide
  Arbitrary<VolumeHealthReport> volumeHealthReports() {
    return HostileArbitraries.reports(VOLUME_ID);
  }

  @Provide
  Arbitrary<VolumeHealth> volumeHealthMessages() {
    return HostileArbitraries.volumeHealth(VOLUME_ID);
  }

  @Provide
  Arbitrary<StorageHealthReport> storageHealthReports() {
    return HostileArbitraries.storageReports();
  }

  @Provide
  Arbitrary<NodeGetStorageHealthResponse> storageHealthResponses() {
    return HostileArbitraries.storageHealth();
  }
}
