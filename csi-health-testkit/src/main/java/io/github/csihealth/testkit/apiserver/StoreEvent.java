package io.github.csihealth.testkit.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * One change in the store.
 *
 * @param revision the resourceVersion that the change got
 * @param before the object as it was; null at a creation
 * @param after the object as it is; null at a deletion
 * @param last the object as the change left it; for a deletion its last state
 */
record StoreEvent(
    long revision, @Nullable ObjectNode before, @Nullable ObjectNode after, ObjectNode last) {}
