package io.github.csihealth.examples.hostpath;

import com.google.protobuf.Message;
import io.github.csihealth.csi.RedactedText;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each call with its request, secrets blanked, and its status: failed ones as warnings, others
 * at DEBUG, since most of them ask for health over and over.
 */
final class CallLog implements ServerInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger("hostpath-driver.calls");

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    LoggedCall<Q, A> logged = new LoggedCall<>(call);
    return new SimpleForwardingServerCallListener<>(next.startCall(logged, headers)) {
      @Override
      public void onMessage(Q message) {
        logged.request = message instanceof Message m ? RedactedText.of(m) : "?";
        super.onMessage(message);
      }
    };
  }

  private static final class LoggedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private volatile String request = "";

    LoggedCall(ServerCall<Q, A> call) {
      super(call);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      String method = getMethodDescriptor().getBareMethodName();
      if (status.isOk()) {
        LOG.debug("{} {}: OK", method, request);
      } else {
        LOG.warn("{} {}: {} {}", method, request, status.getCode(), status.getDescription());
      }
      super.close(status, trailers);
    }
  }
}
