package io.github.csihealth.testkit.driver;

import static java.util.Objects.requireNonNull;

import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.ControllerServiceCapability;
import io.github.csihealth.csi.v1.NodeGetStorageHealthResponse.StorageBackendHealth;
import io.github.csihealth.csi.v1.NodeServiceCapability;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.csi.v1.VolumeHealth.VolumeHealthEntry;
import io.github.csihealth.csi.v1.VolumeHealthErrorType;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A CSI driver in the test's own process, with real gRPC over a real Unix socket or in process,
 * whose health and whose faults the test sets.
 *
 * <pre>{@code
 * try (FakeDriver driver = FakeDriver.start()) {
 *   driver.setHealth("vol-1", FakeDriver.entry(INACCESSIBLE, "VolumeNotFound", "gone"));
 *   driver.failNext(CsiMethods.LIST_VOLUME_HEALTH, Status.UNAVAILABLE);
 *   ... call driver.channel(), or dial driver.endpoint() ...
 * }
 * }</pre>
 *
 * <p>Left alone it is a good driver: ready, named {@value #DEFAULT_NAME}, knowing no volumes, and
 * offering all that it serves, which are the calls of {@link CsiMethods}. The Kubernetes project's
 * conformance suite passes on it. A call whose capability is not offered is UNIMPLEMENTED, as is
 * every call that is not in {@link CsiMethods}.
 *
 * <p>Volumes are known to it because the test {@linkplain #setHealth said so}, or because
 * CreateVolume made them, healthy, with the ids {@code volume-1}, {@code volume-2} and so on. All
 * calls know both kinds; one that the test made is of unknown size (0) and good for every use.
 * There is one node, and nothing behind a volume: what is published is an empty directory at the
 * target path, or an empty file for a block device.
 *
 * <p>Nothing is checked of what the test sets: reasons, duplicates and sizes that the CSI
 * specification forbids go out as they are, for that is what a reader has to be tested with. Of
 * requests, what the specification demands is checked, and refused with the code that it names.
 *
 * <p>Safe for use by many threads. A setting holds for the calls that arrive after it. {@link
 * #stop()} and {@link #restart()} keep the settings and the counts. A method descriptor that is
 * none of {@link CsiMethods} is an {@link IllegalArgumentException}.
 */
public final class FakeDriver implements AutoCloseable {

  /** The name of a driver that was given none. */
  public static final String DEFAULT_NAME = "fake.csihealth.example";

  /** The room for volumes of a driver that was given none: 1 TiB, in bytes. */
  public static final long DEFAULT_STORAGE_CAPACITY = 1L << 40;

  private final GoodDriver good = new GoodDriver();
  private final Transport transport;
  private final Stage stage;
  private boolean closed;

  private FakeDriver(Transport transport) {
    this.transport = transport;
    this.stage = good.stage(transport::cut);
  }

  /**
   * A driver on a socket of its own, in a directory of its own under the temporary one.
   *
   * @throws UncheckedIOException if the socket cannot be made
   */
  public static FakeDriver start() {
    return start(SocketTransport.inOwnDirectory());
  }

  /**
   * A driver on a given socket, whose directory must exist. A socket file that nobody serves is
   * replaced.
   *
   * @throws UncheckedIOException if the socket cannot be made
   */
  public static FakeDriver start(UnixEndpoint endpoint) {
    return start(SocketTransport.at(requireNonNull(endpoint, "endpoint")));
  }

  /**
   * A driver without a socket, to be reached by {@link #channel()} alone. All else is the same, but
   * for {@link DriverFault#cut()}.
   */
  public static FakeDriver inProcess() {
    return start(new InProcessTransport());
  }

  private static FakeDriver start(Transport transport) {
    FakeDriver driver = new FakeDriver(transport);
    try {
      return driver.restart();
    } catch (RuntimeException e) {
      driver.close();
      throw e;
    }
  }

  /**
   * The socket, to dial.
   *
   * @throws IllegalStateException if the driver is {@linkplain #inProcess() in process}
   */
  public UnixEndpoint endpoint() {
    if (transport instanceof SocketTransport socket) {
      return socket.endpoint();
    }
    throw new IllegalStateException("a driver in process has no socket: use channel()");
  }

  /**
   * A channel to the driver, the same each time, with the authority "localhost". It finds the
   * driver again after {@link #restart()}, and ends with {@link #close()}.
   *
   * @throws IllegalStateException if the driver was closed
   */
  public synchronized Channel channel() {
    expectOpen();
    return transport.channel();
  }

  private void expectOpen() {
    if (closed) {
      throw new IllegalStateException("the driver is closed");
    }
  }

  // ---- Identity

  /** The name it answers with from now on. */
  public FakeDriver named(String name) {
    good.name = requireNonNull(name, "name");
    return this;
  }

  /** The name it answers with. */
  public String name() {
    return good.name;
  }

  /** The vendor's version it answers with from now on. */
  public FakeDriver vendorVersion(String version) {
    good.vendorVersion = requireNonNull(version, "version");
    return this;
  }

  /** What Probe answers from now on. For a Probe that fails: {@link #fail}. */
  public FakeDriver ready(boolean ready) {
    good.ready = ready;
    return this;
  }

  /** What the controller offers from now on; nothing for none. */
  public FakeDriver controllerCapabilities(ControllerServiceCapability.RPC.Type... types) {
    return controllerCapabilityNumbers(
        Arrays.stream(types).mapToInt(ControllerServiceCapability.RPC.Type::getNumber).toArray());
  }

  /** What the controller offers from now on, by number, for numbers of a later specification. */
  public FakeDriver controllerCapabilityNumbers(int... numbers) {
    good.offered.controller(numbers);
    return this;
  }

  /** What the node offers from now on; nothing for none. */
  public FakeDriver nodeCapabilities(NodeServiceCapability.RPC.Type... types) {
    good.offered.node(types);
    return this;
  }

  /** The id of the node it answers with from now on. */
  public FakeDriver nodeId(String nodeId) {
    good.node.id(requireNonNull(nodeId, "nodeId"));
    return this;
  }

  // ---- Storage

  /**
   * The room for volumes from now on, in bytes. A volume that is larger is OUT_OF_RANGE, one that
   * does not fit beside the others RESOURCE_EXHAUSTED; what is there already stays.
   *
   * @throws IllegalArgumentException if negative
   */
  public FakeDriver storageCapacity(long bytes) {
    good.volumes.room(bytes);
    return this;
  }

  /**
   * The most volumes that the controller publishes to the node from now on; 0 for no limit. Another
   * one is RESOURCE_EXHAUSTED.
   *
   * @throws IllegalArgumentException if negative
   */
  public FakeDriver maxVolumesPerNode(long volumes) {
    good.node.maxVolumes(volumes);
    return this;
  }

  // ---- Health

  /** The volume is known, with these conditions and no others; with none it is healthy. */
  public FakeDriver setHealth(String volumeId, VolumeHealthEntry... entries) {
    return setHealth(volumeId, List.of(entries));
  }

  /** The volume is known, with these conditions and no others; with none it is healthy. */
  public FakeDriver setHealth(String volumeId, List<VolumeHealthEntry> entries) {
    good.volumes.setHealth(volumeId, constant(entries));
    return this;
  }

  /**
   * The volume has the health of the timeline, which starts now, by that clock's wall time. It is
   * computed when a call asks. A volume that is gone is as good as {@linkplain #forget forgotten},
   * until the timeline brings it back.
   */
  public FakeDriver setHealth(
      String volumeId, HealthTimeline<VolumeHealthEntry> timeline, InstantSource clock) {
    good.volumes.setHealth(volumeId, timeline.playedOn(clock));
    return this;
  }

  /**
   * The volume is known, with nothing wrong: an empty list, and left out of pages unless {@link
   * #listHealthy} says otherwise.
   */
  public FakeDriver healthy(String volumeId) {
    return setHealth(volumeId, List.of());
  }

  /**
   * The volume is not known (any more): NOT_FOUND, and left out of pages. Where it is published, it
   * can still be unpublished.
   */
  public FakeDriver forget(String volumeId) {
    good.volumes.remove(volumeId);
    return this;
  }

  /**
   * What the node says of the volume, where that is not the same as what the controller says. To
   * undo it, {@link #forget} the volume.
   */
  public FakeDriver setNodeHealth(String volumeId, VolumeHealthEntry... entries) {
    good.volumes.setNodeHealth(volumeId, constant(List.of(entries)));
    return this;
  }

  /** What the node says of the volume over time, starting now; see {@link #setHealth}. */
  public FakeDriver setNodeHealth(
      String volumeId, HealthTimeline<VolumeHealthEntry> timeline, InstantSource clock) {
    good.volumes.setNodeHealth(volumeId, timeline.playedOn(clock));
    return this;
  }

  private static <E> Supplier<Optional<List<E>>> constant(List<E> entries) {
    Optional<List<E>> copy = Optional.of(List.copyOf(entries));
    return () -> copy;
  }

  /** The storage back ends of the node have these conditions and no others. */
  public FakeDriver setStorageHealth(StorageBackendHealth... conditions) {
    List<StorageBackendHealth> copy = List.of(conditions);
    good.storageHealth = () -> copy;
    return this;
  }

  /**
   * The storage back ends of the node have the health of the timeline, which starts now; see {@link
   * #setHealth}.
   *
   * @throws IllegalArgumentException if they are gone at some time
   */
  public FakeDriver setStorageHealth(
      HealthTimeline<StorageBackendHealth> timeline, InstantSource clock) {
    if (timeline.isEverGone()) {
      throw new IllegalArgumentException("storage back ends cannot be gone");
    }
    Supplier<Optional<List<StorageBackendHealth>>> played = timeline.playedOn(clock);
    good.storageHealth = () -> played.get().orElseThrow();
    return this;
  }

  // ---- Pages

  /**
   * The most volumes or snapshots it puts on a page of any list, whatever the caller asks for; 0
   * for no limit of its own. Pages go by id.
   *
   * @throws IllegalArgumentException if negative
   */
  public FakeDriver pageSize(int entries) {
    good.volumes.pageSize(entries);
    good.snapshots.pageSize(entries);
    return this;
  }

  /**
   * Whether pages of health list healthy volumes too, with an empty list; by default they do not.
   */
  public FakeDriver listHealthy(boolean listed) {
    good.volumes.listHealthy(listed);
    return this;
  }

  /**
   * Whether a page of health goes on by position, after as many volumes as the pages before it had;
   * by default it goes on after the last volume of the page before. By position, a volume that goes
   * away between two pages hides another one, and a volume that comes lets another be listed twice:
   * real drivers page like that.
   */
  public FakeDriver pagesByPosition(boolean byPosition) {
    good.volumes.pagesByPosition(byPosition);
    return this;
  }

  /**
   * What happens between two pages of health from now on, in place of what was set before: it runs
   * before each page but the first of a cycle, and is told how many pages the cycle has had so far.
   * What it changes shows on that page. It runs on the driver's thread, by several at once if there
   * are several cycles; if it throws, the call fails as with {@link #answer}.
   */
  public FakeDriver betweenPages(IntConsumer happening) {
    good.betweenPages = requireNonNull(happening, "happening");
    return this;
  }

  // ---- Faults

  /**
   * One call more fails. Several of these, and {@link #answerNext}, are used up in turn, before any
   * standing fault.
   *
   * @throws IllegalArgumentException if the status is OK
   */
  public FakeDriver failNext(MethodDescriptor<?, ?> method, Status status) {
    return failNext(method, DriverFault.status(status));
  }

  /**
   * One call more has that fault; used up in turn with the others.
   *
   * @throws IllegalArgumentException if the call cannot have the fault
   */
  public FakeDriver failNext(MethodDescriptor<?, ?> method, DriverFault fault) {
    return failNext(method, fault, request -> true);
  }

  /**
   * One call more has that fault, the first whose request matches; it waits while others pass by.
   *
   * @throws IllegalArgumentException if the call cannot have the fault
   */
  public <ReqT> FakeDriver failNext(
      MethodDescriptor<ReqT, ?> method, DriverFault fault, Predicate<? super ReqT> requests) {
    stage.script(method).next(fault.of(method), requireNonNull(requests, "requests"));
    return this;
  }

  /**
   * Every call fails until {@link #recover}.
   *
   * @throws IllegalArgumentException if the status is OK
   */
  public FakeDriver fail(MethodDescriptor<?, ?> method, Status status) {
    return fail(method, DriverFault.status(status));
  }

  /**
   * Every call has that fault until {@link #recover}, in place of any other standing one.
   *
   * @throws IllegalArgumentException if the call cannot have the fault
   */
  public FakeDriver fail(MethodDescriptor<?, ?> method, DriverFault fault) {
    stage.script(method).always(fault.of(method));
    return this;
  }

  /**
   * Every call whose request matches has that fault until {@link #recover}: one volume of many, for
   * instance. Several may stand; for a request that more than one matches, the last one set counts.
   *
   * @throws IllegalArgumentException if the call cannot have the fault
   */
  public <ReqT> FakeDriver fail(
      MethodDescriptor<ReqT, ?> method, DriverFault fault, Predicate<? super ReqT> requests) {
    stage.script(method).always(fault.of(method), requireNonNull(requests, "requests"));
    return this;
  }

  /**
   * Every call gets its answer or failure that much later, until {@link #recover}.
   *
   * @throws IllegalArgumentException if negative
   */
  public FakeDriver delay(MethodDescriptor<?, ?> method, Duration delay) {
    stage.script(method).delay(delay);
    return this;
  }

  /**
   * Every call is answered by a function of the test's until {@link #recover}, whatever health has
   * been set: the place for answers that no driver should give. It may throw a {@link
   * io.grpc.StatusRuntimeException} to fail the call. It may be called by several threads at once.
   */
  public <ReqT, RespT> FakeDriver answer(
      MethodDescriptor<ReqT, RespT> method, Function<ReqT, RespT> answer) {
    stage.script(method).always(Script.answer(requireNonNull(answer, "answer")));
    return this;
  }

  /**
   * The next calls get these answers, one each, whatever health has been set: pages, for instance.
   * Used up in turn with {@link #failNext}.
   */
  @SafeVarargs
  public final <ReqT, RespT> FakeDriver answerNext(
      MethodDescriptor<ReqT, RespT> method, RespT... answers) {
    for (RespT answer : answers) {
      requireNonNull(answer, "answer");
      stage.script(method).next(Script.answer(request -> answer));
    }
    return this;
  }

  /** Ends all that was set for a call by the methods above. What already hangs goes on hanging. */
  public FakeDriver recover(MethodDescriptor<?, ?> method) {
    stage.script(method).recover();
    return this;
  }

  // ---- What it was asked

  /** How often the call arrived, failed ones included. */
  public int calls(MethodDescriptor<?, ?> method) {
    return stage.script(method).calls();
  }

  /**
   * The requests that arrived, the last thousand of them, in order. They hold the secrets that were
   * sent: their generated {@code toString} prints them.
   */
  public <ReqT> List<ReqT> requests(MethodDescriptor<ReqT, ?> method) {
    return stage.script(method).requests();
  }

  /** The request that arrived last, if any. It holds the secrets that were sent. */
  public <ReqT> Optional<ReqT> lastRequest(MethodDescriptor<ReqT, ?> method) {
    return stage.script(method).lastRequest();
  }

  /** What the calls came with, the last thousand of all kinds, in the order of their arrival. */
  public List<RecordedCall> recordedCalls() {
    return stage.calls().latest();
  }

  /**
   * Demands that each call so far came with a deadline and with the authority "localhost". One
   * without a deadline hangs for ever on a driver that does, and strict servers refuse the path of
   * a socket for an authority.
   *
   * @throws AssertionError if one did not, naming the first few that did not
   */
  public void checkCalls() {
    stage.calls().check();
  }

  // ---- Life

  /**
   * The driver is gone: calls under way are cancelled, the socket, if any, is deleted. Does nothing
   * if it is gone already. {@link #restart()} brings it back.
   */
  public synchronized FakeDriver stop() {
    transport.stop();
    return this;
  }

  /**
   * {@linkplain #stop() Stops} the driver if it runs, and serves again where it did.
   *
   * @throws IllegalStateException if it was closed
   * @throws UncheckedIOException if the socket cannot be made
   */
  public synchronized FakeDriver restart() {
    expectOpen();
    transport.stop();
    transport.start(stage.services());
    return this;
  }

  /**
   * {@linkplain #stop() Stops} the driver for good and removes its directory. Returns after some
   * seconds at most; further calls do nothing.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    transport.stop();
    stage.close();
    transport.close();
  }

  @Override
  public String toString() {
    return "FakeDriver[" + good.name + " " + transport + "]";
  }

  // ---- Shorthand

  /** One condition of a volume. */
  public static VolumeHealthEntry entry(
      VolumeHealthErrorType status, String reason, String message) {
    return entry(status.getNumber(), reason, message);
  }

  /** One condition of a volume, its status by number, for numbers of a later specification. */
  public static VolumeHealthEntry entry(int status, String reason, String message) {
    return VolumeHealthEntry.newBuilder()
        .setStatusValue(status)
        .setReason(reason)
        .setMessage(message)
        .build();
  }

  /** The health of a volume, for scripted answers. */
  public static VolumeHealth health(String volumeId, VolumeHealthEntry... entries) {
    return VolumeHealth.newBuilder()
        .setVolumeId(volumeId)
        .addAllHealthStatuses(List.of(entries))
        .build();
  }

  /** A page, for scripted answers; the token of the last one is empty. */
  public static ControllerListVolumeHealthResponse page(String nextToken, VolumeHealth... entries) {
    return ControllerListVolumeHealthResponse.newBuilder()
        .addAllEntries(List.of(entries))
        .setNextToken(nextToken)
        .build();
  }
}
