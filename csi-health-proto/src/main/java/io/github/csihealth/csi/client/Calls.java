package io.github.csihealth.csi.client;

import io.github.csihealth.csi.HealthMapping;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.FailureKind;
import io.github.csihealth.model.ProbeFailure;
import io.github.csihealth.model.ProbeResult;
import io.github.csihealth.model.VolumeHealthReport;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Unary calls with a deadline, and what comes of them as data (rule C11). */
final class Calls {

  private final Channel channel;
  private final Duration timeout;

  Calls(Channel channel, Duration timeout) {
    this.channel = channel;
    this.timeout = timeout;
  }

  /** Calls; the stage completes exceptionally if the call fails. */
  <Q, A> CompletionStage<A> call(MethodDescriptor<Q, A> method, Q request) {
    CompletableFuture<A> done = new CompletableFuture<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
    ClientCalls.asyncUnaryCall(channel.newCall(method, options), request, new Answer<>(done));
    return done;
  }

  /**
   * What came of a call.
   *
   * @param sentSecrets blanked where a failure repeats them
   */
  static <A, T> CompletionStage<ProbeResult<T>> result(
      String method,
      CompletionStage<A> call,
      Collection<String> sentSecrets,
      Function<A, ProbeResult<T>> onAnswer) {
    return call.handle(
        (answer, error) ->
            error == null
                ? onAnswer.apply(answer)
                : ProbeResult.failed(Failures.of(method, error, new SecretEchoes(sentSecrets))));
  }

  /**
   * The report in an answer about one volume. One without health, and one of another volume, is a
   * fault of the driver.
   *
   * @param health of the answer; null where it has none
   */
  static ProbeResult<VolumeHealthReport> report(
      String method, String volumeId, @Nullable VolumeHealth health) {
    if (health == null) {
      return fault(method, "no health of the volume in the answer");
    }
    return health.getVolumeId().equals(volumeId)
        ? ProbeResult.answered(HealthMapping.toReport(health))
        : fault(method, "the answer is for another volume_id");
  }

  static <T> ProbeResult<T> fault(String method, String detail) {
    return ProbeResult.failed(ProbeFailure.of(FailureKind.DRIVER_FAULT, method, detail));
  }

  /** Completes a future with the one answer of a unary call. */
  private static final class Answer<A> implements StreamObserver<A> {
    private final CompletableFuture<A> done;
    private @Nullable A value;

    Answer(CompletableFuture<A> done) {
      this.done = done;
    }

    @Override
    public void onNext(A answer) {
      value = answer;
    }

    @Override
    public void onError(Throwable error) {
      done.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
      // gRPC reports a unary call without an answer as an error, so there is a value here.
      done.complete(Objects.requireNonNull(value));
    }
  }
}
