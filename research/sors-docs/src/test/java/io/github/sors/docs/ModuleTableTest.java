package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The modules depend on each other as the table of README.md says, those for Spark and for
 * benchmarks included, and no exported signature has a type that its module hides.
 */
class ModuleTableTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `sors-(\\w+)` \\| ([^|]*) \\|.*$");
  private static final String PACKAGE = "io.github.sors";

  /** Which modules each one needs, by the table; in its order. */
  private static final Map<String, Set<String>> TABLE = new TreeMap<>();

  /** The classes of each module that was built. */
  private static final Map<String, JavaClasses> CLASSES = new TreeMap<>();

  /** The module of each class. */
  private static final Map<String, String> OWNERS = new TreeMap<>();

  @BeforeAll
  static void readTheTableAndTheClasses() throws IOException {
    // the names of the types of other libraries are enough
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    Matcher row = ROW.matcher(Files.readString(ProjectPages.ROOT.resolve("README.md")));
    while (row.find()) {
      Set<String> needs = new TreeSet<>(List.of(row.group(2).split("[,;] ", -1)));
      if (needs.remove("all of these")) {
        needs.addAll(TABLE.keySet());
      }
      TABLE.put(row.group(1), needs);
    }
    TABLE.values().forEach(needs -> needs.retainAll(TABLE.keySet()));
    for (String module : TABLE.keySet()) {
      Path classes = classesOf(module);
      if (Files.isDirectory(classes)) {
        CLASSES.put(module, new ClassFileImporter().importPath(classes));
        CLASSES.get(module).forEach(type -> OWNERS.put(type.getName(), module));
      }
    }
  }

  private static Path classesOf(String module) throws IOException {
    return ProjectPages.modules().stream()
        .filter(folder -> folder.endsWith("sors-" + module))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the table has no module " + module))
        .resolve("target/classes");
  }

  @Test
  void everyModuleIsInTheTable() throws IOException {
    assertThat(
            ProjectPages.modules().stream()
                .map(folder -> folder.getFileName().toString())
                .filter(name -> name.startsWith("sors-"))
                .map(name -> name.substring("sors-".length())))
        .containsExactlyInAnyOrderElementsOf(TABLE.keySet());
    assertThat(CLASSES).containsKeys("core", "cli", "server", "bench");
  }

  @Test
  void modulesNeedNoOtherThanTheTableSays() {
    Map<String, Set<String>> wrong = new TreeMap<>();
    CLASSES.forEach(
        (module, classes) -> {
          for (JavaClass type : classes) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
              String other =
                  OWNERS.get(dependency.getTargetClass().getBaseComponentType().getName());
              if (other != null && !other.equals(module) && !TABLE.get(module).contains(other)) {
                wrong
                    .computeIfAbsent(module + " needs " + other, key -> new TreeSet<>())
                    .add(dependency.getDescription());
              }
            }
          }
        });
    assertThat(wrong).as("what the table does not have").isEmpty();
  }

  @Test
  void theModuleDescriptorsSayWhatTheTableSays() throws IOException {
    Map<String, Set<String>> described = new TreeMap<>();
    Map<String, Set<String>> table = new TreeMap<>();
    descriptors()
        .forEach(
            (module, descriptor) -> {
              described.put(
                  module,
                  descriptor.requires().stream()
                      .map(ModuleDescriptor.Requires::name)
                      .filter(name -> name.startsWith(PACKAGE + "."))
                      .map(name -> name.substring(PACKAGE.length() + 1))
                      .collect(Collectors.toCollection(TreeSet::new)));
              table.put(module, TABLE.get(module));
            });
    assertThat(described)
        .containsOnlyKeys(
            "cli", "console", "core", "data", "lab", "metric", "samples", "search", "server")
        .allSatisfy(
            (module, needs) ->
                assertThat(table.get(module))
                    .as("what the table has for " + module)
                    .containsAll(needs));
  }

  @Test
  void theCoreHidesItsArithmetic() throws IOException {
    ModuleDescriptor core = descriptors().get("core");
    assertThat(core.exports().stream().map(ModuleDescriptor.Exports::source))
        .contains(PACKAGE, PACKAGE + ".learn")
        .doesNotContain(PACKAGE + ".matrix", PACKAGE + ".kernel");
    assertThat(core.packages()).contains(PACKAGE + ".matrix", PACKAGE + ".kernel");
    assertThat(
            core.requires().stream()
                .filter(
                    need -> !need.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name))
        .as("what the core needs to run")
        .containsExactly("java.base");
  }

  @Test
  void exportedSignaturesHaveNoHiddenType() throws IOException {
    List<String> wrong = new ArrayList<>();
    descriptors()
        .forEach(
            (module, descriptor) -> {
              Set<String> exported =
                  descriptor.exports().stream()
                      .filter(export -> !export.isQualified())
                      .map(ModuleDescriptor.Exports::source)
                      .collect(Collectors.toSet());
              for (JavaClass type : CLASSES.get(module)) {
                if (exported.contains(type.getPackageName()) && isPublic(type)) {
                  signatureTypes(type)
                      .filter(used -> OWNERS.containsKey(used.getName()))
                      .filter(used -> descriptor.packages().contains(used.getPackageName()))
                      .filter(used -> !exported.contains(used.getPackageName()))
                      .forEach(used -> wrong.add(type.getName() + " has " + used.getName()));
                }
              }
            });
    assertThat(wrong).isEmpty();
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(ModuleTableTest::isPublic).orElse(true);
  }

  /** The types in the signatures of public and protected methods, constructors and fields. */
  private static Stream<JavaClass> signatureTypes(JavaClass type) {
    return Stream.concat(
            type.getCodeUnits().stream()
                .filter(unit -> isVisible(unit.getModifiers()))
                .flatMap(
                    unit ->
                        Stream.concat(
                            Stream.of(unit.getRawReturnType()),
                            unit.getRawParameterTypes().stream())),
            type.getFields().stream()
                .filter(field -> isVisible(field.getModifiers()))
                .map(field -> field.getRawType()))
        .map(JavaClass::getBaseComponentType);
  }

  private static boolean isVisible(Set<JavaModifier> modifiers) {
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  private static Map<String, ModuleDescriptor> descriptors() throws IOException {
    Map<String, ModuleDescriptor> descriptors = new TreeMap<>();
    for (String module : CLASSES.keySet()) {
      if (Files.exists(classesOf(module).resolve("module-info.class"))) {
        ModuleFinder.of(classesOf(module)).findAll().stream()
            .map(reference -> reference.descriptor())
            .forEach(descriptor -> descriptors.put(module, descriptor));
      }
    }
    return descriptors;
  }
}
