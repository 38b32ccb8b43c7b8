package io.github.csihealth.examples.monitor;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The real server. */
class RenderingsRealIT extends RenderingsContract {

  @RegisterExtension static final RealServer SERVER = RealServer.with();

  private static String namespace;

  @BeforeAll
  static void createNamespace() {
    namespace = SERVER.newNamespace().name();
  }

  @Override
  TestNamespace.Requests server() {
    return SERVER.get()::request;
  }

  @Override
  String namespace() {
    return namespace;
  }

  @Override
  void withTheGateOff(Body body) throws Exception {
    SERVER.get().stopApiServer();
    SERVER.startAgain("--feature-gates=CSIVolumeHealth=false");
    try {
      body.run();
    } finally {
      SERVER.get().stopApiServer();
      SERVER.startAgain();
    }
  }
}
