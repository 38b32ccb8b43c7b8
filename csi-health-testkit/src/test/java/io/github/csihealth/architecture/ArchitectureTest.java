package io.github.csihealth.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.csihealth.model.HealthJson;
import java.time.Instant;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import org.assertj.core.api.Assert;
import org.junit.jupiter.api.Test;

/** The lines of the layout: which way dependencies point, and what the pure packages may not do. */
class ArchitectureTest {

  private static final String MODEL = "io.github.csihealth.model..";
  private static final String RECONCILE = "io.github.csihealth.reconcile..";
  private static final String RUNTIME = "io.github.csihealth.runtime..";
  private static final String CSI = "io.github.csihealth.csi..";
  private static final String TESTKIT = "io.github.csihealth.testkit..";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.csihealth");

  private static final ArchRule MODEL_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage(MODEL)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(RECONCILE, RUNTIME, CSI, TESTKIT, "io.grpc..", "com.google.."));

  private static final ArchRule RECONCILE_STANDS_ON_THE_MODEL =
      noClasses()
          .that()
          .resideInAnyPackage(RECONCILE, RUNTIME)
          .should()
          .dependOnClassesThat(resideInAnyPackage(CSI, TESTKIT, "io.grpc..", "com.google.."));

  /** The engine may be used without the shell around it. */
  private static final ArchRule THE_ENGINE_KNOWS_NO_RUNTIME =
      noClasses()
          .that()
          .resideInAPackage(RECONCILE)
          .should()
          .dependOnClassesThat(resideInAPackage(RUNTIME));

  private static final ArchRule PROTO_STANDS_ON_THE_MODEL =
      noClasses()
          .that()
          .resideInAPackage(CSI)
          .should()
          .dependOnClassesThat(resideInAnyPackage(RECONCILE, RUNTIME, TESTKIT));

  private static final ArchRule NETTY_ONLY_WHERE_SOCKETS_ARE =
      noClasses()
          .that(resideInAPackage(CSI))
          .and()
          .resideOutsideOfPackage("io.github.csihealth.csi.unix..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("io.netty..", "io.grpc.netty.."));

  /**
   * A user of the fake driver need not have jqwik, JUnit or AssertJ; the health monitor's demo has
   * none of them.
   */
  private static final ArchRule JQWIK_ONLY_FOR_ARBITRARIES =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.github.csihealth.testkit.arbitraries..")
          .should()
          .dependOnClassesThat(resideInAPackage("net.jqwik.."));

  private static final ArchRule ASSERTJ_ONLY_FOR_ASSERTIONS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.github.csihealth.testkit.assertions..")
          .should()
          .dependOnClassesThat(resideInAPackage("org.assertj.."));

  private static final ArchRule JUNIT_ONLY_FOR_EXTENSIONS =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.github.csihealth.testkit.junit..")
          .should()
          .dependOnClassesThat(resideInAPackage("org.junit.."));

  private static final ArchRule PURE_PACKAGES_READ_NO_CLOCK =
      noClasses()
          .that()
          .resideInAnyPackage(MODEL, RECONCILE)
          .should()
          .callMethodWhere(readsAClock());

  private static final ArchRule PURE_PACKAGES_HAVE_NO_EFFECTS =
      noClasses()
          .that()
          .resideInAnyPackage(MODEL, RECONCILE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.net..",
                      "java.nio.file..",
                      "java.nio.channels..",
                      "java.util.logging..",
                      "org.slf4j..")
                  .or(are(nameMatching("java\\.io\\.(File|RandomAccessFile|Print).*")))
                  .or(
                      are(
                          nameMatching(
                              "java\\.lang\\.(Thread|Runtime|Process).*"
                                  + "|java\\.util\\.Timer.*"
                                  + "|java\\.util\\.concurrent\\.(Execut|Scheduled|ForkJoin|Complet"
                                  + "|Thread).*"))));

  @Test
  void dependenciesPointOneWay() {
    MODEL_STANDS_ALONE.check(CLASSES);
    RECONCILE_STANDS_ON_THE_MODEL.check(CLASSES);
    THE_ENGINE_KNOWS_NO_RUNTIME.check(CLASSES);
    PROTO_STANDS_ON_THE_MODEL.check(CLASSES);
    NETTY_ONLY_WHERE_SOCKETS_ARE.check(CLASSES);
  }

  @Test
  void testLibrariesStayWhereTheyBelong() {
    JQWIK_ONLY_FOR_ARBITRARIES.check(CLASSES);
    ASSERTJ_ONLY_FOR_ASSERTIONS.check(CLASSES);
    JUNIT_ONLY_FOR_EXTENSIONS.check(CLASSES);
  }

  @Test
  void thePurePackagesReadNoClockAndHaveNoEffects() {
    PURE_PACKAGES_READ_NO_CLOCK.check(CLASSES);
    PURE_PACKAGES_HAVE_NO_EFFECTS.check(CLASSES);
  }

  @Test
  void publicSignaturesNameNoLibraryButWhereTheyMust() {
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(MODEL, RECONCILE, RUNTIME)
        .and()
        .areDeclaredInClassesThat(are(DescribedPredicate.not(name(HealthJson.class.getName()))))
        .should(nameOnly("java.", "io.github.csihealth."))
        .check(CLASSES);
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideInAPackage(CSI)
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage("io.github.csihealth.csi.v1..")
        .should(nameOnly("java.", "io.github.csihealth.", "io.grpc.", "com.google.protobuf."))
        .check(CLASSES);
  }

  /** The rules above bite: classes that break them are found. */
  @Test
  void theRulesCanFail() {
    JavaClasses impure = new ClassFileImporter().importClasses(Impure.class, HealthJson.class);
    assertThat(CLASSES.contain(HealthJson.class)).isTrue();
    assertThatThrownBy(
            () ->
                noClasses()
                    .should()
                    .dependOnClassesThat(resideInAPackage("org.junit.."))
                    .check(CLASSES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("CsiHealthExtension");
    assertThatThrownBy(() -> noClasses().should().callMethodWhere(readsAClock()).check(impure))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Instant.now()");
    assertThatThrownBy(
            () ->
                methods()
                    .that()
                    .arePublic()
                    .should(nameOnly("java.", "io.github.csihealth."))
                    .check(impure))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("com.fasterxml.jackson");
    JavaClasses astray = new ClassFileImporter().importClasses(Astray.class);
    assertThatThrownBy(() -> JQWIK_ONLY_FOR_ARBITRARIES.check(astray))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("net.jqwik.api.Arbitrary");
    assertThatThrownBy(() -> ASSERTJ_ONLY_FOR_ASSERTIONS.check(astray))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("org.assertj.core.api.Assert");
  }

  static final class Astray {
    Arbitrary<String> arbitrary;
    Assert<?, ?> assertion;
  }

  static final class Impure {
    Instant now() {
      return Instant.now();
    }
  }

  private static DescribedPredicate<JavaMethodCall> readsAClock() {
    return DescribedPredicate.describe(
        "read a clock",
        call -> {
          String owner = call.getTargetOwner().getName();
          String method = call.getName();
          return (owner.startsWith("java.time.")
                  && (method.equals("now") || method.startsWith("system")))
              || (owner.equals("java.lang.System")
                  && (method.equals("currentTimeMillis") || method.equals("nanoTime")));
        });
  }

  private static ArchCondition<JavaMethod> nameOnly(String... prefixes) {
    return new ArchCondition<>("name only " + String.join(", ", prefixes)) {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        for (JavaClass type : method.getAllInvolvedRawTypes()) {
          JavaClass base = type.getBaseComponentType();
          boolean allowed =
              base.isPrimitive()
                  || Arrays.stream(prefixes).anyMatch(prefix -> base.getName().startsWith(prefix));
          if (!allowed) {
            events.add(
                SimpleConditionEvent.violated(
                    method, method.getFullName() + " names " + base.getName()));
          }
        }
      }
    };
  }
}
