package io.github.csihealth.testkit.apiserver;

import static io.github.csihealth.testkit.apiserver.Rest.CLAIMS;
import static io.github.csihealth.testkit.apiserver.Rest.MERGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultTest {
  private static final String STATUS = CLAIMS + "/data/status";
  private static final String LOST = "{\"status\": {\"phase\": \"Lost\"}}";

  private InMemoryApiServer server;
  private Rest rest;

  @BeforeEach
  void start() {
    server = InMemoryApiServer.start();
    rest = new Rest(server);
    server.boundClaim("shop", "data", "disk.example.com", "vol-1");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void nextRequestsOfAKindFailAndThoseAfterDoNot() {
    server.failNext(
        2,
        ApiRequest.matching("PATCH", "persistentvolumeclaims", "status"),
        Fault.status(429, "TooManyRequests").withRetryAfter(7).withMessage("slow down"));

    Rest.Answer get = rest.get(CLAIMS + "/data");
    Rest.Answer first = rest.patch(STATUS, MERGE, LOST);
    Rest.Answer second = rest.patch(STATUS, MERGE, LOST);
    String phase = phase();
    Rest.Answer third = rest.patch(STATUS, MERGE, LOST);

    assertThat(get.code()).isEqualTo(200);
    assertThat(first.code()).isEqualTo(429);
    assertThat(first.headers().firstValue("Retry-After")).hasValue("7");
    assertThat(first.json().at("/details/retryAfterSeconds").asInt()).isEqualTo(7);
    assertThat(first.json().path("message").asText()).isEqualTo("slow down");
    assertThat(second.code()).isEqualTo(429);
    assertThat(phase).isEqualTo("Bound");
    assertThat(third.code()).isEqualTo(200);
  }

  @Test
  void faultMayDependOnTheRequest() {
    server.failNext(
        1, request -> request.body().contains("Lost"), Fault.status(500, "InternalError"));

    assertThat(rest.patch(STATUS, MERGE, "{\"status\": {\"phase\": \"Bound\"}}").code())
        .isEqualTo(200);
    assertThat(rest.patch(STATUS, MERGE, LOST).code()).isEqualTo(500);
  }

  @Test
  void cutConnectionLeavesTheObjectAlone() {
    server.failNext(1, ApiRequest.matching("patch", ApiRequest.ANY, ApiRequest.ANY), Fault.cut());

    assertThatThrownBy(() -> rest.trySend("PATCH", STATUS, MERGE, LOST))
        .isInstanceOf(IOException.class);
    assertThat(phase()).isEqualTo("Bound");
  }

  @Test
  void lostAnswerLeavesTheWriteDone() {
    server.failNext(
        1, ApiRequest.matching("patch", ApiRequest.ANY, ApiRequest.ANY), Fault.answerLost());

    assertThatThrownBy(() -> rest.trySend("PATCH", STATUS, MERGE, LOST))
        .isInstanceOf(IOException.class);
    assertThat(phase()).isEqualTo("Lost");
  }

  @Test
  void clearedFaultsDoNotHappen() {
    server.failNext(5, request -> true, Fault.status(503, "ServiceUnavailable"));
    server.clearFaults();

    assertThat(rest.get(CLAIMS).code()).isEqualTo(200);
  }

  @Test
  void failedRequestsCount() {
    server.failNext(1, request -> true, Fault.status(503, "ServiceUnavailable"));

    rest.patch(STATUS, MERGE, LOST);

    assertThat(server.requestCount("PATCH", "persistentvolumeclaims", "status")).isEqualTo(1);
    assertThat(server.requests()).singleElement().returns(503, ApiRequest::code);
  }

  @Test
  void impossibleFaultsAreRefused() {
    assertThatThrownBy(() -> Fault.status(200, "")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fault.cut().withRetryAfter(1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> server.failNext(0, request -> true, Fault.cut()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private String phase() {
    return Rest.json(server.get("PersistentVolumeClaim", "shop", "data").orElseThrow())
        .at("/status/phase")
        .asText();
  }
}
