package io.github.csihealth.csi.client;

import io.github.csihealth.model.VolumeHealthReport;

/**
 * Takes the entries of one list cycle as its pages arrive. Called by one thread at a time, which is
 * one of the channel's: it must return soon and not throw.
 */
public interface ListListener {

  /** An entry. One volume may be named more than once (rule C14). */
  void entry(VolumeHealthReport entry);

  /** The cycle starts again from its first page: all entries so far are void (rule C14). */
  void restarted();
}
