package io.github.csihealth.csi.unix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnixEndpointTest {

  @ParameterizedTest
  @CsvSource({
    "unix:///csi/csi.sock, /csi/csi.sock",
    "unix:/csi/csi.sock, /csi/csi.sock",
    "unix:csi.sock, csi.sock",
    "unix:./csi.sock, ./csi.sock",
    "/csi/csi.sock, /csi/csi.sock",
    "csi.sock, csi.sock",
    "./odd:name.sock, ./odd:name.sock",
    "unix:///with%20percent, /with%20percent",
    "unix:///with space, /with space",
  })
  void readsEveryForm(String text, String path) {
    UnixEndpoint endpoint = UnixEndpoint.parse(text);
    assertThat(endpoint.path()).isEqualTo(path);
    assertThat(endpoint).hasToString("unix:" + path);
    assertThat(UnixEndpoint.parse(endpoint.toString())).isEqualTo(endpoint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://127.0.0.1:9000",
        "dns:///driver",
        "ipv4:10.0.0.1",
        "http://x",
        "vsock:1:2",
        "unix-abstract:name",
        "UNIX:/csi.sock"
      })
  void refusesOtherSchemes(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixEndpoint.parse(text))
        .withMessageContaining(text)
        .withMessageContaining("\"" + text.substring(0, text.indexOf(':')) + "\"")
        .withMessageContaining("only unix:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "unix:", "unix://", "unix: "})
  void refusesWhatHasNoPath(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixEndpoint.parse(text))
        .withMessageContaining("has no path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unix://host/csi.sock", "unix://csi.sock"})
  void refusesAHost(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixEndpoint.parse(text))
        .withMessageContaining("names a host");
  }

  @Test
  void refusesWhatIsNoPath() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixEndpoint.parse("unix:/a\0b"))
        .withMessageContaining("is no path");
    assertThatNullPointerException().isThrownBy(() -> UnixEndpoint.parse(null));
  }

  @Test
  void takes107BytesAndRefuses108() {
    String longest = "/" + "x".repeat(106);
    assertThat(UnixEndpoint.parse("unix://" + longest).path()).isEqualTo(longest);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixEndpoint.parse("unix://" + longest + "y"))
        .withMessageContaining("108 bytes")
        .withMessageContaining("limit of 107");
  }

  /** 40 characters of three bytes each. */
  @Test
  void countsBytesNotCharacters() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UnixEndpoint.parse("\u20ac".repeat(40)))
        .withMessageContaining("120 bytes")
        .withMessageContaining("limit of 107");
  }

  @Test
  void isAValue() {
    assertThat(UnixEndpoint.parse("unix:///a"))
        .isEqualTo(UnixEndpoint.parse("/a"))
        .hasSameHashCodeAs(UnixEndpoint.parse("unix:/a"))
        .isNotEqualTo(UnixEndpoint.parse("a"))
        .isNotEqualTo("unix:/a");
  }
}
