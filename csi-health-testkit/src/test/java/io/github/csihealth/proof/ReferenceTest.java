package io.github.csihealth.proof;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The engine decides as the contract says, whatever happens. */
class ReferenceTest {

  @Provide
  Arbitrary<List<Step>> histories() {
    return Histories.any();
  }

  @Provide
  Arbitrary<Choices> choices() {
    return Histories.choices();
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void everyDecisionAndWhatIsStoredAreThoseOfTheContract(
      @ForAll("histories") List<Step> history, @ForAll("choices") Choices choices) {
    World world = World.comparing(choices);
    Histories.from(history).forEach(world::play);
  }
}
