package io.github.csihealth.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A consumer with a module descriptor of its own compiles on the module path, and runs on it
 * without the annotations of nullness.
 */
class ModulePathTest {

  private static final String DESCRIPTOR =
      "module consumer { requires io.github.csihealth.model; exports consumer; }";

  private static final String MAIN =
      """
      package consumer;

      import io.github.csihealth.model.HealthJson;

      public final class Main implements java.util.concurrent.Callable<String> {
        public String call() {
          var tree = HealthJson.tree("{}".getBytes());
          return HealthJson.readVolumeHealth(tree).value().toString();
        }
      }
      """;

  @Test
  void aConsumerCompilesAndRunsOnTheModulePath(@TempDir Path folder) throws Exception {
    Path classes = folder.resolve("classes");
    compile(
        classes,
        Files.writeString(folder.resolve("module-info.java"), DESCRIPTOR),
        Files.writeString(folder.resolve("Main.java"), MAIN));
    Callable<?> consumer =
        (Callable<?>) load(classes).loadClass("consumer.Main").getConstructor().newInstance();
    assertThat(consumer.call()).isEqualTo("healthy");
  }

  private static void compile(Path classes, Path descriptor, Path main) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    String path =
        modulePath("jackson", "jspecify")
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                writer,
                writer,
                "--module-path",
                path,
                "-d",
                classes.toString(),
                descriptor.toString(),
                main.toString());
    assertThat(status).as("%s", output).isZero();
  }

  private static ClassLoader load(Path classes) {
    ModuleFinder finder =
        ModuleFinder.of(
            Stream.concat(modulePath("jackson"), Stream.of(classes)).toArray(Path[]::new));
    ModuleLayer boot = ModuleLayer.boot();
    Configuration resolved =
        boot.configuration().resolve(finder, ModuleFinder.of(), Set.of("consumer"));
    return boot.defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader())
        .findLoader("consumer");
  }

  /** Of the class path of this test: the library, and those of its dependencies that are named. */
  private static Stream<Path> modulePath(String... dependencies) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(
            entry ->
                entry.endsWith("classes")
                    || Stream.of(dependencies)
                        .anyMatch(name -> entry.getFileName().toString().contains(name)));
  }
}
