package io.github.csihealth.testkit.driver;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Function;

/** Plays the scripts of the calls a fake driver serves, and records what they all came with. */
final class Stage implements AutoCloseable {

  /** Answers are bytes here, so that they need not be messages. */
  private static final MethodDescriptor.Marshaller<InputStream> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(InputStream value) {
          return value;
        }

        @Override
        public InputStream parse(InputStream stream) {
          return stream;
        }
      };

  private final Map<String, Script<?, ?>> scripts = new LinkedHashMap<>();
  private final List<ServerServiceDefinition> services;
  private final DriverCalls calls = new DriverCalls();
  private final Consumer<ServerCall<?, ?>> cut;
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Stage::daemon);

  private Stage(Builder builder) {
    cut = builder.cut;
    Map<String, ServerServiceDefinition.Builder> definitions = new LinkedHashMap<>();
    for (Part<?, ?> part : builder.parts) {
      part.enter(this, definitions);
    }
    services = definitions.values().stream().map(ServerServiceDefinition.Builder::build).toList();
  }

  /** By service; what a service has no script for is UNIMPLEMENTED. */
  List<ServerServiceDefinition> services() {
    return services;
  }

  // A method has the script of its own types, and keeps it.
  @SuppressWarnings("unchecked")
  <ReqT, RespT> Script<ReqT, RespT> script(MethodDescriptor<ReqT, RespT> method) {
    Script<?, ?> script = scripts.get(method.getFullMethodName());
    if (script == null) {
      throw new IllegalArgumentException(
          "the fake driver does not serve " + method.getFullMethodName());
    }
    return (Script<ReqT, RespT>) script;
  }

  DriverCalls calls() {
    return calls;
  }

  private <ReqT, RespT> void play(Script<ReqT, RespT> script, ReqT request, Reply<RespT> reply) {
    Script.Cue<ReqT, RespT> cue = script.receive(request);
    if (cue.delay().isZero()) {
      cue.reaction().to(request, reply);
    } else {
      Future<?> unused =
          timer.schedule(
              () -> cue.reaction().to(request, reply), cue.delay().toNanos(), NANOSECONDS);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "csi-health-fake-driver");
    thread.setDaemon(true);
    return thread;
  }

  /** Answers that are still due never come. */
  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** One call and its normal answer. */
  private record Part<ReqT extends Message, RespT>(
      MethodDescriptor<ReqT, RespT> method, Function<ReqT, RespT> normal) {

    void enter(Stage stage, Map<String, ServerServiceDefinition.Builder> definitions) {
      Script<ReqT, RespT> script = new Script<>(normal);
      stage.scripts.put(method.getFullMethodName(), script);
      // Built by name: by descriptor, it would ask for all the calls of the service.
      definitions
          .computeIfAbsent(
              String.valueOf(method.getServiceName()), ServerServiceDefinition::builder)
          .addMethod(
              method.toBuilder(method.getRequestMarshaller(), BYTES).build(),
              (call, headers) -> handler(stage, script, call).startCall(call, headers));
    }

    private ServerCallHandler<ReqT, InputStream> handler(
        Stage stage, Script<ReqT, RespT> script, ServerCall<?, ?> call) {
      return ServerCalls.asyncUnaryCall(
          (request, response) -> {
            // With a handler set, an answer to a caller who has gone is dropped, not thrown at us.
            ((ServerCallStreamObserver<InputStream>) response).setOnCancelHandler(() -> {});
            stage.calls.add(call, request, Context.current().getDeadline());
            stage.play(
                script,
                request,
                new Reply<>(
                    response, method.getResponseMarshaller(), () -> stage.cut.accept(call)));
          });
    }
  }

  static final class Builder {

    private final List<Part<?, ?>> parts = new ArrayList<>();
    private final Consumer<ServerCall<?, ?>> cut;

    /**
     * @param cut breaks the connection of a call
     */
    Builder(Consumer<ServerCall<?, ?>> cut) {
      this.cut = cut;
    }

    <ReqT extends Message, RespT> Builder play(
        MethodDescriptor<ReqT, RespT> method, Function<ReqT, RespT> normal) {
      parts.add(new Part<>(method, normal));
      return this;
    }

    Stage build() {
      return new Stage(this);
    }
  }
}
