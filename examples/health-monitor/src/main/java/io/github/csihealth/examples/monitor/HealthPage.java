package io.github.csihealth.examples.monitor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A page for a probe: 200 if all is well, or else 503, with a line that says what is.
 *
 * @param now how it is at the moment
 */
record HealthPage(Supplier<Answer> now) implements HttpHandler {

  /** What a probe is told. */
  record Answer(boolean isGood, String line) {

    static Answer good(String line) {
      return new Answer(true, line);
    }

    static Answer bad(String line) {
      return new Answer(false, line);
    }

    /** {@code ok}, or else what is wrong. */
    static Answer of(Optional<String> fault) {
      return fault.map(Answer::bad).orElseGet(() -> good("ok"));
    }
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    Answer answer = now.get();
    HttpEndpoint.answer(exchange, answer.isGood() ? 200 : 503, answer.line());
  }
}
