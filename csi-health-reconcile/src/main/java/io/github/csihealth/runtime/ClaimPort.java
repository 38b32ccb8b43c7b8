package io.github.csihealth.runtime;

import io.github.csihealth.model.Claim;
import io.github.csihealth.reconcile.ClaimIntent;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The claims of a cluster as the runtime writes them. Every stage must complete, within a time that
 * the port sets, and on any thread; one that completes exceptionally counts as {@link
 * WriteResult#retry}.
 */
public interface ClaimPort {

  /** Sends the intent as a patch of the claim's status, once, without retries of its own. */
  CompletionStage<WriteResult> write(ClaimIntent intent);

  /** Reads the claim from the server, not from a cache; empty if there is none of this name. */
  CompletionStage<Optional<Claim>> read(String namespace, String name);
}
