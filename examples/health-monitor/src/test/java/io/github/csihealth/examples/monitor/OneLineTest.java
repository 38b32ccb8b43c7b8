package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Errors as people read them. */
class OneLineTest {

  @Test
  void theWordsOfTheServerComeFirst() {
    KubernetesClientException refused =
        new KubernetesClientException(
            new StatusBuilder().withCode(403).withMessage("no\n  way").build());
    assertThat(OneLine.of(refused)).isEqualTo("403 no way");
    assertThat(OneLine.of(new CompletionException(refused))).isEqualTo("403 no way");
  }

  @Test
  void otherwiseTheLastCauseTells() {
    assertThat(OneLine.of(new IllegalStateException("outer", new IOException("the\r\n\tcause "))))
        .isEqualTo("the cause");
    assertThat(OneLine.of(new IllegalStateException("outer", new IOException())))
        .isEqualTo("IOException");
  }

  /** As the JDK's HTTP client throws them: without any message. */
  @Test
  void aFailureToConnectIsPutInWords() {
    assertThat(OneLine.of(connecting(new ClosedChannelException()))).isEqualTo("cannot connect");
    assertThat(OneLine.of(connecting(new UnresolvedAddressException())))
        .isEqualTo("the host is not known");
    assertThat(OneLine.of(connecting(new ConnectException("Connection refused"))))
        .isEqualTo("Connection refused");
  }

  /** As the JDK's HTTP client refuses a header. */
  @Test
  void credentialsThatCannotBeSentAreNotQuoted() {
    Exception refused =
        new IllegalArgumentException("invalid header value: \"Bearer canary-7f3a\"");
    for (Throwable error : List.of(refused, new KubernetesClientException("failed", refused))) {
      assertThat(OneLine.of(error)).contains("credentials").doesNotContain("canary");
    }
  }

  private static Throwable connecting(Exception cause) {
    ConnectException failed = new ConnectException();
    failed.initCause(cause);
    return new KubernetesClientException("list failed", failed);
  }
}
