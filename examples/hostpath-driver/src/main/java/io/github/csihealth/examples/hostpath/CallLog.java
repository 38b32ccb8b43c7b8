package io.github.csihealth.examples.hostpath;

import com.google.protobuf.Message;
import io.github.csihealth.csi.RedactedText;
import io.github.csihealth.csi.SecretValues;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.List;
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
        if (message instanceof Message request) {
          logged.request = RedactedText.of(request);
          logged.secrets = SecretValues.in(request);
        }
        super.onMessage(message);
      }
    };
  }

  private static final class LoggedCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private volatile String request = "?";
    private volatile SecretValues secrets = SecretValues.of(List.of());

    LoggedCall(ServerCall<Q, A> call) {
      super(call);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      String method = getMethodDescriptor().getBareMethodName();
      if (status.isOk()) {
        LOG.debug("{} {}: OK", method, request);
      } else {
        // The cause is told to nobody else: it does not leave the process.
        String cause = status.getCause() == null ? "" : " (" + status.getCause() + ")";
        // What went wrong may have been about a secret, and say it.
        String why = secrets.blank(status.getDescription() + cause);
        LOG.warn("{} {}: {} {}", method, request, status.getCode(), why);
      }
      super.close(status, trailers);
    }
  }
}
