package io.github.csihealth.examples.hostpath;

import io.github.csihealth.csi.unix.UnixChannel;
import io.github.csihealth.csi.unix.UnixEndpoint;
import io.github.csihealth.csi.v1.ControllerGrpc;
import io.github.csihealth.csi.v1.ControllerGrpc.ControllerBlockingStub;
import io.github.csihealth.csi.v1.IdentityGrpc;
import io.github.csihealth.csi.v1.ProbeRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The packaged driver in a process of its own, ready for calls, and a client of it. */
final class DriverProcess implements AutoCloseable {

  static final String NAME = "hostpath.csihealth.github.io";

  private final Path temp;
  private final JarProcess process;
  private final UnixChannel channel;

  /** Starts it on a socket and a data folder below this one. */
  DriverProcess(Path temp) throws IOException {
    this.temp = temp;
    this.process =
        JarProcess.start(
            JarProcess.DRIVER,
            temp.resolve("driver.log"),
            List.of("--endpoint=" + endpoint(), "--data-dir=" + dataDir(), "--node-id=node-1"));
    this.channel = UnixChannel.dial(endpoint());
    IdentityGrpc.newBlockingStub(channel.channel())
        .withWaitForReady()
        .probe(ProbeRequest.getDefaultInstance());
  }

  UnixEndpoint endpoint() {
    return UnixEndpoint.parse("unix://" + socket());
  }

  Path socket() {
    return temp.resolve("csi.sock");
  }

  Path dataDir() {
    return temp.resolve("data");
  }

  ControllerBlockingStub controller() {
    return ControllerGrpc.newBlockingStub(channel.channel());
  }

  /** The id of a new volume. */
  String create(String name) {
    return controller()
        .createVolume(DriverRig.createRequest(name).build())
        .getVolume()
        .getVolumeId();
  }

  JarProcess process() {
    return process;
  }

  @Override
  public void close() {
    channel.close();
    process.close();
  }
}
