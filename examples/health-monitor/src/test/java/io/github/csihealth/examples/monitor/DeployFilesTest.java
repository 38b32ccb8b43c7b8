package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the files in {@code deploy} go together, and with the program and its README. */
class DeployFilesTest {

  private static final Map<String, Set<String>> SERIES = ExportedSeries.all();
  private static final Pattern LABEL_IN_TEXT = Pattern.compile("\\$labels\\.(\\w+)");
  private static final Pattern LABEL_IN_LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

  private static final Pattern WARNING =
      Pattern.compile("\\.atWarn\\(\\)[^;]*?\\.log\\(\\s*\"([^\":;]+)");

  // ---- Manifests

  @Test
  void everyFileIsNamedByTheKustomizationOrByTheReadme() throws IOException {
    Set<String> named = new TreeSet<>(Set.of("kustomization.yaml"));
    Manifests.read("kustomization.yaml").path("resources").forEach(f -> named.add(f.asText()));
    assertThat(readme()).contains("deploy/alerts.yaml", "deploy/dashboard.json");
    named.addAll(Set.of("alerts.yaml", "dashboard.json"));
    try (Stream<Path> files = Files.list(Manifests.FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }

  @Test
  void theProbesAskWhatTheFlagsServe() {
    JsonNode monitor = Manifests.monitor();
    int port = monitor.at("/ports/0/containerPort").asInt();
    assertThat(Manifests.flags()).contains("--http-endpoint=:" + port);
    assertThat(monitor.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/healthz");
    assertThat(monitor.at("/livenessProbe/timeoutSeconds").asLong())
        .as("the monitor's own limit comes first, and says why")
        .isGreaterThan(RuntimeThread.LIMIT.toSeconds());
    for (String probe : List.of("startupProbe", "readinessProbe")) {
      assertThat(monitor.path(probe).at("/httpGet/path").asText()).isEqualTo("/readyz");
    }
    assertThat(Manifests.object("Deployment").at("/spec/template/metadata/annotations"))
        .hasToString("{\"prometheus.io/scrape\":\"true\",\"prometheus.io/port\":\"" + port + "\"}");
  }

  @Test
  void bothContainersShareTheSocketThatTheFlagsName() {
    JsonNode pod = Manifests.object("Deployment").at("/spec/template/spec");
    String volume = pod.at("/volumes/0/name").asText();
    for (JsonNode container : pod.path("containers")) {
      assertThat(container.at("/volumeMounts/0/name").asText()).isEqualTo(volume);
      assertThat(container.at("/volumeMounts/0/mountPath").asText()).isEqualTo("/csi");
      assertThat(container.path("args").toString()).contains("unix:///csi/csi.sock");
    }
  }

  // ---- Rules

  /** Fails for a rule that names what there is not, in its expression or in its texts. */
  private static void check(JsonNode rules, String readme) {
    assertThat(rules.path("groups")).isNotEmpty();
    List<String> alerts = new ArrayList<>();
    for (JsonNode group : rules.path("groups")) {
      assertThat(group.path("name").asText()).isNotEmpty();
      for (JsonNode rule : group.path("rules")) {
        String alert = rule.path("alert").asText();
        alerts.add(alert);
        Set<String> labels = PromQl.labelsOf(rule.path("expr").asText(), SERIES);
        assertThat(rule.path("for").asText("0m")).as(alert).matches("\\d+[smh]");
        assertThat(rule.at("/labels/severity").asText()).as(alert).matches("critical|warning");
        JsonNode annotations = rule.path("annotations");
        for (String text : List.of("summary", "description")) {
          assertThat(annotations.path(text).asText()).as(alert + " " + text).isNotEmpty();
          assertThat(found(LABEL_IN_TEXT, annotations.path(text).asText()))
              .as("labels in the %s of %s", text, alert)
              .isSubsetOf(labels);
        }
        assertThat(annotations.path("runbook_url").asText())
            .isEqualTo("README.md#alert-" + alert.toLowerCase(Locale.ROOT));
        assertThat(readme.lines()).as("the section of " + alert).contains("#### Alert " + alert);
      }
    }
    assertThat(alerts).doesNotHaveDuplicates();
    assertThat(found(Pattern.compile("(?m)^#### Alert (\\w+)$"), readme))
        .as("sections without an alert")
        .isSubsetOf(alerts);
  }

  private static List<String> found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("../../README.md"));
  }

  @Test
  void everyAlertStandsOnMetricsAndLabelsThatThereAreAndHasItsSectionInTheReadme()
      throws IOException {
    check(Manifests.read("alerts.yaml"), readme());
  }

  @Test
  void aMisspeltNameInARuleIsFound() throws IOException {
    String rules = Manifests.text("alerts.yaml");
    String readme = readme();
    for (List<String> slip :
        List.of(
            List.of("csi_volume_health_probe_total{", "csi_volume_health_probes_total{"),
            List.of("by (driver_name, method)", "by (driver, method)"),
            List.of("status=\"DataLoss\"", "state=\"DataLoss\""),
            List.of("status=\"DataLoss\"", "status=\"Dataloss\""),
            List.of("$labels.persistentvolumeclaim }} has", "$labels.claim }} has"),
            List.of("#alert-volumehealthdegraded", "#alert-volume-health-degraded"),
            List.of("alert: VolumeHealthDegraded", "alert: VolumeHealthDegrade"),
            List.of("severity: warning", "severity: high"))) {
      assertThat(rules).contains(slip.get(0));
      JsonNode broken = Manifests.parse(rules.replace(slip.get(0), slip.get(1)));
      assertThatThrownBy(() -> check(broken, readme))
          .as(slip.toString())
          .isInstanceOfAny(AssertionError.class, IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () ->
                check(
                    Manifests.parse(rules),
                    readme.replace("#### Alert VolumeHealthDegraded", "#### Alert Degraded")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void everyStatusThatMayBeStoredHasAnAlert() {
    String rules = Manifests.text("alerts.yaml");
    for (String status : List.of("DataLoss", "Inaccessible", "Degraded")) {
      assertThat(rules).contains("status=\"" + status + "\"");
    }
  }

  @Test
  void theReadmeSaysWhatToDoAboutEveryExitCode() throws IOException {
    String errors = readme().substring(readme().indexOf("\n### Errors\n"));
    assertThat(found(Pattern.compile("(?m)^\\| (\\d+) \\|"), errors))
        .containsExactlyElementsOf(
            Stream.of(ExitCode.values()).map(code -> String.valueOf(code.code())).toList());
  }

  @Test
  void theReadmeSaysWhatToDoAboutEveryWarning() throws IOException {
    Set<String> warnings = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        // Up to where the program goes on to explain.
        warnings.addAll(found(WARNING, Files.readString(source)));
      }
    }
    assertThat(warnings).contains("call failed", "write dropped");
    String readme = readme();
    String table =
        readme.substring(
            readme.indexOf("Warnings in the log"), readme.indexOf("\n### What it survives\n"));
    assertThat(warnings).allSatisfy(warning -> assertThat(table).contains("`" + warning + "`"));
    assertThat(found(Pattern.compile("(?m)^\\| `([^`]+)`"), table)).isSubsetOf(warnings);
  }

  // ---- Dashboard

  /** Fails for a panel or a variable that names what there is not. */
  private static void check(JsonNode dashboard) {
    Set<String> variables = new TreeSet<>();
    for (JsonNode variable : dashboard.at("/templating/list")) {
      variables.add(variable.path("name").asText());
      if (variable.path("type").asText().equals("query")) {
        Matcher query = LABEL_VALUES.matcher(variable.path("query").asText());
        assertThat(query.matches()).as(variable.path("query").asText()).isTrue();
        assertThat(SERIES).containsKey(query.group(1));
        assertThat(SERIES.get(query.group(1))).contains(query.group(2));
      }
    }
    Set<Integer> ids = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      assertThat(panel.path("targets")).isNotEmpty();
      for (JsonNode target : panel.path("targets")) {
        String expression = target.path("expr").asText();
        Set<String> labels = PromQl.labelsOf(expression, SERIES);
        assertThat(found(LABEL_IN_LEGEND, target.path("legendFormat").asText()))
            .as("the legend of " + expression)
            .isSubsetOf(labels);
        assertThat(found(Pattern.compile("\"\\$(\\w+)\""), expression)).isSubsetOf(variables);
      }
    }
    assertThat(found(Pattern.compile("\\$\\{(\\w+)}"), dashboard.toString())).isSubsetOf(variables);
  }

  @Test
  void theDashboardStandsOnMetricsAndLabelsThatThereAre() {
    check(Manifests.read("dashboard.json"));
  }

  @Test
  void aMisspeltNameInTheDashboardIsFound() {
    String dashboard = Manifests.text("dashboard.json");
    for (List<String> slip :
        List.of(
            List.of("csi_health_monitor_build_info", "csi_monitor_build_info"),
            List.of("_seconds_bucket", "_seconds"),
            List.of("{{driver_name}}", "{{driver}}"),
            List.of("\\\"$driver\\\"", "\\\"$drivers\\\""),
            List.of("_status, namespace)", "_status, ns)"),
            List.of("by (le, driver_name", "by (driver_name"),
            List.of("\"id\": 2,", "\"id\": 1,"))) {
      assertThat(dashboard).contains(slip.get(0));
      JsonNode broken = Manifests.parse(dashboard.replace(slip.get(0), slip.get(1)));
      assertThatThrownBy(() -> check(broken))
          .as(slip.toString())
          .isInstanceOfAny(AssertionError.class, IllegalArgumentException.class);
    }
  }

  @Test
  void theDashboardShowsEveryMetricOfTheMonitor() {
    String dashboard = Manifests.text("dashboard.json");
    assertThat(
            SERIES.keySet().stream()
                .filter(name -> !name.startsWith("csi_node_"))
                .filter(name -> !name.matches(".*_seconds_(sum|count)")))
        .allSatisfy(name -> assertThat(dashboard).contains(name));
  }
}
