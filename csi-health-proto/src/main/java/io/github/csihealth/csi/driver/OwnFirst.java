package io.github.csihealth.csi.driver;

import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A unary method served by the driver's own handler, and by another where that one answers
 * UNIMPLEMENTED: a service generated from a csi.proto with health methods has them all, if only to
 * say that.
 */
final class OwnFirst<Q, A> implements ServerCallHandler<Q, A> {

  private final ServerCallHandler<Q, A> own;
  private final ServerCallHandler<Q, A> other;

  OwnFirst(ServerCallHandler<Q, A> own, ServerCallHandler<Q, A> other) {
    this.own = own;
    this.other = other;
  }

  @Override
  public ServerCall.Listener<Q> startCall(ServerCall<Q, A> call, Metadata headers) {
    OwnCall ownCall = new OwnCall(call, headers);
    return new Events(own.startCall(ownCall, headers), ownCall);
  }

  /** The call as the own handler sees it. */
  private final class OwnCall extends SimpleForwardingServerCall<Q, A> {
    private final Metadata headers;
    private final Context context = Context.current();
    private volatile @Nullable Q request;

    OwnCall(ServerCall<Q, A> call, Metadata headers) {
      super(call);
      this.headers = headers;
    }

    @Override
    public void close(Status status, Metadata trailers) {
      Q asked = request;
      if (status.getCode() != Status.Code.UNIMPLEMENTED || asked == null) {
        super.close(status, trailers);
        return;
      }
      // The own handler may close from a thread of its own, where the call's context is not.
      context.run(
          () -> {
            ServerCall.Listener<Q> listener = other.startCall(delegate(), headers);
            listener.onMessage(asked);
            listener.onHalfClose();
          });
    }
  }

  /**
   * What happens to the call, told to the own handler. The other one needs only the request: that
   * the call is over reaches it through the context.
   */
  private final class Events
      extends ForwardingServerCallListener.SimpleForwardingServerCallListener<Q> {
    private final OwnCall call;

    Events(ServerCall.Listener<Q> own, OwnCall call) {
      super(own);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      call.request = message;
      super.onMessage(message);
    }
  }
}
