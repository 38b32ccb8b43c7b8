package io.github.csihealth.runtime;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls of ports, which may fail by throwing as well as by their stage. */
final class Stages {

  private Stages() {}

  /**
   * Makes the call and hands on its answer, or what stands for it if there is none.
   *
   * @param otherwise the answer that a failure counts as
   */
  static <T> void call(
      Supplier<CompletionStage<T>> call,
      Function<Throwable, T> otherwise,
      Consumer<? super T> then) {
    CompletionStage<T> stage;
    try {
      stage = call.get();
    } catch (RuntimeException e) {
      then.accept(otherwise.apply(e));
      return;
    }
    stage.whenComplete(
        (answer, error) -> then.accept(error == null ? answer : otherwise.apply(error)));
  }
}
