package io.github.csihealth.testkit.arbitraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.csihealth.csi.v1.ControllerGetVolumeHealthRequest;
import io.github.csihealth.csi.v1.ControllerListVolumeHealthRequest;
import io.github.csihealth.csi.v1.NodeGetStorageHealthRequest;
import io.github.csihealth.model.HealthValidation;
import io.github.csihealth.model.MapList;
import io.github.csihealth.model.VolumeHealthCondition;
import io.github.csihealth.model.VolumeHealthStatus;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The domain as a user meets it: properties run by jqwik, with its own shrinking and reports. */
class HealthDomainTest {

  private static final List<Object> SEEN = new ArrayList<>();

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  /** Properties that fail; nested, so that only the launcher below runs them. */
  static class Failing {

    @Property(tries = 200, shrinking = ShrinkingMode.FULL)
    @Domain(HealthDomain.class)
    void always(@ForAll MapList<VolumeHealthCondition.Key, VolumeHealthCondition> conditions) {
      SEEN.add(conditions);
      assertThat(conditions.size()).isLessThan(3);
    }

    @Property(tries = 200, shrinking = ShrinkingMode.FULL)
    @Domain(HealthDomain.class)
    void withSecrets(
        @ForAll ControllerGetVolumeHealthRequest get,
        @ForAll List<ControllerListVolumeHealthRequest> list,
        @ForAll Optional<NodeGetStorageHealthRequest> storage) {
      assertThat(get.getSecretsCount()).isZero();
    }

    @Property(tries = 200, shrinking = ShrinkingMode.FULL)
    @Domain(HealthDomain.class)
    void withSecretsInAList(@ForAll List<NodeGetStorageHealthRequest> requests) {
      assertThat(requests.stream().mapToInt(r -> r.getSecretsCount()).sum()).isZero();
    }
  }

  /** Known fault 43: a property that fails with every list down to three conditions. */
  @Test
  void listsStayValidWhileJqwikShrinksThem() {
    String report = run("always");
    assertThat(report).contains("Shrunk Sample");
    assertThat(SEEN).hasSizeGreaterThan(10);
    Set<Integer> sizes = new HashSet<>();
    for (Object seen : SEEN) {
      @SuppressWarnings("unchecked")
      var list = (MapList<VolumeHealthCondition.Key, VolumeHealthCondition>) seen;
      assertThat(HealthValidation.ofClaim(VolumeHealthStatus.of(list, null))).isEmpty();
      sizes.add(list.size());
    }
    assertThat(sizes).contains(3);
  }

  /** C23: what jqwik prints of a failed property holds no secret. */
  @Test
  void c23SamplesArePrintedWithoutTheirSecrets() {
    assertThat(run("withSecrets")).contains("secrets: ***").doesNotContain("secret-");
    assertThat(run("withSecretsInAList")).contains("secrets: ***").doesNotContain("secret-");
  }

  /** Runs one property, which fails; all that it reports, the error included. */
  private String run(String method) {
    StringBuilder report = new StringBuilder();
    List<TestExecutionResult.Status> results = new ArrayList<>();
    Method property =
        Arrays.stream(Failing.class.getDeclaredMethods())
            .filter(m -> m.getName().equals(method))
            .findFirst()
            .orElseThrow();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectMethod(Failing.class, property))
                .filters(EngineFilter.includeEngines("jqwik"))
                .configurationParameter("jqwik.database", folder.resolve("db").toString())
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build(),
            new TestExecutionListener() {
              @Override
              public void reportingEntryPublished(TestIdentifier id, ReportEntry entry) {
                report.append(entry.getKeyValuePairs());
              }

              @Override
              public void executionFinished(TestIdentifier id, TestExecutionResult result) {
                if (id.isTest()) {
                  results.add(result.getStatus());
                  result.getThrowable().ifPresent(report::append);
                }
              }
            });
    assertThat(results).containsExactly(TestExecutionResult.Status.FAILED);
    return report.toString();
  }

  /** Every type that a public arbitrary without parameters is of is a parameter's type too. */
  @Test
  void theDomainProvidesWhatTheFunctionsDo() {
    Set<Type> provided = new HashSet<>();
    for (Method method : HealthDomain.class.getDeclaredMethods()) {
      if (!method.isSynthetic()) {
        provided.add(typeOf(method));
      }
    }
    Stream.of(HealthArbitraries.class, CsiArbitraries.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(m -> Modifier.isPublic(m.getModifiers()) && m.getParameterCount() == 0)
        .map(HealthDomainTest::typeOf)
        // Types of Java are not for this domain to say what they are.
        .filter(type -> type.getTypeName().startsWith("io.github.csihealth"))
        .forEach(type -> assertThat(provided).contains(type));
  }

  private static Type typeOf(Method method) {
    ParameterizedType arbitrary = (ParameterizedType) method.getGenericReturnType();
    assertThat(arbitrary.getRawType()).isEqualTo(Arbitrary.class);
    return arbitrary.getActualTypeArguments()[0];
  }
}
