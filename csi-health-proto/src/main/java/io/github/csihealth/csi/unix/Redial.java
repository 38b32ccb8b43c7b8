package io.github.csihealth.csi.unix;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Ends the pause between two attempts to connect whenever somebody wants to make a call. gRPC's
 * growing pauses spare a remote server; a local socket costs nothing to try.
 */
final class Redial implements ClientInterceptor {

  private volatile @Nullable ManagedChannel channel;

  /** To be called once, as the channel takes its interceptors before it exists. */
  void of(ManagedChannel channel) {
    this.channel = channel;
  }

  @Override
  public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
      MethodDescriptor<ReqT, RespT> method, CallOptions options, Channel next) {
    ManagedChannel channel = this.channel;
    if (channel != null && channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
    return next.newCall(method, options);
  }
}
