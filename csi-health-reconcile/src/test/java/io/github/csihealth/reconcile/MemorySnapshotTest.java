package io.github.csihealth.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule C17: what is remembered outlives a run, where somebody saves it. */
class MemorySnapshotTest {

  @Property(tries = 200)
  void c17WhatIsSavedIsReadBack(@ForAll("memories") Map<String, Memory> memories) {
    MemorySnapshot.Builder builder = MemorySnapshot.builder();
    memories.forEach((claim, memory) -> builder.add(bound(claim, "v-" + claim), memory));
    MemorySnapshot saved = builder.build();
    MemorySnapshot read = MemorySnapshot.fromBytes(saved.toBytes());
    assertThat(read).isEqualTo(saved);
    memories.forEach(
        (claim, memory) -> assertThat(read.of(bound(claim, "v-" + claim))).isEqualTo(memory));
  }

  @Provide
  Arbitrary<Map<String, Memory>> memories() {
    Arbitrary<Memory> memory =
        Combinators.combine(
                Arbitraries.integers().between(0, 3),
                Arbitraries.longs()
                    .between(0, 4_000_000_000L)
                    .map(Instant::ofEpochSecond)
                    .injectNull(0.5),
                Arbitraries.of("0", "99", "7", "-1").list().ofMaxSize(3))
            .as(
                (absent, last, unknown) ->
                    Memory.of(absent, last, UnknownStatuses.distinct(unknown)));
    return Arbitraries.maps(Arbitraries.strings().ofMinLength(1).ofMaxLength(4), memory)
        .ofMaxSize(8)
        // A lone surrogate is no text that an API server gives a name.
        .filter(map -> map.keySet().stream().allMatch(MemorySnapshotTest::isText));
  }

  private static boolean isText(String name) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(name);
  }

  @Test
  void c18AMemoryIsOfOneBindingOnly() {
    Memory memory = Memory.of(1, null, List.of());
    MemorySnapshot snapshot = MemorySnapshot.builder().add(bound("a", "v1"), memory).build();
    assertThat(snapshot.of(bound("a", "v1"))).isEqualTo(memory);
    assertThat(snapshot.of(bound("a", "v2"))).isSameAs(Memory.EMPTY);
    assertThat(snapshot.of(bound("b", "v1"))).isSameAs(Memory.EMPTY);
    assertThat(snapshot.size()).isEqualTo(1);
  }

  @Test
  void emptyMemoriesTakeNoRoom() {
    MemorySnapshot snapshot = MemorySnapshot.builder().add(bound("a", "v1"), Memory.EMPTY).build();
    assertThat(snapshot).isEqualTo(MemorySnapshot.empty());
    assertThat(snapshot.toBytes()).asString().isEqualTo("{\"version\":1,\"claims\":[]}");
  }

  @Test
  void whatALaterVersionAddsIsNoFault() {
    String text =
        "{\"version\":1,\"new\":1,\"claims\":[{\"uid\":\"uid-a\",\"volumeName\":\"pv-a\","
            + "\"volumeHandle\":\"v1\",\"absentCycles\":1,\"unknownStatuses\":[],\"new\":{}}]}";
    assertThat(MemorySnapshot.fromBytes(utf8(text)).of(bound("a", "v1")).absentCycles())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not json                                       | saved memory is no JSON",
        "[]                                             | version is not 1",
        "{'version':2,'claims':[]}                      | version is not 1",
        "{'version':1}                                  | claims is no list",
        "{'version':1,'claims':[{}]}                    | claims[0].uid is no string",
        "{'version':1,'claims':[{U,'absentCycles':-1}]} | claims[0].absentCycles is no number of",
        "{'version':1,'claims':[{U,'absentCycles':1.5}]}| claims[0].absentCycles is no number of",
        "{'version':1,'claims':[{U,'absentCycles':1}]}  | claims[0].unknownStatuses is no list",
        "{'version':1,'claims':[{U,'absentCycles':1,'unknownStatuses':[1]}]}"
            + "| unknownStatuses holds something that is no string",
        "{'version':1,'claims':[{U,'absentCycles':1,'unknownStatuses':[],'lastMessageWrite':'x'}]}"
            + "| claims[0].lastMessageWrite is no time"
      })
  void whatIsNoSnapshotIsRefusedAndSaysWhere(String text, String message) {
    String json =
        text.replace("U", "'uid':'','volumeName':'','volumeHandle':''").replace('\'', '"');
    assertThatThrownBy(() -> MemorySnapshot.fromBytes(utf8(json)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message.strip());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Bound bound(String claim, String handle) {
    return new Bound(
        PersistentVolume.builder("pv-" + claim).csi("disk.example.com", handle).build(),
        Claim.builder("shop", claim, "uid-" + claim).volumeName("pv-" + claim).build());
  }
}
