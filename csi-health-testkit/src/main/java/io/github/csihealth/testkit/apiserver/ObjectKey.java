package io.github.csihealth.testkit.apiserver;

/**
 * Where an object is stored.
 *
 * @param namespace empty for a resource that has none
 */
record ObjectKey(ResourceType type, String namespace, String name) {}
