package io.github.csihealth.testkit.driver;

import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a fake driver does instead of answering a call. Immutable.
 *
 * <pre>{@code
 * driver.failNext(LIST_VOLUME_HEALTH, DriverFault.cut());
 * driver.fail(GET_VOLUME_HEALTH, DriverFault.hang(), get -> get.getVolumeId().equals("vol-7"));
 * }</pre>
 */
public final class DriverFault {

  private final String text;

  /** What is done to the reply, once it is known of which call. */
  private final Function<MethodDescriptor<?, ?>, Consumer<Reply<?>>> effect;

  private DriverFault(String text, Function<MethodDescriptor<?, ?>, Consumer<Reply<?>>> effect) {
    this.text = text;
    this.effect = effect;
  }

  /**
   * The call fails with that status.
   *
   * @throws IllegalArgumentException if the status is OK
   */
  public static DriverFault status(Status status) {
    if (status.isOk()) {
      throw new IllegalArgumentException("OK is no failure");
    }
    StatusException failure = status.asException();
    return new DriverFault(status.getCode().name(), method -> reply -> reply.error(failure));
  }

  /** The call gets no answer until its caller gives up or the driver stops. */
  public static DriverFault hang() {
    return new DriverFault("hang", method -> reply -> {});
  }

  /**
   * The connection breaks, without an answer and without a farewell of HTTP/2, as when the driver
   * crashes: this call and all others on that connection are UNAVAILABLE to their caller. Other
   * connections live on. In process there is no connection to break: only the call is UNAVAILABLE.
   */
  public static DriverFault cut() {
    return new DriverFault("cut", method -> Reply::cut);
  }

  /**
   * The call is answered by these bytes in place of a message, whether they are one or not. {@code
   * garbage(0xff)} is no message of any type.
   *
   * @param bytes each from 0 to 255
   * @throws IllegalArgumentException if one is not; or without bytes, which would be a good
   *     message: the empty one
   */
  public static DriverFault garbage(int... bytes) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("no bytes at all are a good message: the empty one");
    }
    byte[] answer = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] < 0 || bytes[i] > 0xff) {
        throw new IllegalArgumentException("no byte: " + bytes[i]);
      }
      answer[i] = (byte) bytes[i];
    }
    return new DriverFault("garbage", method -> reply -> reply.bytes(answer));
  }

  /**
   * The call is answered by a message in whose first text there is a byte that is no UTF-8. It can
   * be set for calls whose answer has a text, as all about health have; for another it is an {@link
   * IllegalArgumentException} when set.
   */
  public static DriverFault invalidUtf8() {
    return new DriverFault(
        "invalid UTF-8",
        method -> {
          byte[] answer = InvalidUtf8.answerTo(method);
          return reply -> reply.bytes(answer);
        });
  }

  /** What a script does for it; refused if that call cannot have the fault. */
  <ReqT, RespT> Script.Reaction<ReqT, RespT> of(MethodDescriptor<?, ?> method) {
    Consumer<Reply<?>> done = effect.apply(method);
    return (request, reply) -> done.accept(reply);
  }

  @Override
  public String toString() {
    return text;
  }
}
