package io.github.csihealth.testkit.junit;

import io.github.csihealth.testkit.ManualClock;
import io.github.csihealth.testkit.apiserver.InMemoryApiServer;
import io.github.csihealth.testkit.driver.FakeDriver;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests their {@link FakeDriver}, {@link InMemoryApiServer} and {@link ManualClock} as
 * parameters.
 *
 * <pre>{@code
 * @ExtendWith(CsiHealthExtension.class)
 * class MyControllerTest {
 *
 *   @Test
 *   void aSickVolumeReachesItsClaim(FakeDriver driver, InMemoryApiServer server, ManualClock clock) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>Each is made for one test, when it is first asked for: the test, its {@code @BeforeEach} and
 * {@code @AfterEach} methods and its constructor get the same ones, and no other test does. They
 * are closed when the test is over, however it ended. So {@code @BeforeAll} and {@code @AfterAll}
 * methods, and the constructor of a class with one instance for all tests, cannot have them: a
 * {@link ParameterResolutionException}.
 *
 * <p>The driver listens on a Unix socket of its own, with a short path. The clock shows {@value
 * #START} and stands still until the test moves it. A test that asks for the clock has its API
 * server go by it too, from then on; in another one the server goes by the system's clock.
 *
 * <p>Tests may run in parallel.
 */
public final class CsiHealthExtension implements ParameterResolver {

  /** The time that a clock shows at first. */
  public static final String START = "2026-01-01T00:00:00Z";

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(CsiHealthExtension.class);

  /** For JUnit to make. */
  public CsiHealthExtension() {}

  /** So that a constructor gets what its test gets. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(
      ExtensionContext rootContext) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return Rig.has(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "a %s is made for each test, and %s is not of one test: move the parameter to a test or a @BeforeEach method"
              .formatted(type.getSimpleName(), parameter.getDeclaringExecutable().getName()));
    }
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Rig.class, key -> new Rig(), Rig.class)
        .get(type);
  }
}
