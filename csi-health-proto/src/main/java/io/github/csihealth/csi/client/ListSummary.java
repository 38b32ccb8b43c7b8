package io.github.csihealth.csi.client;

/**
 * A list cycle that is complete.
 *
 * @param pages responses of the attempt that reached the end
 * @param entries entries in them
 * @param restarts how often the cycle began again from its first page
 */
public record ListSummary(int pages, int entries, int restarts) {}
