/**
 * A Kubernetes API server in memory, for tests of code that reads or writes volume health.
 *
 * <p>{@link io.github.csihealth.testkit.apiserver.InMemoryApiServer} speaks HTTP on loopback, so
 * any Kubernetes client talks to it. Its verdicts on health writes follow what a kube-apiserver
 * v1.37 was observed to answer. The package's public types name only {@code java.*} types and each
 * other; JSON goes in and out as text.
 */
@NullMarked
package io.github.csihealth.testkit.apiserver;

import org.jspecify.annotations.NullMarked;
