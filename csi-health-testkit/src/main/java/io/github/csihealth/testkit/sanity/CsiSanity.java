package io.github.csihealth.testkit.sanity;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.github.csihealth.csi.unix.UnixEndpoint;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * csi-sanity, the Kubernetes project's conformance suite for CSI drivers, as a program to run on
 * the socket of a driver. The program is not part of this library: it is {@code cmd/csi-sanity} of
 * the Go module {@code github.com/kubernetes-csi/csi-test/v5}, which tests the health calls from
 * v5.6.0 on.
 *
 * <pre>{@code
 * SanityReport report = CsiSanity.program(Path.of("/opt/csi-sanity")).run(endpoint);
 * assertThat(report.failed()).as(report.output()).isEmpty();
 * assertThat(report.skipped()).noneMatch(spec -> spec.contains("Health"));
 * }</pre>
 *
 * <p>The suite makes and deletes volumes, and has them published in a temporary directory, so the
 * driver must see the file system that this process sees. The directory is removed, except for what
 * a driver that failed has left below it.
 *
 * <p>Immutable.
 */
public final class CsiSanity {

  private static final Duration DEFAULT_LIMIT = Duration.ofMinutes(10);

  // The files in the directory of a run.
  private static final String REPORT = "report.json";
  private static final String OUTPUT = "output";
  private static final String MOUNT = "mount";
  private static final String STAGING = "staging";

  private final Path program;
  private final List<String> flags;
  private final Duration limit;

  private CsiSanity(Path program, List<String> flags, Duration limit) {
    this.program = program;
    this.flags = List.copyOf(flags);
    this.limit = limit;
  }

  /** The suite, as this executable file. */
  public static CsiSanity program(Path program) {
    return new CsiSanity(requireNonNull(program, "program"), List.of(), DEFAULT_LIMIT);
  }

  /** With further flags of the program, such as {@code --csi.testvolumesize=1048576}. */
  public CsiSanity with(String... flags) {
    return new CsiSanity(
        program, Stream.concat(this.flags.stream(), Stream.of(flags)).toList(), limit);
  }

  /**
   * With so much time for a run, instead of ten minutes.
   *
   * @throws IllegalArgumentException if not positive
   */
  public CsiSanity within(Duration limit) {
    if (limit.isZero() || limit.isNegative()) {
      throw new IllegalArgumentException("no time to run: " + limit);
    }
    return new CsiSanity(program, flags, limit);
  }

  /**
   * Runs the suite on the driver to its end.
   *
   * @throws UncheckedIOException if the program cannot be run
   * @throws IllegalStateException if it does not end in time, or ends without a report; the message
   *     holds what it printed
   * @throws InterruptedException if interrupted; the program is killed
   */
  public SanityReport run(UnixEndpoint endpoint) throws InterruptedException {
    requireNonNull(endpoint, "endpoint");
    try {
      Path directory = Files.createTempDirectory("csi-sanity");
      try {
        return run(endpoint, directory);
      } finally {
        delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + program + ": " + e.getMessage(), e);
    }
  }

  private SanityReport run(UnixEndpoint endpoint, Path directory)
      throws IOException, InterruptedException {
    Path json = directory.resolve(REPORT);
    Path printed = directory.resolve(OUTPUT);
    Process process =
        new ProcessBuilder(command(endpoint, directory, json))
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      if (!process.waitFor(limit.toNanos(), NANOSECONDS)) {
        throw new IllegalStateException(
            program + " did not end within " + limit + ":\n" + Files.readString(printed));
      }
    } finally {
      process.destroyForcibly().onExit().join();
    }
    String output = Files.readString(printed);
    if (Files.notExists(json)) {
      throw new IllegalStateException(
          "%s ended with exit code %d and no report:\n%s"
              .formatted(program, process.exitValue(), output));
    }
    return SanityReport.read(process.exitValue(), Files.readString(json), output);
  }

  private List<String> command(UnixEndpoint endpoint, Path directory, Path json) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    // The suite dials no relative path.
    command.add("--csi.endpoint=unix://" + Path.of(endpoint.path()).toAbsolutePath());
    command.add("--csi.mountdir=" + directory.resolve(MOUNT));
    command.add("--csi.stagingdir=" + directory.resolve(STAGING));
    command.add("--ginkgo.json-report=" + json);
    command.add("--ginkgo.no-color");
    command.addAll(flags);
    return command;
  }

  /**
   * Not what is below the suite's paths: it might be a mount, which a driver that failed has left.
   */
  private static void delete(Path directory) {
    for (String name : List.of(REPORT, OUTPUT, MOUNT, STAGING, "")) {
      try {
        Files.deleteIfExists(directory.resolve(name));
      } catch (IOException e) {
        // A left-over in the temporary directory must not hide how the run went.
      }
    }
  }
}
