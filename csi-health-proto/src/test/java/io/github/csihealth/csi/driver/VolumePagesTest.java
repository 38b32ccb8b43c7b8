package io.github.csihealth.csi.driver;

import static io.github.csihealth.model.VolumeHealthStatusType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthResponse;
import io.github.csihealth.csi.v1.VolumeHealth;
import io.github.csihealth.model.VolumeHealthCondition;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Paging on the driver's side; rule C15. */
class VolumePagesTest {

  private static final VolumeConditions SICK =
      VolumeConditions.of(VolumeHealthCondition.of(DEGRADED, "DiskSlow"));

  private final VolumePages pages = VolumePages.create();

  @Property
  void c15WhatIsThereDuringTheWholeWalkIsListedExactlyOnce(
      @ForAll("ids") Set<String> lasting,
      @ForAll @Size(max = 12) List<@net.jqwik.api.From("ids") Set<String>> passing,
      @ForAll @IntRange(min = 0, max = 7) int maxEntries,
      @ForAll boolean withHealthy) {
    VolumePages driver = withHealthy ? pages.withHealthy() : pages;
    List<String> listed = new ArrayList<>();
    Set<String> tokens = new HashSet<>();
    String token = "";
    int page = 0;
    do {
      Map<String, VolumeConditions> volumes = new HashMap<>();
      if (!passing.isEmpty()) {
        passing
            .get(page % passing.size())
            .forEach(id -> volumes.put(id, withHealthy ? VolumeConditions.healthy() : SICK));
      }
      lasting.forEach(id -> volumes.put(id, SICK));
      ControllerListVolumeHealthResponse answer = driver.page(request(maxEntries, token), volumes);
      if (maxEntries > 0) {
        assertThat(answer.getEntriesCount()).isLessThanOrEqualTo(maxEntries);
      }
      assertThat(answer.getEntriesList())
          .allSatisfy(entry -> assertThat(volumes).containsKey(entry.getVolumeId()));
      listed.addAll(ids(answer));
      token = answer.getNextToken();
      if (!token.isEmpty()) {
        assertThat(answer.getEntriesCount()).as("a page that is not the last").isPositive();
        assertThat(tokens.add(token)).as("the walk goes on").isTrue();
        assertThat(token.length()).isLessThanOrEqualTo(128);
      }
      page++;
    } while (!token.isEmpty());
    assertThat(listed).doesNotHaveDuplicates().containsAll(lasting);
  }

  @Property
  void c15AnyTextThatIsNoTokenOfOursIsAborted(@ForAll String text) {
    if (!text.isEmpty()) {
      assertAborted(pages, text);
    }
  }

  @Provide
  Arbitrary<Set<String>> ids() {
    return Arbitraries.strings()
        .withCharRange('a', 'd')
        .ofMinLength(1)
        .ofMaxLength(3)
        .map(id -> id.equals("d") ? "é".repeat(64) : id)
        .set()
        .ofMaxSize(12);
  }

  @Test
  void c15WithoutMaxEntriesAllIsOnOnePage() {
    ControllerListVolumeHealthResponse page = pages.page(request(0, ""), sick(5000));
    assertThat(page.getEntriesCount()).isEqualTo(5000);
    assertThat(page.getNextToken()).isEmpty();
  }

  @Test
  void aPageEndsBeforeAGrpcClientWouldRefuseIt() {
    VolumeConditions long17 =
        VolumeConditions.of(
            IntStream.range(0, 17)
                .mapToObj(i -> VolumeHealthCondition.of(DEGRADED, "R" + i, "m".repeat(128)))
                .toList());
    Map<String, VolumeConditions> volumes = new HashMap<>();
    for (int i = 0; i < 3000; i++) {
      volumes.put("vol-" + i, long17);
    }
    Set<String> listed = new HashSet<>();
    String token = "";
    do {
      ControllerListVolumeHealthResponse page = pages.page(request(0, token), volumes);
      assertThat(page.getSerializedSize()).isLessThan(2 << 20);
      listed.addAll(ids(page));
      token = page.getNextToken();
    } while (!token.isEmpty());
    assertThat(listed).isEqualTo(volumes.keySet());
  }

  @Test
  void c15AFullLastPageHasNoToken() {
    ControllerListVolumeHealthResponse page = pages.page(request(3, ""), sick(3));
    assertThat(page.getEntriesCount()).isEqualTo(3);
    assertThat(page.getNextToken()).isEmpty();
  }

  @Test
  void c15ATokenHolds128BytesWhateverTheIds() {
    Map<String, VolumeConditions> volumes =
        Map.of("x".repeat(128), SICK, "y".repeat(128), SICK, "z".repeat(128), SICK);
    assertThat(pages.page(request(1, ""), volumes).getNextToken()).hasSize(32);
  }

  @Test
  void healthyVolumesAreLeftOutUnlessAskedFor() {
    Map<String, VolumeConditions> volumes =
        Map.of("sick", SICK, "well", VolumeConditions.healthy());
    assertThat(ids(pages.page(request(0, ""), volumes))).containsExactly("sick");
    ControllerListVolumeHealthResponse all = pages.withHealthy().page(request(0, ""), volumes);
    assertThat(ids(all)).containsExactlyInAnyOrder("sick", "well");
    assertThat(all.getEntriesList())
        .filteredOn(entry -> entry.getVolumeId().equals("well"))
        .containsExactly(VolumeHealth.newBuilder().setVolumeId("well").build());
  }

  @Test
  void c15ATokenOutlivesTheVolumeItWasGivenAfter() {
    Map<String, VolumeConditions> volumes = sick(10);
    ControllerListVolumeHealthResponse first = pages.page(request(4, ""), volumes);
    ids(first).forEach(volumes::remove);
    ControllerListVolumeHealthResponse second =
        pages.page(request(0, first.getNextToken()), volumes);
    assertThat(ids(second)).containsExactlyInAnyOrderElementsOf(volumes.keySet());
  }

  @Test
  void c15AStaleTokenOfAnEarlierRunOrAnotherDriverIsAborted() {
    String stale = VolumePages.create().page(request(1, ""), sick(3)).getNextToken();
    assertThat(stale).isNotEmpty();
    assertAborted(pages, stale);
  }

  @Test
  void c15ATokenThatWasTouchedIsAborted() {
    String token = pages.page(request(1, ""), sick(3)).getNextToken();
    assertThat(pages.page(request(1, token), sick(3)).getEntriesCount()).isOne();
    List<UnaryOperator<String>> touches =
        List.of(
            t -> t + "A",
            t -> t + "=",
            t -> t.substring(1),
            t -> t.substring(0, 22),
            t -> " " + t,
            t -> (t.charAt(0) == 'A' ? 'B' : 'A') + t.substring(1),
            t -> t.substring(0, 31) + (t.charAt(31) == 'A' ? 'B' : 'A'));
    assertThat(touches).allSatisfy(touch -> assertAborted(pages, touch.apply(token)));
  }

  /** A place is a hash of an id, so an id must not be able to pass for a sealed place. */
  @Test
  void c15AnIdOfThisVolumeDoesNotForgeAToken() {
    byte[] forged = new byte[24];
    assertAborted(pages, Base64.getUrlEncoder().encodeToString(forged));
  }

  @Test
  void aNegativeMaxEntriesIsAnInvalidArgument() {
    assertThatThrownBy(() -> pages.page(request(-1, ""), Map.of()))
        .satisfies(
            e ->
                assertThat(Status.fromThrowable(e).getCode())
                    .isEqualTo(Status.Code.INVALID_ARGUMENT))
        .hasMessageContaining("max_entries");
  }

  @Test
  void aVolumeIdThatMayNotBeInAnAnswerIsRefused() {
    assertThatThrownBy(() -> pages.page(request(0, ""), Map.of("", SICK)))
        .isInstanceOf(SpecViolationException.class)
        .hasMessageContaining("entries[0].volume_id is empty");
    assertThatThrownBy(() -> pages.page(request(0, ""), Map.of("v".repeat(129), SICK)))
        .isInstanceOf(SpecViolationException.class)
        .hasMessageContaining("entries[0].volume_id has 129 bytes");
  }

  private static void assertAborted(VolumePages pages, String token) {
    assertThatThrownBy(() -> pages.page(request(0, token), sick(3)))
        .satisfies(
            e -> assertThat(Status.fromThrowable(e).getCode()).isEqualTo(Status.Code.ABORTED))
        .hasMessageContaining("starting_token");
  }

  private static ControllerListVolumeHealthRequest request(int maxEntries, String token) {
    return ControllerListVolumeHealthRequest.newBuilder()
        .setMaxEntries(maxEntries)
        .setStartingToken(token)
        .build();
  }

  private static Map<String, VolumeConditions> sick(int volumes) {
    return IntStream.range(0, volumes)
        .boxed()
        .collect(Collectors.toMap(i -> "vol-" + i, i -> SICK, (a, b) -> a, HashMap::new));
  }

  private static List<String> ids(ControllerListVolumeHealthResponse page) {
    return page.getEntriesList().stream().map(VolumeHealth::getVolumeId).toList();
  }
}
