package io.github.csihealth.testkit.junit;

import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one test works with, each made when it is first asked for. JUnit closes it. */
final class Rig implements AutoCloseable {

  private static final Set<Class<?>> TYPES =
      Set.of(FakeDriver.class, InMemoryApiServer.class, ManualClock.class);

  private @Nullable FakeDriver driver;
  private @Nullable InMemoryApiServer server;
  private volatile @Nullable ManualClock clock;

  static boolean has(Class<?> type) {
    return TYPES.contains(type);
  }

  synchronized Object get(Class<?> type) {
    if (type == FakeDriver.class) {
      return driver();
    }
    return type == ManualClock.class ? clock() : server();
  }

  private FakeDriver driver() {
    FakeDriver started = driver;
    if (started == null) {
      started = FakeDriver.start();
      driver = started;
    }
    return started;
  }

  private InMemoryApiServer server() {
    InMemoryApiServer started = server;
    if (started == null) {
      started = InMemoryApiServer.start(this::now);
      server = started;
    }
    return started;
  }

  private ManualClock clock() {
    ManualClock made = clock;
    if (made == null) {
      made = ManualClock.at(CsiHealthExtension.START);
      clock = made;
    }
    return made;
  }

  /** The server may be there before anyone asks for a clock. */
  private Instant now() {
    ManualClock made = clock;
    return made == null ? Instant.now() : made.instant();
  }

  @Override
  public synchronized void close() {
    FakeDriver startedDriver = driver;
    InMemoryApiServer startedServer = server;
    try {
      if (startedDriver != null) {
        startedDriver.close();
      }
    } finally {
      if (startedServer != null) {
        startedServer.close();
      }
    }
  }
}
