package io.github.csihealth.csi.unix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.IdentityGrpc;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The effect on a real channel is a matter of time; here is shown when it is asked for. */
class RedialTest {

  @ParameterizedTest
  @EnumSource
  void endsThePauseOnlyIfThereIsOne(ConnectivityState state) {
    FakeChannel channel = new FakeChannel(state);
    Redial redial = new Redial();
    redial.of(channel);
    assertThat(redial.interceptCall(IdentityGrpc.getProbeMethod(), CallOptions.DEFAULT, channel))
        .isSameAs(channel.call);
    assertThat(channel.resets).isEqualTo(state == ConnectivityState.TRANSIENT_FAILURE ? 1 : 0);
  }

  private static final class FakeChannel extends ManagedChannel {

    private final ConnectivityState state;
    private final ClientCall<Object, Object> call = new IdleCall();
    private int resets;

    private FakeChannel(ConnectivityState state) {
      this.state = state;
    }

    @Override
    public ConnectivityState getState(boolean requestConnection) {
      assertThat(requestConnection).isFalse();
      return state;
    }

    @Override
    public void resetConnectBackoff() {
      resets++;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <ReqT, RespT> ClientCall<ReqT, RespT> newCall(
        MethodDescriptor<ReqT, RespT> method, CallOptions options) {
      return (ClientCall<ReqT, RespT>) call;
    }

    @Override
    public String authority() {
      return "localhost";
    }

    @Override
    public ManagedChannel shutdown() {
      return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
      return this;
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  private static final class IdleCall extends ClientCall<Object, Object> {

    @Override
    public void start(Listener<Object> listener, Metadata headers) {}

    @Override
    public void request(int messages) {}

    @Override
    public void cancel(String message, Throwable cause) {}

    @Override
    public void halfClose() {}

    @Override
    public void sendMessage(Object message) {}
  }
}
