package io.github.csihealth.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.model.Claim;
import io.github.csihealth.model.PersistentVolume;
import io.github.csihealth.model.PersistentVolume.ClaimRef;
import io.github.csihealth.reconcile.BindingIndex.Bound;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Rule C18 of an index that is fed by watch events: in any order, again, and late. */
class BindingIndexTest {

  private static final String DRIVER = "disk.example.com";

  private final BindingIndex index = BindingIndex.of(DRIVER);

  @Property(tries = 200)
  void c18TheOrderOfEventsAndTheirRepeatsDoNotMatter(@ForAll Random random) {
    List<Consumer<BindingIndex>> events =
        new ArrayList<>(
            List.of(
                i -> i.volumeSeen(volume("pv-1", "v1", "a", "ua").build()),
                i -> i.volumeSeen(volume("pv-2", "v1", "b", "ub").build()),
                i -> i.volumeSeen(volume("pv-3", "v3", "c", "uc").phase("Released").build()),
                i -> i.claimSeen(claim("a", "ua", "pv-1", 5)),
                i -> i.claimSeen(claim("a", "ua", "pv-1", 3)),
                i -> i.claimSeen(claim("b", "ub", "pv-2", 4)),
                i -> i.claimSeen(claim("c", "uc", "pv-3", 6))));
    events.addAll(List.copyOf(events)); // each comes twice
    Collections.shuffle(events, random);
    BindingIndex shuffled = BindingIndex.of(DRIVER);
    events.forEach(event -> event.accept(shuffled));
    assertThat(shuffled.ofHandle("v1"))
        .containsExactlyInAnyOrder(
            new Bound(volume("pv-1", "v1", "a", "ua").build(), claim("a", "ua", "pv-1", 5)),
            new Bound(volume("pv-2", "v1", "b", "ub").build(), claim("b", "ub", "pv-2", 4)));
    assertThat(shuffled.all()).containsExactlyInAnyOrderElementsOf(shuffled.ofHandle("v1"));
    assertThat(shuffled.ofHandle("v3")).isEmpty();
  }

  @Test
  void c21OfTwoCopiesTheLaterCounts() {
    index.volumeSeen(volume("pv-1", "v1", "a", "ua").build());
    Claim answered = claim("a", "ua", "pv-1", 100);
    index.claimSeen(answered);
    assertThat(index.claimSeen(claim("a", "ua", "pv-1", 99))).isEqualTo(answered);
    assertThat(index.ofVolume("pv-1").orElseThrow().claim()).isEqualTo(answered);
  }

  @Test
  void c18AClaimReCreatedUnderTheNameIsAnother() {
    index.volumeSeen(volume("pv-1", "v1", "a", "ua").build());
    index.claimSeen(claim("a", "ua", "pv-1", 1));
    index.claimSeen(claim("a", "uz", "pv-1", 2));
    assertThat(index.ofVolume("pv-1")).isEmpty();
    assertThat(index.count()).isEqualTo(Map.of(Binding.OTHER_CLAIM, 1));
    index.claimGone("shop", "a", "ua"); // late: of the one before
    index.volumeSeen(volume("pv-1", "v1", "a", "uz").build());
    assertThat(index.ofVolume("pv-1")).isPresent();
    index.claimGone("shop", "a", "uz");
    assertThat(index.ofVolume("pv-1")).isEmpty();
  }

  @Test
  void aVolumeMayGoAndComeBackWithAnotherHandle() {
    index.claimSeen(claim("a", "ua", "pv-1", 1));
    index.volumeSeen(volume("pv-1", "v1", "a", "ua").build());
    index.volumeSeen(volume("pv-1", "v2", "a", "ua").build());
    assertThat(index.ofHandle("v1")).isEmpty();
    assertThat(index.ofHandle("v2")).hasSize(1);
    index.volumeGone("pv-1");
    index.volumeGone("pv-1");
    assertThat(index.ofHandle("v2")).isEmpty();
    assertThat(index.all()).isEmpty();
  }

  @Test
  void whatIsNotWrittenIsCountedByCause() {
    index.claimSeen(claim("a", "ua", "pv-1", 1));
    index.volumeSeen(volume("pv-1", "v1", "a", "ua").build());
    index.volumeSeen(volume("pv-2", "v2", "b", "ub").build());
    index.volumeSeen(volume("pv-3", "v3", "c", "uc").csi("other", "v3").build());
    index.volumeSeen(volume("pv-4", "v4", "d", "").build());
    assertThat(index.count())
        .isEqualTo(
            Map.of(
                Binding.BOUND, 1,
                Binding.CLAIM_ELSEWHERE, 1,
                Binding.OTHER_DRIVER, 1,
                Binding.PRE_BOUND, 1));
    assertThat(index.driver()).isEqualTo(DRIVER);
  }

  private static Claim claim(String name, String uid, String volume, int version) {
    return Claim.builder("shop", name, uid)
        .resourceVersion(Integer.toString(version))
        .volumeName(volume)
        .phase("Bound")
        .build();
  }

  private static PersistentVolume.Builder volume(
      String name, String handle, String claim, String uid) {
    return PersistentVolume.builder(name)
        .csi(DRIVER, handle)
        .claimRef(new ClaimRef("shop", claim, uid))
        .phase("Bound");
  }
}
