package io.github.csihealth.examples.monitor;

import static io.github.csihealth.examples.monitor.HealthResource.CLAIM;
import static io.github.csihealth.examples.monitor.HealthResource.NODE;
import static io.github.csihealth.examples.monitor.HealthResource.POD;
import static io.github.csihealth.examples.monitor.StatusObjects.claim;
import static io.github.csihealth.examples.monitor.StatusObjects.condition;
import static io.github.csihealth.examples.monitor.StatusObjects.health;
import static io.github.csihealth.examples.monitor.StatusObjects.node;
import static io.github.csihealth.examples.monitor.StatusObjects.pod;
import static io.github.csihealth.examples.monitor.StatusObjects.storage;
import static io.github.csihealth.examples.monitor.StatusObjects.tree;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.github.csihealth.examples.monitor.HealthResource.Health;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

/** What is printed of the objects of a cluster, and what is not. */
class StatusOutputTest {

  private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
  private static final String DISK = "disk.csihealth.example";
  private static final String SLOW = condition("Degraded", "DiskSlow", "500 ms");
  private static final String HEALTHY = "{\"lastTransitionTime\": \"2026-11-30T08:00:00Z\"}";

  private final Map<HealthResource, List<Health>> read = new EnumMap<>(HealthResource.class);

  private StatusOutputTest with(HealthResource resource, String... objects) {
    List<Health> all = read.computeIfAbsent(resource, r -> new ArrayList<>());
    for (String object : objects) {
      all.add(resource.read(tree(object)));
    }
    return this;
  }

  private String table(boolean wide, Ansi ansi) {
    return printed(out -> new StatusTable(out, ansi, () -> NOW, wide, false));
  }

  private String table() {
    return table(false, Ansi.OFF);
  }

  private String printed(Function<PrintWriter, StatusOutput> form) {
    StringWriter text = new StringWriter();
    form.apply(new PrintWriter(text)).now(HealthSurvey.of(read));
    return text.toString();
  }

  private static String lines(String... lines) {
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private StatusOutputTest sickCluster() {
    return with(
            CLAIM,
            claim("shop", "media", health("2026-11-30T08:57:30Z", SLOW)),
            claim(
                "shop",
                "orders",
                health(
                    "2026-11-27T05:00:00Z",
                    condition("Inaccessible", "VolumeNotFound", "gone from the back end"),
                    condition("Degraded", "ReplicaDown", "1 of 3"))),
            claim("shop", "cache", null),
            claim("bank", "ledger", health(null, condition("Melting", "TooHot", ""))))
        .with(POD, pod("shop", "web-0", "Running", health("2026-11-30T00:00:00Z", SLOW), HEALTHY))
        .with(
            NODE,
            node(
                "node-1",
                DISK,
                storage(
                    DISK,
                    """
                    {"status": "StorageUnreachable", "reason": "PathLost", "message": "no path",
                     "accessMode": "ReadWriteMany", "volumeMode": "Block",
                     "lastTransitionTime": "2026-11-22T08:00:00Z"}
                    """,
                    condition("StorageDegraded", "Slow", "all slow"))));
  }

  @Test
  void theTableShowsWhatIsAdverseOldestFirst() {
    assertThat(sickCluster().table())
        .isEqualTo(
            lines(
                "KIND                    NAMESPACE   NAME     VOLUME/DRIVER            STATUS"
                    + "               REASON           AGE",
                "CSINode                 <none>      node-1   disk.csihealth.example  "
                    + " StorageUnreachable   PathLost         8d",
                "PersistentVolumeClaim   shop        orders   pv-orders               "
                    + " Inaccessible         VolumeNotFound   3d4h",
                "PersistentVolumeClaim   shop        orders   pv-orders               "
                    + " Degraded             ReplicaDown      3d4h",
                "Pod                     shop        web-0    data                    "
                    + " Degraded             DiskSlow         9h",
                "PersistentVolumeClaim   shop        media    pv-media                "
                    + " Degraded             DiskSlow         2m30s",
                "PersistentVolumeClaim   bank        ledger   pv-ledger               "
                    + " Melting              TooHot           <unknown>",
                "CSINode                 <none>      node-1   disk.csihealth.example  "
                    + " StorageDegraded      Slow             <unknown>",
                "",
                "3 claims, 1 pod volume, 1 node with adverse conditions"));
  }

  @Test
  void theWideTableHasModesAndMessages() {
    assertThat(
            with(CLAIM, claim("shop", "data", health("2026-11-30T08:00:00Z", SLOW)))
                .with(
                    NODE,
                    node(
                        "n",
                        DISK,
                        storage(
                            DISK,
                            condition("StorageDegraded", "Slow", ""),
                            """
                            {"status": "StorageDegraded", "reason": "Slow", "message": "slow",
                             "accessMode": "ReadWriteMany", "volumeMode": "Block"}
                            """)))
                .table(true, Ansi.OFF)
                .lines()
                .map(line -> line.replaceFirst(".*( AGE| 60m|<unknown>) {2,}", "")))
        .containsExactly(
            "MODES                 MESSAGE",
            "<none>                500 ms",
            "<all>                 <none>",
            "ReadWriteMany,Block   slow",
            "",
            "1 claim, 1 node with adverse conditions");
  }

  /** C2: absent is no information, present without conditions is healthy; neither is adverse. */
  @Test
  void nothingAdverseIsOneLineThatDoesNotSayHealthy() {
    assertThat(
            with(CLAIM, claim("shop", "a", null), claim("shop", "b", HEALTHY))
                .with(POD, pod("shop", "web-0", "Running", HEALTHY, HEALTHY))
                .with(NODE)
                .table())
        .isEqualTo(lines("no adverse conditions recorded in 2 claims, 1 pod, 0 nodes"));
  }

  @Test
  void onlyWhatCouldBeReadIsCounted() {
    assertThat(with(CLAIM, claim("shop", "a", null)).table())
        .isEqualTo(lines("no adverse conditions recorded in 1 claim"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void c25AFinishedPodIsNoInformation(String phase) {
    String sick = health("2026-11-30T00:00:00Z", SLOW);
    assertThat(with(POD, pod("shop", "job", phase, sick, sick)).table())
        .isEqualTo(lines("no adverse conditions recorded in 1 pod"));
    assertThat(with(POD, pod("shop", "odd", "Paused", sick, sick)).table())
        .contains("2 pod volumes with adverse conditions");
  }

  @Test
  void c25StorageHealthOfADriverThatIsNotRegisteredIsNoInformation() {
    String slow = condition("StorageDegraded", "Slow", "");
    assertThat(with(NODE, node("n", DISK, storage("gone.csihealth.example", slow))).table())
        .isEqualTo(lines("no adverse conditions recorded in 1 node"));
  }

  @Test
  void aNodeWithSeveralSickDriversIsOneNode() {
    String slow = condition("StorageDegraded", "Slow", "");
    String both =
        node("n", DISK, storage(DISK, slow), storage("two", slow))
            .replace("\"drivers\": [", "\"drivers\": [{\"name\": \"two\", \"nodeID\": \"n\"}, ");
    assertThat(with(NODE, both).table())
        .contains("two ", DISK)
        .endsWith(lines("1 node with adverse conditions"));
  }

  @Test
  void aTextOfADriversCannotForgeALineOrCommandATerminal() {
    String odd = "a\\u001b[2Jb\\nCSINode forged\\u009b1m @|red c|@";
    String table =
        with(CLAIM, claim("shop", "data", health(null, condition("Degraded", "R", odd))))
            .table(true, Ansi.OFF);

    assertThat(table).hasLineCount(4).contains("a [2Jb CSINode forged 1m @|red c|@");
    assertThat(table.replace(System.lineSeparator(), "").chars())
        .noneMatch(Character::isISOControl);
    assertThat(table(true, Ansi.ON)).contains("@|red c|@");
  }

  @Test
  void coloursAreOnlyWhereTheyAreWanted() {
    assertThat(sickCluster().table()).doesNotContain("\u001b");
    String coloured = table(false, Ansi.ON);
    assertThat(coloured)
        .contains("\u001b[31mInaccessible\u001b[", "\u001b[33mDegraded\u001b[")
        .contains("\u001b[35mMelting\u001b[", "\u001b[1mKIND\u001b[");
    assertThat(coloured.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(table());
  }

  private static final String ITEMS =
      """
      {"items": [
        {"kind": "CSINode", "name": "n", "driver": "disk.csihealth.example",
         "status": "StorageDegraded", "reason": "Slow", "message": "slow",
         "accessMode": "ReadWriteMany", "volumeMode": "Block",
         "lastTransitionTime": "2026-11-30T07:00:00Z"},
        {"kind": "PersistentVolumeClaim", "namespace": "shop", "name": "data", "volume": "pv-data",
         "status": "Degraded", "reason": "DiskSlow", "message": "500 ms",
         "lastTransitionTime": "2026-11-30T08:00:00Z"},
        {"kind": "Pod", "namespace": "shop", "name": "web-0", "volume": "data",
         "status": "Melting", "reason": "TooHot"}]}
      """;

  private StatusOutputTest oneOfEach() {
    return with(CLAIM, claim("shop", "data", health("2026-11-30T08:00:00Z", SLOW)))
        .with(
            POD,
            pod(
                "shop",
                "web-0",
                "Running",
                health(null, condition("Melting", "TooHot", "")),
                HEALTHY))
        .with(
            NODE,
            node(
                "n",
                DISK,
                storage(
                    DISK,
                    """
                    {"status": "StorageDegraded", "reason": "Slow", "message": "slow",
                     "accessMode": "ReadWriteMany", "volumeMode": "Block",
                     "lastTransitionTime": "2026-11-30T08:00:00.5+01:00"}
                    """)));
  }

  @Test
  void jsonIsAListOfConditions() throws Exception {
    String json = oneOfEach().printed(out -> StatusDocument.json(out, false));

    assertThat(new ObjectMapper().readTree(json)).isEqualTo(new ObjectMapper().readTree(ITEMS));
    assertThat(json).startsWith("{").endsWith("}" + System.lineSeparator());
  }

  @Test
  void yamlIsTheSameList() throws Exception {
    String yaml = oneOfEach().printed(out -> StatusDocument.yaml(out, false));

    assertThat(yaml).startsWith("---\nitems:\n");
    String json =
        new KubernetesSerialization()
            .asJson(new KubernetesSerialization().unmarshal(yaml, Map.class));
    assertThat(new ObjectMapper().readTree(json)).isEqualTo(new ObjectMapper().readTree(ITEMS));
  }

  @Test
  void nothingAdverseIsAnEmptyList() throws Exception {
    with(CLAIM, claim("shop", "a", null));
    assertThat(new ObjectMapper().readTree(printed(out -> StatusDocument.json(out, false))))
        .isEqualTo(new ObjectMapper().readTree("{\"items\": []}"));
    assertThat(printed(out -> StatusDocument.yaml(out, false))).isEqualTo("---\nitems: []\n");
  }

  @Test
  void whatCannotBeReadIsAFindingAndTheRestIsShown() {
    Health health =
        CLAIM.read(tree(claim("shop", "a", health("yesterday", SLOW, "7", "{\"status\": \"X\"}"))));

    assertThat(health.object()).isEqualTo("shop/a");
    assertThat(health.conditions()).extracting(AdverseCondition::status).contains("Degraded", "X");
    assertThat(health.conditions()).extracting(AdverseCondition::since).containsOnlyNulls();
    assertThat(health.findings())
        .anyMatch(line -> line.contains("lastTransitionTime"))
        .anyMatch(line -> line.contains("healthConditions[1]"))
        .noneMatch(line -> line.contains("UNKNOWN_STATUS"));
  }

  // ---- Changes

  private static String watched(StatusOutput output, StringWriter text, Health... healths) {
    ConditionHistory history = new ConditionHistory();
    output.now(HealthSurvey.of(Map.of(CLAIM, List.of(healths[0]))));
    history.allSeen(List.of(healths[0]));
    for (int i = 1; i < healths.length; i++) {
      output.changed(history.seen(healths[i]));
    }
    output.changed(history.gone(healths[0].object()));
    return text.toString();
  }

  private static Health data(String... conditions) {
    return CLAIM.read(
        tree(
            claim(
                "shop",
                "data",
                conditions.length == 0 ? null : health("2026-11-30T08:00:00Z", conditions))));
  }

  private static final Health[] HISTORY = {
    data(SLOW),
    data(SLOW),
    data(condition("Degraded", "DiskSlow", "900 ms")),
    data(
        condition("Degraded", "DiskSlow", "900 ms"),
        condition("DataLoss", "BlocksLostForEver", "")),
    data(condition("DataLoss", "BlocksLostForEver", ""))
  };

  @Test
  void aWatchPrintsALineForEachChange() {
    StringWriter text = new StringWriter();
    StatusTable table = new StatusTable(new PrintWriter(text), Ansi.OFF, () -> NOW, false, true);
    String claim = "PersistentVolumeClaim   shop        data   pv-data         ";
    assertThat(watched(table, text, HISTORY))
        .isEqualTo(
            lines(
                "EVENT      KIND                    NAMESPACE   NAME   VOLUME/DRIVER   STATUS     "
                    + "REASON     AGE",
                "ADDED      " + claim + "Degraded   DiskSlow   60m",
                "MODIFIED   " + claim + "Degraded   DiskSlow   60m",
                "ADDED      " + claim + "DataLoss   BlocksLostForEver   60m",
                "DELETED    " + claim + "Degraded   DiskSlow   60m",
                "DELETED    " + claim + "DataLoss   BlocksLostForEver   60m"));
  }

  @Test
  void aWatchOfNothingAdverseSaysSoFirst() {
    StringWriter text = new StringWriter();
    StatusTable table = new StatusTable(new PrintWriter(text), Ansi.OFF, () -> NOW, false, true);
    assertThat(watched(table, text, data(), data(SLOW)).lines())
        .hasSize(4)
        .startsWith("no adverse conditions recorded in 1 claim");
  }

  @Test
  void aWatchInJsonIsAnObjectALine() throws Exception {
    StringWriter text = new StringWriter();
    String json = watched(StatusDocument.json(new PrintWriter(text), true), text, HISTORY);

    List<String> types = new ArrayList<>();
    for (String line : json.lines().toList()) {
      types.add(
          new ObjectMapper().readTree(line).path("type").asText()
              + " "
              + new ObjectMapper().readTree(line).at("/object/reason").asText());
    }
    assertThat(types)
        .containsExactly(
            "ADDED DiskSlow",
            "MODIFIED DiskSlow",
            "ADDED BlocksLostForEver",
            "DELETED DiskSlow",
            "DELETED BlocksLostForEver");
  }

  @Test
  void aListAfterAGapTellsWhatIsGone() {
    ConditionHistory history = new ConditionHistory();
    history.allSeen(List.of(data(SLOW)));

    assertThat(history.allSeen(List.of(data(SLOW)))).isEmpty();
    assertThat(history.allSeen(List.of()))
        .extracting(ConditionChange::type)
        .containsExactly(ConditionChange.Type.DELETED);
    assertThat(history.allSeen(List.of())).isEmpty();
  }
}
