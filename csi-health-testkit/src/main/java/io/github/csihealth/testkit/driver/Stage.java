package io.github.csihealth.testkit.driver;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.github.csihealth.csi.v1.CsiProto;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Plays the scripts of the calls a fake driver serves, and records what they all came with. */
final class Stage implements ServerInterceptor, AutoCloseable {

  private final Map<String, Script<?, ?>> scripts = new LinkedHashMap<>();
  private final List<ServerServiceDefinition> services;
  private final Set<String> authorities = ConcurrentHashMap.newKeySet();
  private final AtomicInteger secretsReceived = new AtomicInteger();
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Stage::daemon);

  private Stage(Builder builder) {
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

  Set<String> authorities() {
    return Set.copyOf(authorities);
  }

  int secretsReceived() {
    return secretsReceived.get();
  }

  @Override
  public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
      ServerCall<ReqT, RespT> call, Metadata headers, ServerCallHandler<ReqT, RespT> next) {
    authorities.add(String.valueOf(call.getAuthority()));
    return next.startCall(call, headers);
  }

  private <ReqT extends Message, RespT> void play(
      Script<ReqT, RespT> script, ReqT request, StreamObserver<RespT> response) {
    // With a handler set, an answer to a caller who has gone is dropped instead of thrown at us.
    ((ServerCallStreamObserver<RespT>) response).setOnCancelHandler(() -> {});
    secretsReceived.addAndGet(secretsIn(request));
    Script.Cue<ReqT, RespT> cue = script.receive(request);
    if (cue.delay().isZero()) {
      cue.reaction().to(request, response);
    } else {
      Future<?> unused =
          timer.schedule(
              () -> cue.reaction().to(request, response), cue.delay().toNanos(), NANOSECONDS);
    }
  }

  private static int secretsIn(Message request) {
    int count = 0;
    for (FieldDescriptor field : request.getDescriptorForType().getFields()) {
      if (field.getOptions().getExtension(CsiProto.csiSecret)) {
        count += request.getRepeatedFieldCount(field);
      }
    }
    return count;
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
              method,
              ServerCalls.asyncUnaryCall(
                  (request, response) -> stage.play(script, request, response)));
    }
  }

  static final class Builder {

    private final List<Part<?, ?>> parts = new ArrayList<>();

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
