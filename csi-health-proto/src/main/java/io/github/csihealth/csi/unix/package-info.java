/**
 * gRPC over Unix domain sockets, the transport of every CSI driver, with nothing but the JDK's own
 * sockets underneath: no native library.
 *
 * <p>{@link io.github.csihealth.csi.unix.UnixChannel} dials a driver and {@link
 * io.github.csihealth.csi.unix.UnixServer} is one. Both need {@code io.grpc:grpc-netty} on the
 * class path, which this module declares as optional: add it where you use this package. No other
 * package of the module needs it.
 *
 * <p>Netty logs whole frames, in hex, at level DEBUG of {@code io.grpc.netty}, secrets among them.
 * Keep that logger at INFO or above.
 */
@NullMarked
package io.github.csihealth.csi.unix;

import org.jspecify.annotations.NullMarked;
