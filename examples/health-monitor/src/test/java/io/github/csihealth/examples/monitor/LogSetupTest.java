package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What is logged at each verbosity, and that all of it comes out the same way. */
class LogSetupTest {

  private static final Logger MONITOR = LoggerFactory.getLogger(LogSetup.MONITOR);

  @AfterEach
  void asAtTheStart() {
    LogSetup.apply(Verbosity.DEFAULT, LogFormat.text);
  }

  private static void verbosity(int number) {
    LogSetup.apply(new Verbosity(number), LogFormat.text);
  }

  private static List<String> lines(MonitorRun.Body body) throws Exception {
    return StandardError.during(body).lines().toList();
  }

  private static boolean logs(String logger, Level level) {
    return LoggerFactory.getLogger(logger).isEnabledForLevel(level);
  }

  @ParameterizedTest
  @CsvSource({
    "0, INFO, DEBUG",
    "3, INFO, DEBUG",
    "4, DEBUG, TRACE",
    "5, TRACE,",
    "10, TRACE,",
  })
  void theMonitorSaysMoreAtHigherNumbers(int number, Level finest, Level tooFine) {
    verbosity(number);

    assertThat(MONITOR.isEnabledForLevel(finest)).isTrue();
    if (tooFine != null) {
      assertThat(MONITOR.isEnabledForLevel(tooFine)).isFalse();
    }
  }

  @Test
  void librariesSayMoreFromFiveOn() {
    verbosity(4);
    assertThat(logs("io.grpc.internal.X", Level.DEBUG)).isFalse();
    assertThat(logs("io.fabric8.kubernetes.client.informers.impl.X", Level.INFO)).isFalse();
    verbosity(5);
    assertThat(logs("io.grpc.internal.X", Level.TRACE)).isTrue();
    assertThat(logs("io.fabric8.kubernetes.client.informers.impl.X", Level.TRACE)).isTrue();
  }

  /** C23: their finer levels print frames, headers and what credential plugins say. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4, 5, 10})
  void c23WhatPrintsSecretsStaysOff(int number) throws Exception {
    verbosity(number);

    assertThat(logs("io.grpc.netty.NettyClientHandler", Level.INFO)).isTrue();
    assertThat(logs("io.grpc.netty.NettyClientHandler", Level.DEBUG)).isFalse();
    assertThat(logs("io.netty.handler.logging.LoggingHandler", Level.DEBUG)).isFalse();
    assertThat(logs("jdk.internal.httpclient.debug", Level.DEBUG)).isFalse();
    assertThat(
            java.util.logging.Logger.getLogger("jdk.internal.httpclient.debug")
                .isLoggable(java.util.logging.Level.FINE))
        .isFalse();
    assertThat(logs("io.fabric8.kubernetes.client.http.HttpLoggingInterceptor", Level.INFO))
        .isFalse();
    assertThat(logs("io.fabric8.kubernetes.client.utils.OpenIDConnectionUtils", Level.INFO))
        .isFalse();
    assertThat(logs("io.fabric8.kubernetes.client.internal.KubeConfigUtils", Level.ERROR))
        .isFalse();
    // As netty's own factory and java.util.logging see it.
    assertThat(
            InternalLoggerFactory.getInstance("io.grpc.netty.NettyServerHandler").isDebugEnabled())
        .isFalse();
    assertThat(
            lines(
                () ->
                    java.util.logging.Logger.getLogger("io.grpc.netty.X")
                        .log(java.util.logging.Level.FINE, "a frame")))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(LogFormat.class)
  void javaLoggingComesOutInTheSameForm(LogFormat format) throws Exception {
    LogSetup.apply(new Verbosity(5), format);
    // Held, since the JDK forgets loggers.
    java.util.logging.Logger grpc = java.util.logging.Logger.getLogger("io.grpc.Example");

    List<String> lines = lines(() -> grpc.log(java.util.logging.Level.FINEST, "one {0}", "word"));

    assertThat(lines)
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .contains("TRACE", "io.grpc.Example", "one word")
                    .matches(format == LogFormat.json ? "\\{.*}" : "\\d{4}-.*"));
  }

  @Test
  void aStackTraceIsPartOfItsLine() throws Exception {
    Exception thrown = new IllegalStateException("two\nlines");
    assertThat(lines(() -> MONITOR.atWarn().setCause(thrown).log("it failed")))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .contains("msg=\"it failed\"", "IllegalStateException: two\\nlines\\n\\tat "));
  }

  @Test
  void aLineOfJsonHoldsTheFieldsOfItsEvent() throws Exception {
    LogSetup.apply(Verbosity.DEFAULT, LogFormat.json);

    String line =
        lines(() -> MONITOR.atInfo().addKeyValue("claim", "shop/data").log("written")).get(0);

    JsonNode object = new ObjectMapper().readTree(line);
    assertThat(object.path("time").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    assertThat(object.path("level").asText()).isEqualTo("INFO");
    assertThat(object.path("logger").asText()).isEqualTo("health-monitor");
    assertThat(object.path("message").asText()).isEqualTo("written");
    assertThat(object.path("claim").asText()).isEqualTo("shop/data");
  }
}
