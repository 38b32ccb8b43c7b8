package io.github.csihealth.model;

import static io.github.csihealth.model.VolumeHealthStatusType.DATA_LOSS;
import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class MapListTest {

  private static final VolumeHealthCondition A = VolumeHealthCondition.of(DEGRADED, "A", "1");
  private static final VolumeHealthCondition A2 = VolumeHealthCondition.of(DEGRADED, "A", "2");
  private static final VolumeHealthCondition B = VolumeHealthCondition.of(DEGRADED, "B");
  private static final VolumeHealthCondition LOSS = VolumeHealthCondition.of(DATA_LOSS, "Z");

  @Test
  void c8OrderDoesNotMatterToEquality() {
    assertThat(MapList.of(A, B)).isEqualTo(MapList.of(B, A)).hasSameHashCodeAs(MapList.of(B, A));
    assertThat(MapList.of(A, B)).isNotEqualTo(MapList.of(A2, B));
  }

  @Test
  void c8AReorderedListDiffersInNothing() {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored =
        MapList.ofStored(List.of(B, LOSS, A));
    assertThat(stored.differenceTo(MapList.of(A, B, LOSS)).isEmpty()).isTrue();
    assertThat(MapList.of(A).differenceTo(MapList.of(A2)).isEmpty()).isFalse();
    assertThat(MapList.of(A).differenceTo(MapList.of(A, B)).isEmpty()).isFalse();
    assertThat(MapList.of(A, B).differenceTo(MapList.of(A)).isEmpty()).isFalse();
  }

  @Test
  void anEmptyListHoldsNothing() {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> empty = MapList.of();
    assertThat(empty.isEmpty()).isTrue();
    assertThat(empty.size()).isZero();
    assertThat(empty.get(A.key())).isEmpty();
    assertThat(MapList.copyOf(List.<VolumeHealthCondition>of()).equals(empty)).isTrue();
    assertThat(empty.toString()).isEqualTo("[]");
  }

  @Test
  void aBuilderTakesEntriesInAnyOrder() {
    assertThat(
            MapList.<VolumeHealthCondition.Key, VolumeHealthCondition>builder()
                .add(B)
                .add(LOSS)
                .build())
        .isEqualTo(MapList.of(LOSS, B));
  }

  @Test
  void c7StorageKeysSortBySeverityReasonAndModesBytewise() {
    StorageHealthStatusType slow = StorageHealthStatusType.STORAGE_DEGRADED;
    List<StorageHealthCondition> sorted =
        List.of(
            storage(StorageHealthStatusType.STORAGE_UNREACHABLE, "Z", null, null),
            storage(slow, "A", null, null),
            storage(slow, "A", null, ""),
            storage(slow, "A", null, "Block"),
            storage(slow, "A", "", null),
            storage(slow, "A", "Afresh", null),
            storage(slow, "A", "ReadOnlyMany", null),
            storage(slow, "A", "ReadWriteOnce", null),
            storage(slow, "A", "ReadWriteOnce", "Filesystem"),
            storage(slow, "B", null, null),
            storage(StorageHealthStatusType.of("0"), "A", null, null));
    List<StorageHealthCondition> reversed = new ArrayList<>(sorted);
    Collections.reverse(reversed);
    MapList<StorageHealthCondition.Key, StorageHealthCondition> list = MapList.copyOf(reversed);
    assertThat(list.entries()).isEqualTo(sorted);
    assertThat(sorted).allSatisfy(entry -> assertThat(list.get(entry.key())).contains(entry));
  }

  private static StorageHealthCondition storage(
      StorageHealthStatusType status, String reason, String accessMode, String volumeMode) {
    return StorageHealthCondition.of(
        new StorageHealthCondition.Key(
            status,
            reason,
            accessMode == null ? null : PersistentVolumeAccessMode.of(accessMode),
            volumeMode == null ? null : PersistentVolumeMode.of(volumeMode)),
        "");
  }

  @Test
  void aDuplicateKeyIsRefusedByName() {
    assertThatThrownBy(() -> MapList.of(A, B, A2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duplicate key (Degraded/A): a map list holds each key once");
    assertThatThrownBy(
            () ->
                MapList.<VolumeHealthCondition.Key, VolumeHealthCondition>builder()
                    .add(A)
                    .add(A)
                    .build())
        .hasMessageContaining("Degraded/A");
  }

  @Test
  void entriesAreFoundByKeyAndListedByOrder() {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> list = MapList.of(B, LOSS, A);
    assertThat(list).containsExactly(LOSS, A, B);
    assertThat(list.get(B.key())).contains(B);
    assertThat(list.get(new VolumeHealthCondition.Key(DEGRADED, "C"))).isEmpty();
    assertThat(list).hasToString("[DataLoss/Z, Degraded/A: 1, Degraded/B]");
  }

  @Test
  void aDifferenceTellsAddedRemovedAndChanged() {
    var difference = MapList.of(A, B).differenceTo(MapList.of(LOSS, A2));
    assertThat(difference.added()).containsExactly(LOSS);
    assertThat(difference.removed()).containsExactly(B);
    assertThat(difference.changed()).containsExactly(new MapList.Change<>(A, A2));
    assertThat(MapList.of(A).differenceTo(MapList.of(A)).isEmpty()).isTrue();
  }

  @Test
  void aStoredListKeepsItsDuplicatesVisible() {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored =
        MapList.ofStored(List.of(A2, A, B));
    assertThat(stored.entries()).containsExactly(A2, B);
    assertThat(stored.duplicates()).containsExactly(A);
    assertThat(stored.stored()).containsExactly(A2, A, B);
    assertThat(stored).isNotEqualTo(MapList.of(A2, B));
    assertThat(stored).hasToString("[Degraded/A: 2, Degraded/B] and duplicates [Degraded/A: 1]");
  }

  @Test
  void theOrderOfAStoredListIsKeptBesideTheCanonicalOne() {
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> stored =
        MapList.ofStored(List.of(B, LOSS));
    assertThat(stored.entries()).containsExactly(LOSS, B);
    assertThat(stored.stored()).containsExactly(B, LOSS);
    assertThat(stored).isEqualTo(MapList.of(LOSS, B));
    assertThat(MapList.of(B, LOSS).stored()).containsExactly(LOSS, B);
  }

  @Property
  void aListIsASortedMapByKey(
      @ForAll("conditions") List<VolumeHealthCondition> entries, @ForAll Random random) {
    TreeMap<VolumeHealthCondition.Key, VolumeHealthCondition> map = new TreeMap<>();
    entries.forEach(entry -> map.putIfAbsent(entry.key(), entry));
    List<VolumeHealthCondition> distinct = new ArrayList<>(map.values());
    Collections.shuffle(distinct, random);
    MapList<VolumeHealthCondition.Key, VolumeHealthCondition> list = MapList.copyOf(distinct);
    assertThat(list.entries()).isEqualTo(List.copyOf(map.values()));
    map.forEach((key, value) -> assertThat(list.get(key)).contains(value));
    assertThat(MapList.ofStored(entries).entries()).isEqualTo(list.entries());
  }

  @Provide
  Arbitrary<List<VolumeHealthCondition>> conditions() {
    return ReportedConditions.any();
  }
}
