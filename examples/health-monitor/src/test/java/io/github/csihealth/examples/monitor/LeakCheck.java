package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which threads and how many sockets were there at the beginning, and whether more are left. */
final class LeakCheck {

  /** Between two looks: to collect garbage costs more than to look. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /**
   * Shared by all that runs in the JVM, and started when first needed; the last two are of
   * libraries.
   */
  private static final List<String> SHARED =
      List.of(
          "ForkJoinPool.commonPool",
          "CompletableFutureDelayScheduler",
          "process reaper",
          // Comes with a tool that looks into the JVM.
          "Attach Listener",
          "Keep-Alive-Timer",
          "CachedSingleThreadScheduler",
          "prometheus-metrics-scheduler");

  private final Map<String, Long> threads = threads();
  private final long sockets = sockets();

  private LeakCheck() {}

  static LeakCheck begin() {
    return new LeakCheck();
  }

  /** Fails unless what was begun since is gone before long. */
  void check() {
    eventually(
        () -> {
          // The JDK's HTTP client ends its thread once nobody holds the client.
          System.gc();
          LockSupport.parkNanos(PAUSE.toNanos());
          assertThat(threads())
              .as("threads by name")
              .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(before(name)));
          assertThat(sockets()).as("open sockets").isLessThanOrEqualTo(sockets);
        });
  }

  private long before(String name) {
    return threads.getOrDefault(name, 0L);
  }

  /** How many there are of each name; numbers in names differ from one to the next. */
  private static Map<String, Long> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> SHARED.stream().noneMatch(name::startsWith))
        .map(name -> name.replaceAll("[0-9]+", "#"))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private static long sockets() {
    try (Stream<Path> files = Files.list(OPEN_FILES)) {
      return files.filter(LeakCheck::isSocket).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSocket(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("socket:");
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
