package io.github.csihealth.examples.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAddressTest {

  @ParameterizedTest
  @CsvSource({
    ":8080, '', 8080",
    "0.0.0.0:8080, 0.0.0.0, 8080",
    "localhost:8080, localhost, 8080",
    "[::1]:8080, ::1, 8080",
    "node-1.example.com:65535, node-1.example.com, 65535",
    ":0, '', 0"
  })
  void anAddressIsReadAndWrittenInTheSameForm(String text, String host, int port) {
    HttpAddress address = HttpAddress.parse(text);

    assertThat(address).isEqualTo(new HttpAddress(host, port));
    assertThat(address).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8080",
        "localhost",
        "localhost:",
        ":http",
        ":-1",
        "::1:8080",
        "[::1]",
        "[]:8080",
        "http://localhost:8080",
        ":8080 ",
        ":99999999999"
      })
  void whatIsNoneIsRefusedWithTheFormsThereAre(String text) {
    assertThatThrownBy(() -> HttpAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is no address: write it like :8080");
  }

  @Test
  void aPortThatIsTooHighIsRefused() {
    assertThatThrownBy(() -> HttpAddress.parse(":65536")).hasMessageContaining("65535");
  }

  @Test
  void withoutAHostAllAddressesAreMeant() {
    assertThat(HttpAddress.parse(":8080").socket().getAddress().isAnyLocalAddress()).isTrue();
    assertThat(HttpAddress.parse("127.0.0.1:1").socket().getAddress().isLoopbackAddress()).isTrue();
    assertThat(HttpAddress.parse("[::1]:1").socket().getAddress().isLoopbackAddress()).isTrue();
  }
}
