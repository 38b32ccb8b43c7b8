package io.github.csihealth.csi.unix;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.csihealth.csi.v1.GetPluginInfoRequest;
import io.github.csihealth.csi.v1.GetPluginInfoResponse;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link UnixChannel} and {@link UnixServer}, each against the other. */
@Timeout(60)
@SuppressWarnings("try") // A server is of use by being there.
class UnixSocketsTest {

  /** Not JUnit's own, whose name may be too long for a socket. */
  private Path directory;

  private UnixEndpoint endpoint;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createTempDirectory(Path.of("/tmp"), "csi");
    endpoint = UnixEndpoint.parse("unix://" + directory.resolve("csi.sock"));
  }

  /** Fails if a test has left something in it. */
  @AfterEach
  void removeDirectory() throws IOException {
    Files.delete(directory);
  }

  @Test
  void carriesCallsWithALegalAuthority() throws Exception {
    Authorities authorities = new Authorities();
    try (UnixServer server =
            UnixServer.builder(endpoint)
                .service(new Named("one"))
                .interceptor(authorities)
                .start();
        UnixChannel channel = UnixChannel.dial(endpoint)) {
      assertThat(name(channel)).isEqualTo("one");
      assertThat(authorities.seen).containsExactly("localhost");
      assertThat(server.endpoint()).isEqualTo(endpoint);
      assertThat(channel.endpoint()).isEqualTo(endpoint);
    }
  }

  /** One byte less than an endpoint may have: see UnixEndpoint. */
  @Test
  void servesTheLongestPathOfTheJdk() throws Exception {
    String start = directory + "/";
    String name = "x".repeat(UnixEndpoint.MAX_PATH_BYTES - 1 - start.length());
    endpoint = UnixEndpoint.parse(start + name);
    try (UnixServer server = UnixServer.builder(endpoint).service(new Named("far")).start();
        UnixChannel channel = UnixChannel.dial(endpoint)) {
      assertThat(name(channel)).isEqualTo("far");
      assertThat(socket()).exists();
    }
    assertThat(socket()).doesNotExist();

    UnixEndpoint longer = UnixEndpoint.parse(endpoint.path() + "x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixChannel.dial(longer))
        .withMessageContaining("107 bytes")
        .withMessageContaining("only 106");
    assertThatIllegalArgumentException().isThrownBy(() -> UnixServer.builder(longer).start());
  }

  @Test
  void authorityCanBeSet() throws Exception {
    Authorities authorities = new Authorities();
    try (UnixServer server =
            UnixServer.builder(endpoint)
                .service(new Named("one").bindService())
                .interceptor(authorities)
                .start();
        UnixChannel channel = UnixChannel.builder(endpoint).authority("driver.test").dial()) {
      assertThat(name(channel)).isEqualTo("one");
      assertThat(authorities.seen).containsExactly("driver.test");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixChannel.builder(endpoint).authority("user@host").dial());
  }

  /** gRPC's own limit is 4 MiB. */
  @Test
  void takesLargeAnswersUpToItsLimit() throws Exception {
    String large = "x".repeat(5 << 20);
    try (UnixServer server = UnixServer.builder(endpoint).service(new Named(large)).start();
        UnixChannel open = UnixChannel.dial(endpoint);
        UnixChannel strict = UnixChannel.builder(endpoint).maxInboundMessageSize(1024).dial()) {
      assertThat(name(open)).isEqualTo(large);
      assertThat(failure(strict).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixChannel.builder(endpoint).maxInboundMessageSize(-1));
  }

  @Test
  void findsTheDriverThatCameBackOnThePath() throws Exception {
    try (UnixChannel channel = UnixChannel.dial(endpoint)) {
      assertThat(failure(channel).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      try (UnixServer first = UnixServer.builder(endpoint).service(new Named("first")).start()) {
        assertThat(name(channel)).isEqualTo("first");
      }
      assertThat(failure(channel).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      try (UnixServer second = UnixServer.builder(endpoint).service(new Named("second")).start()) {
        assertThat(name(channel)).isEqualTo("second");
      }
    }
  }

  /** Both clients have the same address: clients of a Unix socket have no names. */
  @Test
  void breaksTheConnectionOfOneCallAndNoOther() throws Exception {
    BlockingQueue<ServerCall<?, ?>> hung = new LinkedBlockingQueue<>();
    try (UnixServer server =
            UnixServer.builder(endpoint)
                .service(new Named("one"))
                .interceptor(new Hanging(hung))
                .start();
        UnixChannel broken = UnixChannel.dial(endpoint);
        UnixChannel other = UnixChannel.dial(endpoint)) {
      Future<?> first = later(broken);
      ServerCall<?, ?> call = hung.take();
      Future<?> second = later(broken);
      hung.take();
      Future<?> elsewhere = later(other);
      hung.take();

      server.disconnect(call);

      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> first.get(30, SECONDS))
          .withMessageContaining("UNAVAILABLE");
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> second.get(30, SECONDS))
          .withMessageContaining("UNAVAILABLE");
      Future<?> again = later(broken);
      hung.take();
      server.disconnect(call);
      assertThat(elsewhere).isNotDone();
      assertThat(again).isNotDone();
    }
  }

  private static Future<?> later(UnixChannel channel) {
    return IdentityGrpc.newFutureStub(channel.channel())
        .getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
  }

  private record Hanging(Queue<ServerCall<?, ?>> calls) implements ServerInterceptor {
    @Override
    public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
        ServerCall<ReqT, RespT> call, Metadata headers, ServerCallHandler<ReqT, RespT> next) {
      calls.add(call);
      return new ServerCall.Listener<>() {};
    }
  }

  @Test
  void replacesTheSocketOfAKilledServer() throws Exception {
    ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    killed.bind(UnixDomainSocketAddress.of(endpoint.path()));
    killed.close(); // The JDK leaves the file, as a killed process does.
    assertThat(socket()).exists();

    try (UnixServer server = UnixServer.builder(endpoint).service(new Named("new")).start();
        UnixChannel channel = UnixChannel.dial(endpoint)) {
      assertThat(name(channel)).isEqualTo("new");
    }
  }

  @Test
  void leavesALivingServerAlone() throws Exception {
    try (UnixServer living = UnixServer.builder(endpoint).service(new Named("living")).start();
        UnixChannel channel = UnixChannel.dial(endpoint)) {
      assertThatExceptionOfType(BindException.class)
          .isThrownBy(() -> UnixServer.builder(endpoint).start())
          .withMessageContaining(endpoint.path());
      assertThat(name(channel)).isEqualTo("living");
    }
  }

  @Test
  void leavesOtherFilesAlone() throws Exception {
    Files.writeString(socket(), "precious");
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> UnixServer.builder(endpoint).start())
        .withMessageContaining("no socket");
    assertThat(socket()).hasContent("precious");
    Files.delete(socket());
  }

  @Test
  void startFailsWithoutItsDirectory() throws Exception {
    UnixEndpoint nowhere = UnixEndpoint.parse(directory + "/missing/csi.sock");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> UnixServer.builder(nowhere).start());
    assertOurThreadsEnd();
  }

  @Test
  void closeEndsEverythingOnce() throws Exception {
    UnixServer server = UnixServer.builder(endpoint).service(new Named("one")).start();
    UnixChannel channel = UnixChannel.dial(endpoint);
    assertThat(name(channel)).isEqualTo("one");
    assertThat(socket()).exists();
    assertThat(ourThreads()).isNotEmpty().allMatch(Thread::isDaemon);

    channel.close();
    channel.close();
    server.close();
    server.close();

    assertThat(socket()).doesNotExist();
    assertOurThreadsEnd();
    assertThat(channel.channel().isTerminated()).isTrue();
    assertThat(failure(channel).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
  }

  /** Whoever holds the first handle must not take the socket from its successor. */
  @Test
  void secondCloseLeavesTheSuccessorAlone() throws Exception {
    UnixServer first = UnixServer.builder(endpoint).service(new Named("first")).start();
    first.close();
    try (UnixServer second = UnixServer.builder(endpoint).service(new Named("second")).start();
        UnixChannel channel = UnixChannel.dial(endpoint)) {
      first.close();
      assertThat(name(channel)).isEqualTo("second");
    }
  }

  @Test
  void closeDoesNotWaitForAHungCall() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    IdentityGrpc.IdentityImplBase hung =
        new IdentityGrpc.IdentityImplBase() {
          @Override
          public void getPluginInfo(
              GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> response) {
            arrived.countDown();
          }
        };
    UnixServer server = UnixServer.builder(endpoint).service(hung).start();
    try (UnixChannel channel = UnixChannel.dial(endpoint)) {
      var answer =
          IdentityGrpc.newFutureStub(channel.channel())
              .getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
      arrived.await();
      server.close();
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(answer::get)
          .withCauseInstanceOf(StatusRuntimeException.class);
    }
    assertThat(socket()).doesNotExist();
  }

  private Path socket() {
    return Path.of(endpoint.path());
  }

  private static List<Thread> ourThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("csi-health-unix"))
        .toList();
  }

  /** A thread that has done its last work may take a moment to go. */
  private static void assertOurThreadsEnd() throws InterruptedException {
    for (Thread thread : ourThreads()) {
      thread.join(10_000);
    }
    assertThat(ourThreads()).isEmpty();
  }

  private static String name(UnixChannel channel) {
    return IdentityGrpc.newBlockingStub(channel.channel())
        .withWaitForReady()
        .withDeadlineAfter(30, SECONDS)
        .getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
        .getName();
  }

  /** The status of a call that does not wait. */
  private static Status failure(UnixChannel channel) {
    try {
      IdentityGrpc.newBlockingStub(channel.channel())
          .withDeadlineAfter(30, SECONDS)
          .getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
    return Status.OK;
  }

  private static final class Named extends IdentityGrpc.IdentityImplBase {

    private final String name;

    private Named(String name) {
      this.name = name;
    }

    @Override
    public void getPluginInfo(
        GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> response) {
      response.onNext(GetPluginInfoResponse.newBuilder().setName(name).build());
      response.onCompleted();
    }
  }

  private static final class Authorities implements ServerInterceptor {

    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    @Override
    public <ReqT, RespT> ServerCall.Listener<ReqT> interceptCall(
        ServerCall<ReqT, RespT> call, Metadata headers, ServerCallHandler<ReqT, RespT> next) {
      seen.add(String.valueOf(call.getAuthority()));
      return next.startCall(call, headers);
    }
  }
}
