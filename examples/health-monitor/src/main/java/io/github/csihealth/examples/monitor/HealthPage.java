package io.github.csihealth.examples.monitor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A page for a probe: 200 and {@code ok}, or 503 and what is wrong.
 *
 * @param fault what is wrong at the moment; empty if nothing is
 */
record HealthPage(Supplier<Optional<String>> fault) implements HttpHandler {

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    Optional<String> now = fault.get();
    HttpEndpoint.answer(exchange, now.isEmpty() ? 200 : 503, now.orElse("ok"));
  }
}
