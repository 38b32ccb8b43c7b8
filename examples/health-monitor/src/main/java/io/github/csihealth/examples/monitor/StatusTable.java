package io.github.csihealth.examples.monitor;

import io.github.csihealth.model.StorageHealthStatusType;
import io.github.csihealth.model.VolumeHealthStatusType;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * The health of a cluster as a table to read. What is printed of a watch keeps the columns of what
 * was printed first, unless it needs more room.
 */
final class StatusTable implements StatusOutput {

  private static final String GAP = "   ";
  private static final String NONE = "<none>";

  private static final Set<String> LOST =
      Set.of(
          VolumeHealthStatusType.DATA_LOSS.value(),
          VolumeHealthStatusType.INACCESSIBLE.value(),
          StorageHealthStatusType.STORAGE_UNREACHABLE.value());
  private static final Set<String> WORSE =
      Set.of(
          VolumeHealthStatusType.DEGRADED.value(),
          StorageHealthStatusType.STORAGE_DEGRADED.value());

  private final PrintWriter out;
  private final Ansi ansi;
  private final InstantSource clock;
  private final boolean wide;
  private final boolean watching;
  private int[] widths = new int[0];

  /**
   * A table.
   *
   * @param wide with the columns that need much room
   * @param watching with a column that says what has changed, and without the summary
   */
  StatusTable(PrintWriter out, Ansi ansi, InstantSource clock, boolean wide, boolean watching) {
    this.out = out;
    this.ansi = ansi;
    this.clock = clock;
    this.wide = wide;
    this.watching = watching;
  }

  @Override
  public void now(HealthSurvey survey) {
    if (survey.conditions().isEmpty()) {
      out.println(survey.summary());
      out.flush();
      return;
    }
    changed(survey.asAdded());
    if (!watching) {
      out.println();
      out.println(survey.summary());
      out.flush();
    }
  }

  @Override
  public void changed(List<ConditionChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    Instant now = clock.instant();
    List<List<String>> rows = new ArrayList<>();
    changes.forEach(change -> rows.add(cells(change, now)));
    if (widths.length == 0) {
      List<String> header = header();
      widths = new int[header.size()];
      if (watching) {
        // Of which the first rows hold not all.
        widths[0] = ConditionChange.Type.MODIFIED.name().length();
      }
      Stream.concat(Stream.of(header), rows.stream()).forEach(this::measure);
      print(header, Style.bold, column -> true);
    }
    int status = header().indexOf("STATUS");
    for (int i = 0; i < rows.size(); i++) {
      print(rows.get(i), style(changes.get(i)), column -> column == status);
    }
    out.flush();
  }

  private List<String> header() {
    List<String> header =
        new ArrayList<>(
            List.of("KIND", "NAMESPACE", "NAME", "VOLUME/DRIVER", "STATUS", "REASON", "AGE"));
    if (watching) {
      header.add(0, "EVENT");
    }
    if (wide) {
      header.add("MODES");
      header.add("MESSAGE");
    }
    return header;
  }

  private List<String> cells(ConditionChange change, Instant now) {
    AdverseCondition condition = change.condition();
    List<String> cells = new ArrayList<>();
    if (watching) {
      cells.add(change.type().toString());
    }
    cells.add(condition.resource().kind());
    cells.add(cell(condition.namespace()));
    cells.add(cell(condition.name()));
    cells.add(cell(condition.part()));
    cells.add(cell(condition.status()));
    cells.add(cell(condition.reason()));
    cells.add(Age.of(condition.since(), now));
    if (wide) {
      cells.add(modes(condition));
      cells.add(cell(condition.message()));
    }
    return cells;
  }

  private static String modes(AdverseCondition condition) {
    String modes =
        Stream.of(condition.accessMode(), condition.volumeMode())
            .filter(Objects::nonNull)
            .collect(Collectors.joining(","));
    return modes.isEmpty() && condition.resource() == HealthResource.NODE ? "<all>" : cell(modes);
  }

  /** What a terminal would obey is not printed. */
  private static String cell(String text) {
    String shown = OneLine.of(text.replaceAll("[\\p{Cntrl}\u0080-\u009f]", " "));
    return shown.isEmpty() ? NONE : shown;
  }

  private void measure(List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], width(cells.get(i)));
    }
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static Style style(ConditionChange change) {
    String status = change.condition().status();
    if (change.type() == ConditionChange.Type.DELETED) {
      return Style.fg_green;
    }
    if (LOST.contains(status)) {
      return Style.fg_red;
    }
    return WORSE.contains(status) ? Style.fg_yellow : Style.fg_magenta;
  }

  private void print(List<String> cells, Style style, IntPredicate styled) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      line.append(ansi.enabled() && styled.test(i) ? style.on() + cell + style.off() : cell);
      if (i < cells.size() - 1) {
        line.append(" ".repeat(Math.max(0, widths[i] - width(cell)))).append(GAP);
      }
    }
    out.println(line);
  }
}
