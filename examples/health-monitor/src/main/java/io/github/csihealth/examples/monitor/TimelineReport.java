package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.DriverInfo;
import io.github.csihealth.model.HealthState;
import io.github.csihealth.reconcile.Observation;
import java.io.PrintWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import picocli.CommandLine.Help.Ansi;

/** The story as a timeline to read; in colour where the terminal shows it. */
final class TimelineReport implements DemoReport {

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

  private final PrintWriter out;
  private final Ansi ansi;

  TimelineReport(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.ansi = ansi;
  }

  @Override
  public void begin(DriverInfo driver, String socket, String server) {
    line("@|bold Volume health, from a CSI driver to the claims of a cluster|@");
    out.println();
    out.printf(
        "  driver      %s (%s mode) on %s%n", driver.name(), driver.controllerMode(), socket);
    out.printf("  API server  %s, in memory%n", server);
    out.println("  claims      shop/orders (vol-orders), shop/media (vol-media), shop/cache");
    out.println();
    out.flush();
  }

  @Override
  public void step(StepOutcome outcome) {
    line("@|bold " + CLOCK.format(outcome.time()) + "  " + outcome.event() + "|@");
    boolean quiet = true;
    for (StepOutcome.Volume volume : outcome.volumes()) {
      if (isEvent(volume)) {
        quiet = false;
        volume(volume);
      }
    }
    if (quiet) {
      out.println("       nothing to do: no claim holds or needs a condition");
    }
    String counts =
        String.format(
            "%d list, %d get, %d patch",
            outcome.made().lists(), outcome.made().gets(), outcome.made().patches());
    line(
        "       @|faint calls:|@ "
            + counts
            + (outcome.asExpected()
                ? "  @|green as expected|@"
                : "  @|bold,red NOT AS EXPECTED|@"));
    out.println();
    out.flush();
  }

  /** A volume that is well and stays so is no news. */
  private static boolean isEvent(StepOutcome.Volume volume) {
    return volume.stored().state() != HealthState.NO_INFORMATION
        || volume.seen().decisions().stream().anyMatch(d -> d.write().isPresent())
        || !volume.asExpected();
  }

  private void volume(StepOutcome.Volume volume) {
    StepRecorder.Seen seen = volume.seen();
    String name = volume.handle();
    for (int i = 0; i < seen.observations().size(); i++) {
      Observation observation = seen.observations().get(i);
      row(i == 0 ? name : "", i == 0 ? "driver" : "Get", Wording.of(observation));
      row("", "decided", Wording.of(seen.decisions().get(i)));
    }
    String held =
        volume.stored().state() == HealthState.NO_INFORMATION
            ? "@|green nothing adverse recorded|@"
            : "@|red " + volume.stored() + "|@";
    row("", "claim", held);
  }

  private void row(String volume, String who, String what) {
    line(String.format("       @|cyan %-11s|@ %-8s %s", volume, who, what));
  }

  @Override
  public void end(Demo.Counts total, int steps, boolean asExpected) {
    line("@|bold Summary|@");
    out.printf(
        "  %d cycles: %d list calls, %d get calls, %d status patches%n",
        steps, total.lists(), total.gets(), total.patches());
    line(
        asExpected
            ? "  @|bold,green every step came out as the contract says|@"
            : "  @|bold,red at least one step did not come out as the contract says|@");
    out.flush();
  }

  private void line(String markup) {
    out.println(ansi.string(markup));
  }
}
