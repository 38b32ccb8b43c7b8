package io.github.csihealth.model;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static io.github.csihealth.model.VolumeHealthStatusType.INACCESSIBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.PersistentVolume.ClaimRef;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules C1, C2 and C10 of reading, and what writing keeps. */
class HealthJsonTest {

  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00+00:00",
        "2026-01-01T00:00:00.1Z",
        "2026-01-01T00:00:00.123456Z",
        "2026-01-01T00:00:00.123456789Z",
        "2026-01-01T00:00:00.999999999999Z",
        "2026-01-01T05:30:00+05:30",
        "2025-12-31T16:00:00-08:00"
      })
  void c10EveryRfc3339FormIsOneInstantInWholeSeconds(String time) {
    Read<VolumeHealthStatus> read = read("{'lastTransitionTime':'" + time + "'}");
    assertThat(read.findings()).isEmpty();
    assertThat(read.value().lastTransitionTime()).contains(NEW_YEAR);
    assertThat(read.value()).hasSameHashCodeAs(VolumeHealthStatus.of(MapList.of(), NEW_YEAR));
    assertThat(read.value()).isEqualTo(VolumeHealthStatus.of(MapList.of(), NEW_YEAR));
  }

  @Test
  void c10AFractionIsCutAndNotRounded() {
    VolumeHealthStatus health =
        VolumeHealthStatus.of(MapList.of(), NEW_YEAR.plusNanos(999_999_999));
    assertThat(text(HealthJson.write(health)))
        .isEqualTo("{\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}");
    assertThat(HealthJson.readVolumeHealth(HealthJson.write(health)).value()).isEqualTo(health);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2026-01-01 00:00:00Z", "", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "now"})
  void c1ABadTimeIsAFindingWithItsPathAndTheRestIsRead(String time) {
    Read<Claim> read =
        claim(
            "{'healthConditions':[{'status':'Degraded','reason':'A'}],'lastTransitionTime':'"
                + time
                + "'}");
    assertThat(read.value().health().lastTransitionTime()).isEmpty();
    assertThat(read.value().health().conditions().entries())
        .containsExactly(VolumeHealthCondition.of(DEGRADED, "A"));
    assertThat(read.findings())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.kind()).isEqualTo(FindingKind.BAD_TIME);
              assertThat(found.path()).isEqualTo("status.healthStatus.lastTransitionTime");
            });
  }

  @Test
  void c1TheZeroTimeOfGoIsNoTime() {
    assertThat(read("{'lastTransitionTime':'0001-01-01T00:00:00Z'}").value().lastTransitionTime())
        .isEmpty();
  }

  @Test
  void c2HealthHasThreeStates() {
    assertThat(claimHealth("{'status':{}}")).isEqualTo(VolumeHealthStatus.absent());
    assertThat(claimHealth("{'status':{'healthStatus':null}}").state())
        .isEqualTo(HealthState.NO_INFORMATION);
    assertThat(claimHealth("{}").state()).isEqualTo(HealthState.NO_INFORMATION);
    for (String healthy :
        List.of(
            "{}",
            "{'lastTransitionTime':null}",
            "{'lastTransitionTime':'2026-01-01T00:00:00Z'}",
            "{'healthConditions':[]}",
            "{'healthConditions':null}")) {
      assertThat(read(healthy).value().state()).isEqualTo(HealthState.HEALTHY);
      assertThat(read(healthy).value()).isNotEqualTo(VolumeHealthStatus.absent());
    }
    assertThat(read("{'healthConditions':[]}").value()).isEqualTo(read("{}").value());
    assertThat(read("{'healthConditions':[{'status':'Unknown','reason':'X'}]}").value().state())
        .isEqualTo(HealthState.ADVERSE);
  }

  @Test
  void c2AnUnknownStatusIsKeptAndWrittenBack() {
    String json =
        "{'healthConditions':[{'status':'Unknown','reason':'X'}],'lastTransitionTime':null}";
    Read<VolumeHealthStatus> read = read(json);
    assertThat(text(HealthJson.write(read.value()))).isEqualTo(quoted(json));
    assertThat(read.findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.UNKNOWN_STATUS);
  }

  @Test
  void theDraftNameOfTheListIsReadToo() {
    assertThat(read("{'conditions':[{'status':'Degraded','reason':'A'}]}").value().conditions())
        .isEqualTo(MapList.of(VolumeHealthCondition.of(DEGRADED, "A")));
  }

  @Test
  void c1BesideTheShippedListTheDraftsIsAFieldThatIsNotKnown() {
    String json =
        "{'healthConditions':[{'status':'Degraded','reason':'A'}],'lastTransitionTime':null,"
            + "'conditions':[{'status':'DataLoss','reason':'B'}]}";
    Read<VolumeHealthStatus> read = read(json);
    assertThat(read.value().conditions())
        .isEqualTo(MapList.of(VolumeHealthCondition.of(DEGRADED, "A")));
    assertThat(read.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly("UNKNOWN_FIELD healthStatus.conditions");
    assertThat(text(HealthJson.write(read.value()))).isEqualTo(quoted(json));
  }

  @Test
  void c1PathsNameTheListThatWasRead() {
    assertThat(read("{'conditions':[7,{'status':'Degraded'}]}").findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly(
            "WRONG_TYPE healthStatus.conditions[0]",
            "MISSING_FIELD healthStatus.conditions[1].reason");
  }

  @Test
  void c1OfAMemberThatIsRepeatedTheLastIsReadAsInGo() {
    assertThat(
            read("{'healthConditions':[{'status':'Degraded','reason':'A','reason':'B'}]}")
                .value()
                .conditions())
        .isEqualTo(MapList.of(VolumeHealthCondition.of(DEGRADED, "B")));
  }

  @Test
  void c1AnEmptyModeIsNotAnAbsentOne() {
    String driver =
        "{'name':'d','healthConditions':[{'status':'StorageDegraded','reason':'A','accessMode':'',"
            + "'volumeMode':'','lastTransitionTime':null}]}";
    Read<MapList<String, StorageHealth>> read =
        csiNodeHealth(json("{'status':{'storageHealth':[" + driver + "]}}"));
    StorageHealth health = read.value().get("d").orElseThrow();
    assertThat(health.conditions().entries().get(0).accessMode())
        .contains(PersistentVolumeAccessMode.of(""));
    assertThat(text(HealthJson.write(health))).isEqualTo(quoted(driver));
  }

  @Test
  void c1EntriesOfPodsAndCsiNodesThatCannotBeReadAreFindingsAndTheRestIsRead() {
    Read<MapList<String, PodVolumeHealth>> pod =
        podHealth(
            json(
                "{'status':{'volumeHealth':[null,{'name':'a','healthConditions':7},{'name':'b'},"
                    + "{'name':'b'},{'lastTransitionTime':'x','zone':1}]}}"));
    VolumeHealthStatus healthy = VolumeHealthStatus.of(MapList.of(), null);
    assertThat(pod.value().get("b")).contains(PodVolumeHealth.of("b", healthy));
    assertThat(pod.value().get("a")).isEmpty();
    assertThat(pod.value().get("").orElseThrow().health().unknownFields())
        .isEqualTo(Map.of("zone", 1));
    assertThat(pod.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly(
            "WRONG_TYPE status.volumeHealth[0]",
            "WRONG_TYPE status.volumeHealth[1].healthConditions",
            "MISSING_FIELD status.volumeHealth[4].name",
            "BAD_TIME status.volumeHealth[4].lastTransitionTime",
            "UNKNOWN_FIELD status.volumeHealth[4].zone",
            "DUPLICATE_KEY status.volumeHealth");

    Read<MapList<String, StorageHealth>> csiNode =
        csiNodeHealth(
            json(
                "{'status':{'storageHealth':[{'name':'a','healthConditions':[7]},{'name':'b',"
                    + "'healthConditions':[{'status':'Odd','accessMode':7,'lastTransitionTime':'x',"
                    + "'zone':1}],'zone':2}]}}"));
    assertThat(csiNode.value().entries()).extracting(StorageHealth::name).containsExactly("b");
    assertThat(csiNode.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactly(
            "WRONG_TYPE status.storageHealth[0].healthConditions[0]",
            "MISSING_FIELD status.storageHealth[1].healthConditions[0].reason",
            "WRONG_TYPE status.storageHealth[1].healthConditions[0].accessMode",
            "UNKNOWN_STATUS status.storageHealth[1].healthConditions[0].status",
            "BAD_TIME status.storageHealth[1].healthConditions[0].lastTransitionTime",
            "UNKNOWN_FIELD status.storageHealth[1].healthConditions[0].zone",
            "UNKNOWN_FIELD status.storageHealth[1].zone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "[]", "null", "'x'"})
  void c1ADocumentThatIsNoObjectIsAFinding(String document) {
    for (Read<?> read :
        List.of(
            HealthJson.readClaim(json(document)),
            HealthJson.readPersistentVolume(json(document)),
            podHealth(json(document)),
            csiNodeHealth(json(document)),
            HealthJson.readSchedulingPolicy(json(document)))) {
      assertThat(read.findings())
          .extracting(found -> found.kind() + " " + found.path())
          .containsExactly("WRONG_TYPE document");
    }
  }

  @Test
  void aPersistentVolumeIsReadAsFarAsItIsNeeded() {
    Read<PersistentVolume> read =
        HealthJson.readPersistentVolume(
            json(
                "{'metadata':{'name':'pv-1','deletionTimestamp':'2026-01-01T00:00:00Z'},'spec':{"
                    + "'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce','Odd'],"
                    + "'volumeMode':'Block','csi':{'driver':'d','volumeHandle':'vol-1'},'claimRef':"
                    + "{'namespace':'shop','name':'data','uid':'u-1'}},'status':{'phase':'Bound'}}"));
    assertThat(read.findings()).isEmpty();
    assertThat(read.value())
        .isEqualTo(
            PersistentVolume.builder("pv-1")
                .csi("d", "vol-1")
                .claimRef(new ClaimRef("shop", "data", "u-1"))
                .phase("Bound")
                .deleting(true)
                .accessModes(
                    Set.of(
                        PersistentVolumeAccessMode.READ_WRITE_ONCE,
                        PersistentVolumeAccessMode.of("Odd")))
                .volumeMode(PersistentVolumeMode.BLOCK)
                .build());
    assertThat(HealthJson.readPersistentVolume(json("{'spec':{'claimRef':null}}")).value())
        .isEqualTo(PersistentVolume.builder("").build());
  }

  @Test
  void aClaimIsReadAsFarAsItIsNeeded() {
    assertThat(
            HealthJson.readClaim(
                    json(
                        "{'metadata':{'namespace':'shop','name':'data','uid':'u-1',"
                            + "'resourceVersion':'7','labels':{}},'spec':{'volumeName':'pv-1'},"
                            + "'status':{'phase':'Bound','healthStatus':{}}}"))
                .value())
        .isEqualTo(
            Claim.builder("shop", "data", "u-1")
                .resourceVersion("7")
                .volumeName("pv-1")
                .phase("Bound")
                .health(VolumeHealthStatus.of(MapList.of(), null))
                .build());
  }

  @Test
  void aStreamIsReadToItsEndAndLeftOpen() throws IOException {
    List<String> closed = new ArrayList<>();
    InputStream stream =
        new ByteArrayInputStream(json("{'status':{}}")) {
          @Override
          public void close() {
            closed.add("closed");
          }
        };
    assertThat(HealthJson.readClaim(HealthJson.tree(stream)).findings()).isEmpty();
    assertThat(stream.read()).isEqualTo(-1);
    assertThat(closed).isEmpty();
    assertThatThrownBy(() -> HealthJson.tree(new ByteArrayInputStream(json("{"))))
        .isInstanceOf(InvalidJsonException.class);
  }

  @Test
  void aStreamThatFailsIsNotTakenForBadJson() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("reset");
          }
        };
    assertThatThrownBy(() -> HealthJson.tree(failing))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("reset");
  }

  @Property
  void c1BytesThatAreNoJsonAreRefusedInOneWay(@ForAll byte[] bytes) {
    try {
      HealthJson.tree(bytes);
    } catch (InvalidJsonException e) {
      assertThat(e).hasMessageStartingWith("no JSON");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000fffffffffff", "0000feff7fffffff", "ff", "c328", "22ff22"})
  void c1BytesThatAreNoTextAreRefusedToo(String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThatThrownBy(() -> HealthJson.tree(bytes)).isInstanceOf(InvalidJsonException.class);
    assertThatThrownBy(() -> HealthJson.tree(new ByteArrayInputStream(bytes)))
        .isInstanceOf(InvalidJsonException.class);
  }

  @Test
  void aLoneSurrogateIsWrittenAsAQuestionMark() {
    VolumeHealthStatus health =
        VolumeHealthStatus.of(
            MapList.of(
                VolumeHealthCondition.of(
                    VolumeHealthStatusType.of("\ud83d"), "\ude00", "a\ud83d\ude00\ud83d")),
            null);
    assertThat(text(HealthJson.write(health)))
        .isEqualTo(
            quoted(
                "{'healthConditions':[{'status':'?','reason':'?','message':'a\ud83d\ude00?'}],"
                    + "'lastTransitionTime':null}"));
  }

  @Test
  void c1WrongTypesAreFindingsAndTheRestIsRead() {
    Read<Claim> read =
        HealthJson.readClaim(
            json(
                "{'metadata':{'name':7,'namespace':'shop','uid':'u'},'spec':[],'status':"
                    + "{'healthStatus':{'healthConditions':[5,{'status':'Degraded','reason':'A',"
                    + "'message':[]},{'status':'Inaccessible'}],'lastTransitionTime':{}}}}"));
    assertThat(read.value().namespace()).isEqualTo("shop");
    assertThat(read.value().name()).isEmpty();
    assertThat(read.value().health().conditions())
        .isEqualTo(
            MapList.of(
                VolumeHealthCondition.of(DEGRADED, "A"),
                VolumeHealthCondition.of(INACCESSIBLE, "")));
    assertThat(read.findings())
        .extracting(found -> found.kind() + " " + found.path())
        .containsExactlyInAnyOrder(
            "WRONG_TYPE metadata.name",
            "WRONG_TYPE spec",
            "WRONG_TYPE status.healthStatus.healthConditions[0]",
            "WRONG_TYPE status.healthStatus.healthConditions[1].message",
            "MISSING_FIELD status.healthStatus.healthConditions[2].reason",
            "WRONG_TYPE status.healthStatus.lastTransitionTime");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "'x'", "[]", "{'healthConditions':'x'}", "{'healthConditions':[1]}"})
  void c1WhatCannotBeReadIsNeverHealthy(String healthStatus) {
    Read<Claim> read = claim(healthStatus);
    assertThat(read.value().health().state()).isEqualTo(HealthState.NO_INFORMATION);
    assertThat(read.findings()).extracting(Finding::kind).contains(FindingKind.WRONG_TYPE);
  }

  @Test
  void c1DuplicateKeysOfAStoredListAreKeptVisibleAndWrittenBack() {
    Read<CsiNode> read =
        HealthJson.readCsiNode(
            json(
                "{'status':{'storageHealth':[{'name':'d','healthConditions':["
                    + "{'status':'StorageDegraded','reason':'A','message':'1'},"
                    + "{'status':'StorageDegraded','reason':'A','message':'2'}]}]}}"));
    MapList<StorageHealthCondition.Key, StorageHealthCondition> stored =
        read.value().storageHealth().get("d").orElseThrow().conditions();
    assertThat(stored.size()).isEqualTo(1);
    assertThat(stored.duplicates())
        .extracting(StorageHealthCondition::message)
        .containsExactly("2");
    assertThat(stored).isNotEqualTo(MapList.copyOf(stored.entries()));
    assertThat(read.findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.DUPLICATE_KEY);
    assertThat(text(HealthJson.write(read.value().storageHealth().get("d").orElseThrow())))
        .isEqualTo(
            quoted(
                "{'name':'d','healthConditions':[{'status':'StorageDegraded','reason':'A',"
                    + "'message':'1','lastTransitionTime':null},{'status':'StorageDegraded',"
                    + "'reason':'A','message':'2','lastTransitionTime':null}]}"));
  }

  @Test
  void unknownFieldsOfAConditionAndOfTheStatusSurviveAReadAndAWrite() {
    String json =
        "{'healthConditions':[{'status':'Degraded','reason':'A','severity':1.10,'x':[null,{'y':'<'}]}],"
            + "'lastTransitionTime':'2026-01-01T00:00:00Z','observed':12345678901234567890}";
    Read<VolumeHealthStatus> read = read(json);
    assertThat(text(HealthJson.write(read.value())))
        .isEqualTo(quoted(json).replace("<", "\\u003c"));
    assertThat(read.findings())
        .extracting(Finding::kind)
        .containsOnly(FindingKind.UNKNOWN_FIELD)
        .hasSize(3);
  }

  @Test
  void unknownFieldsOfABackendSurviveAReadAndAWrite() {
    String driver =
        "{'name':'d','healthConditions':[{'status':'StorageDegraded','reason':'A',"
            + "'lastTransitionTime':null,'zone':'a'}],'pool':1}";
    Read<MapList<String, StorageHealth>> read =
        csiNodeHealth(json("{'status':{'storageHealth':[" + driver + "]}}"));
    StorageHealth health = read.value().entries().get(0);
    assertThat(text(HealthJson.write(health))).isEqualTo(quoted(driver));
    assertThat(health.unknownFields()).isEqualTo(Map.of("pool", 1));
    assertThat(health.conditions().entries().get(0).unknownFields()).isEqualTo(Map.of("zone", "a"));
  }

  @Test
  void theDraftNameIsReadOfABackendToo() {
    Read<MapList<String, StorageHealth>> read =
        csiNodeHealth(
            json(
                "{'status':{'storageHealth':[{'name':'d','conditions':[{'status':"
                    + "'StorageDegraded','reason':'A'}]}]}}"));
    assertThat(read.findings()).isEmpty();
    assertThat(read.value().entries()).singleElement().hasToString("d=[StorageDegraded/A]");
  }

  @Test
  void c1AMissingStatusIsEmptyAndSaidOnce() {
    Read<VolumeHealthStatus> read = read("{'healthConditions':[{'reason':'A'}]}");
    assertThat(read.value().conditions().entries())
        .containsExactly(VolumeHealthCondition.of(VolumeHealthStatusType.of(""), "A"));
    assertThat(read.findings())
        .extracting(Finding::kind)
        .containsExactly(FindingKind.MISSING_FIELD);
  }

  @Test
  void valuesAreWrittenIntoADocumentAroundThem() {
    VolumeHealthStatus healthy = VolumeHealthStatus.of(MapList.of(), NEW_YEAR);
    JsonWriter json = new JsonWriter().beginArray();
    HealthJson.write(json, healthy);
    HealthJson.write(json, VolumeHealthStatus.absent());
    HealthJson.write(json, PodVolumeHealth.of("<a>", healthy));
    HealthJson.write(json, StorageHealth.of("d", MapList.of()));
    assertThat(text(json.endArray().toByteArray()))
        .isEqualTo(
            quoted(
                "[{'lastTransitionTime':'2026-01-01T00:00:00Z'},null,{'name':'\\u003ca\\u003e',"
                    + "'lastTransitionTime':'2026-01-01T00:00:00Z'},{'name':'d'}]"));
  }

  @Test
  void aWholePodWithFieldsOfALaterReleaseIsRead() {
    assertThat(
            HealthJson.readPod(
                    json(
                        "{'kind':'Pod','status':{'foo':{'bar':1},'volumeHealth':[{'name':'data',"
                            + "'lastTransitionTime':'2026-01-01T00:00:00Z'}]}}"))
                .value()
                .volumeHealth()
                .get("data")
                .orElseThrow()
                .health())
        .isEqualTo(VolumeHealthStatus.of(MapList.of(), NEW_YEAR));
  }

  @Test
  void c24APodsVolumesAreReadWithTheClaimsBehindThem() {
    Read<Pod> read =
        HealthJson.readPod(
            json(
                "{'metadata':{'namespace':'shop','name':'web-0','uid':'u','resourceVersion':'7'},"
                    + "'spec':{'volumes':[{'name':'data','persistentVolumeClaim':{'claimName':'orders'}},"
                    + "{'name':'scratch','ephemeral':{'volumeClaimTemplate':{}}},"
                    + "{'name':'inline','csi':{'driver':'d'}},{'name':'config','configMap':{}}]}}"));
    assertThat(read.findings()).isEmpty();
    assertThat(read.value())
        .isEqualTo(
            Pod.builder("shop", "web-0", "u")
                .resourceVersion("7")
                .volumes(
                    List.of(
                        PodVolume.ofClaim("data", "orders"),
                        PodVolume.genericEphemeral("scratch", "web-0"),
                        PodVolume.inlineCsi("inline"),
                        PodVolume.other("config")))
                .build());
    assertThat(read.value().volumes().get(1).claimName()).contains("web-0-scratch");
  }

  @Test
  void c25ACsiNodesDriversAreReadWithTheirHealth() {
    Read<CsiNode> read =
        HealthJson.readCsiNode(
            json(
                "{'metadata':{'name':'n','uid':'u','resourceVersion':'7'},"
                    + "'spec':{'drivers':[{'name':'d','nodeID':'n'},{'name':'e'}]},"
                    + "'status':{'storageHealth':[{'name':'d'}]}}"));
    assertThat(read.findings()).isEmpty();
    assertThat(read.value())
        .isEqualTo(
            CsiNode.builder("n", "u")
                .resourceVersion("7")
                .drivers(Set.of("d", "e"))
                .storageHealth(MapList.of(StorageHealth.of("d", MapList.of())))
                .build());
    assertThat(read.value().namespace()).isEmpty();
  }

  @Test
  void c19TheOwnersOfTheHealthFieldAreRead() {
    String managedFields =
        "{'metadata':{'managedFields':["
            + "{'manager':'k','operation':'Update','subresource':'status',"
            + "'fieldsV1':{'f:status':{'f:phase':{},'f:healthStatus':{},"
            + "'f:volumeHealth':{'.':{},'k:{\\'name\\':\\'data\\'}':{'.':{}},'k:{':{}}}}},"
            + "{'manager':'m','operation':'Apply','subresource':'status',"
            + "'fieldsV1':{'f:status':{'f:healthStatus':{'f:lastTransitionTime':{}}}}},"
            + "{'manager':'o','operation':'Apply','fieldsV1':{'f:status':{'f:healthStatus':{}}}},"
            + "{'manager':'x','operation':'Apply','fieldsV1':{'f:spec':{}}}]}}";
    assertThat(HealthJson.readClaim(json(managedFields)).value().owners())
        .containsExactly(
            FieldOwner.of("k", false, Set.of()),
            FieldOwner.of("m", true, Set.of()),
            FieldOwner.of("o", false, Set.of()));
    assertThat(HealthJson.readPod(json(managedFields)).value().owners())
        .containsExactly(FieldOwner.of("k", false, Set.of("", "data")));
    assertThat(HealthJson.readCsiNode(json(managedFields)).value().owners()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "{'a':1} x", "{'a':}", "nul"})
  void onlyTextThatIsNoJsonThrowsAndSaysWhere(String text) {
    assertThatThrownBy(() -> HealthJson.readClaim(json(text)))
        .isInstanceOf(InvalidJsonException.class)
        .hasMessageContaining("no JSON")
        .hasMessageMatching("(?s).*(empty|line \\d+, column \\d+).*");
  }

  @Property
  void c1NoJsonTextMakesReadingThrow(@ForAll("anyJson") String json) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    HealthJson.readClaim(text);
    HealthJson.readPersistentVolume(text);
    HealthJson.readPod(text);
    HealthJson.readCsiNode(text);
    HealthJson.readSchedulingPolicy(text);
    VolumeHealthStatus health = HealthJson.readVolumeHealth(text).value();
    HealthJson.readVolumeHealth(HealthJson.write(health));
  }

  @Provide
  Arbitrary<String> anyJson() {
    return HostileJson.documents();
  }

  @Property
  void whatIsWrittenIsReadBackEqual(@ForAll("conditions") List<VolumeHealthCondition> conditions) {
    VolumeHealthStatus health =
        VolumeHealthStatus.of(Conformed.ofVolume(conditions).conditions(), NEW_YEAR);
    assertThat(HealthJson.readVolumeHealth(HealthJson.write(health)).value()).isEqualTo(health);
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> conditions() {
    return ReportedConditions.any();
  }

  private static VolumeHealthStatus claimHealth(String claim) {
    return HealthJson.readClaim(json(claim)).value().health();
  }

  private static Read<Claim> claim(String healthStatus) {
    return HealthJson.readClaim(json("{'status':{'healthStatus':" + healthStatus + "}}"));
  }

  private static Read<VolumeHealthStatus> read(String healthStatus) {
    return HealthJson.readVolumeHealth(json(healthStatus));
  }

  private static byte[] json(String singleQuoted) {
    return quoted(singleQuoted).getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String singleQuoted) {
    return singleQuoted.replace('\'', '"');
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  private static Read<MapList<String, PodVolumeHealth>> podHealth(byte[] pod) {
    Read<Pod> read = HealthJson.readPod(pod);
    return new Read<>(read.value().volumeHealth(), read.findings());
  }

  private static Read<MapList<String, StorageHealth>> csiNodeHealth(byte[] csiNode) {
    Read<CsiNode> read = HealthJson.readCsiNode(csiNode);
    return new Read<>(read.value().storageHealth(), read.findings());
  }
}
