package io.github.csihealth.examples.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.slf4j.event.KeyValuePair;

/** One line for an event, its message and stack trace among its fields. */
final class LogEncoder extends EncoderBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  private final LogFormat format;

  LogEncoder(LogFormat format) {
    this.format = format;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String time = TIME.format(Instant.ofEpochMilli(event.getTimeStamp()));
    LogLine line =
        format == LogFormat.json
            ? new JsonLogLine(time, event.getLevel().toString(), event.getLoggerName())
            : new TextLogLine(time, event.getLevel().toString(), event.getLoggerName());
    line.message(String.valueOf(event.getFormattedMessage()));
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(pair -> line.field(pair.key, pair.value));
    }
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      line.field("stackTrace", ThrowableProxyUtil.asString(thrown));
    }
    return (line.end() + System.lineSeparator()).getBytes(UTF_8);
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
