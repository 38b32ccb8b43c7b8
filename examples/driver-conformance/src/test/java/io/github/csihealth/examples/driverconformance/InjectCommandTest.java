package io.github.csihealth.examples.driverconformance;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.csihealth.csi.unix.UnixEndpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The protocol of inject commands. */
@Timeout(60)
class InjectCommandTest {

  private static final UnixEndpoint ENDPOINT = UnixEndpoint.parse("unix:///csi/csi.sock");

  @TempDir Path temp;

  private InjectCommand command(String command) {
    return new InjectCommand(command, ENDPOINT, Duration.ofSeconds(30));
  }

  @Test
  void itIsToldWhatIsToHappenAndWhereTheDriverIs() throws Exception {
    Path log = temp.resolve("log");
    InjectCommand command =
        command("printf '%s|' \"$CSI_ENDPOINT\" >> " + log + "; printf '<%s>' >>" + log);

    command.degradeVolume("a $(b) 'c'");
    command.recoverVolume("v");
    command.degradeStorage();
    command.recoverStorage();

    assertThat(log)
        .hasContent(
            "unix:/csi/csi.sock|<degrade><a $(b) 'c'>unix:/csi/csi.sock|<recover><v>"
                + "unix:/csi/csi.sock|<degrade-storage>unix:/csi/csi.sock|<recover-storage>");
  }

  @Test
  void itsCodeIsNamed() {
    assertThatThrownBy(() -> command("exit 7; :").degradeVolume("v"))
        .hasMessage("'exit 7; : degrade v' ended with code 7");
  }

  @Test
  void oneThatHangsIsKilledWithItsChildren() throws Exception {
    Path pid = temp.resolve("pid");
    InjectCommand command =
        new InjectCommand(
            "sleep 1000 & echo $! > " + pid + "; wait;", ENDPOINT, Duration.ofSeconds(2));

    assertThatThrownBy(command::degradeStorage)
        .hasMessageEndingWith("degrade-storage' did not end within 2000 ms");

    long child = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle process = ProcessHandle.of(child).orElse(null);
    if (process != null) {
      process.onExit().get(30, SECONDS);
    }
  }
}
