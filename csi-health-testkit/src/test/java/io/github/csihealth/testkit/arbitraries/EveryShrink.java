package io.github.csihealth.testkit.arbitraries;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Shrinkable;

/**
 * Looks at a sample and at what it shrinks to: all that can follow it, on a path to an end that
 * cannot be shrunk any more, as for a property that always fails.
 */
final class EveryShrink {

  private static final int MOST_ON_A_PATH = 60;
  private static final int MOST_BESIDE_IT = 12;

  private EveryShrink() {}

  /** Generated as in a property, and checked with all that it shrinks to; returns the last one. */
  static <T> T of(Arbitrary<T> arbitrary, Random random, Consumer<T> promise) {
    Shrinkable<T> sample = arbitrary.generator(1000).next(random);
    promise.accept(sample.value());
    for (int i = 0; i < MOST_ON_A_PATH; i++) {
      List<Shrinkable<T>> smaller = sample.shrink().limit(MOST_BESIDE_IT).toList();
      smaller.forEach(s -> promise.accept(s.value()));
      if (smaller.isEmpty()) {
        return sample.value();
      }
      sample = i % 2 == 0 ? smaller.get(0) : smaller.get(random.nextInt(smaller.size()));
    }
    return sample.value();
  }
}
