package io.github.csihealth.testkit.conformance.writer;

import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import java.util.Optional;

/**
 * The heart of a writer, without the loop around it: from what a claim stores and what the driver
 * said of its volume to a patch.
 *
 * <p>It may remember things from call to call, by the uid of the claim; it is called by one thread
 * at a time for a claim, and by several at once where several rules are tried at once.
 */
@FunctionalInterface
public interface ClaimFunction {

  /**
   * Decides.
   *
   * @param storedClaim the claim as the API server stores it now, in JSON
   * @param answer what ControllerGetVolumeHealth gave for the claim's volume: the conditions as the
   *     driver reported them, none for a healthy volume, or why there is no answer
   * @return the patch for the claim's status subresource; empty if nothing is to be written
   * @throws Exception what it cannot deal with: nothing is written
   */
  Optional<ClaimPatch> patch(byte[] storedClaim, ProbeResult<VolumeHealthReport> answer)
      throws Exception;
}
