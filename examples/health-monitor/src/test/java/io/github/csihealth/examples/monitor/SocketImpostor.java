package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Something that listens on a Unix socket and speaks no gRPC. */
final class SocketImpostor implements AutoCloseable {

  enum Manner {
    ANSWERS_JUNK,
    NEVER_ANSWERS,
    CLOSES_AT_ONCE,
    NEVER_ACCEPTS
  }

  private final Path path;
  private final ServerSocketChannel server;
  private final List<SocketChannel> open = new ArrayList<>();
  private final Thread thread;

  SocketImpostor(Path path, Manner manner) throws IOException {
    this.path = path;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path), 1);
    this.thread = new Thread(() -> serve(manner), "socket-impostor");
    thread.setDaemon(true);
    if (manner == Manner.NEVER_ACCEPTS) {
      fillQueue();
    } else {
      thread.start();
    }
  }

  /** Connects until the kernel takes no more. */
  private void fillQueue() throws IOException {
    try {
      while (true) {
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
        open.add(client);
        client.configureBlocking(false);
        client.connect(UnixDomainSocketAddress.of(path));
      }
    } catch (IOException full) {
      // As it should be.
    }
  }

  private void serve(Manner manner) {
    try {
      while (true) {
        SocketChannel client = server.accept();
        open.add(client);
        if (manner == Manner.ANSWERS_JUNK) {
          client.write(ByteBuffer.wrap("220 mail.example.com ESMTP\r\n".getBytes(UTF_8)));
        } else if (manner == Manner.CLOSES_AT_ONCE) {
          client.close();
        }
      }
    } catch (IOException e) {
      // Closed, by us or by the client: either ends a test.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (SocketChannel client : open) {
      client.close();
    }
  }
}
