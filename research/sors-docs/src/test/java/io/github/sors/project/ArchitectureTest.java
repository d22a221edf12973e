package io.github.sors.project;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import io.github.sors.io.FileKind;
import io.github.sors.server.collection.CollectionFileKinds;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Data flows in one direction; these rules keep it so. Which module may need which is in the table
 * of README.md, and ModuleTableTest compares.
 */
class ArchitectureTest {

  private static final JavaClasses PROJECT = BuiltClasses.PROJECT;

  private static final String VECTOR_TWINS = "io\\.github\\.sors\\.kernel\\.Vector.*";

  private static final String[] CORE = {
    "io.github.sors",
    "io.github.sors.kernel..",
    "io.github.sors.parallel..",
    "io.github.sors.feature..",
    "io.github.sors.option..",
    "io.github.sors.spectral..",
    "io.github.sors.matrix..",
    "io.github.sors.encoder..",
    "io.github.sors.embedding..",
    "io.github.sors.adapter..",
    "io.github.sors.live..",
    "io.github.sors.learn..",
    "io.github.sors.search..",
    "io.github.sors.index..",
    "io.github.sors.eval..",
    "io.github.sors.io.."
  };

  // for compilers; the library runs without them
  private static final String ANNOTATIONS = "org.jspecify.annotations..";

  private static final String[] RESEARCH = {
    "io.github.sors.metric..",
    "io.github.sors.lab..",
    "io.github.sors.bench..",
    "io.github.sors.docs.."
  };

  @Test
  void nothingNeedsResearch() {
    noClasses()
        .that()
        .resideOutsideOfPackages(RESEARCH)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(RESEARCH)
        .check(BuiltClasses.ALL);
    assertThat(BuiltClasses.ALL.stream().map(JavaClass::getPackageName))
        .as("research is on the class path of this test")
        .contains("io.github.sors.metric", "io.github.sors.lab", "io.github.sors.bench");
  }

  @Test
  void theCommandLineHasSmallRooms() {
    Map<String, Long> sizes =
        PROJECT.stream()
            .filter(one -> one.getPackageName().startsWith("io.github.sors.cli"))
            .filter(one -> one.isTopLevelClass() && !one.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    assertThat(sizes).hasSize(9).allSatisfy((room, size) -> assertThat(size).isLessThan(26));
  }

  @Test
  void theCoreNeedsTheJdkAlone() {
    classes()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(concat(CORE, "java..", "jdk.incubator.vector..", ANNOTATIONS))
        .check(PROJECT);
  }

  @Test
  void theMetricLearnersNeedTheCoreAndTheirMatricesAlone() {
    classes()
        .that()
        .resideInAPackage("io.github.sors.metric..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.github.sors",
            "io.github.sors.parallel..",
            "io.github.sors.option..",
            "io.github.sors.learn..",
            "io.github.sors.metric..",
            "org.ejml..",
            ANNOTATIONS,
            "java..")
        .check(PROJECT);
  }

  @Test
  void everyPackageOfALibraryIsNullMarked() {
    assertThat(
            PROJECT.stream()
                .map(JavaClass::getPackage)
                .filter(one -> !one.isAnnotatedWith("org.jspecify.annotations.NullMarked"))
                .map(JavaPackage::getName)
                .distinct())
        .as("commands are no libraries, and the arithmetic is hidden")
        .containsExactlyInAnyOrder(
            "io.github.sors.cli",
            "io.github.sors.cli.data",
            "io.github.sors.cli.export",
            "io.github.sors.cli.rank",
            "io.github.sors.cli.frame",
            "io.github.sors.cli.input",
            "io.github.sors.cli.search",
            "io.github.sors.cli.serve",
            "io.github.sors.cli.train",
            "io.github.sors.kernel",
            "io.github.sors.lab.command",
            "io.github.sors.matrix",
            "io.github.sors.matrix.store");
  }

  @Test
  void figuresAreDrawnInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.github.sors.figure..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.knowm.xchart..", "org.apache.batik..", "java.awt..")
        .check(PROJECT);
  }

  @Test
  void luceneIsKnownToItsBridgeAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.github.sors.lucene..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.lucene..")
        .check(PROJECT);
  }

  @Test
  void theCollectionKnowsNothingOfHttp() {
    noClasses()
        .that()
        .resideInAPackage("io.github.sors.server.collection..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.github.sors.server.http..", "org.eclipse.jetty..")
        .check(PROJECT);
  }

  @Test
  void sparkStaysOffTheClassPathOfTheCommand() {
    assertThatThrownBy(() -> Class.forName("org.apache.spark.SparkContext"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void filesKnowNothingOfSearching() {
    noClasses()
        .that()
        .resideInAPackage("io.github.sors.io..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.github.sors.search..", "io.github.sors.index..")
        .check(PROJECT);
  }

  @Test
  void theCoreKnowsNoFileOfTheService() {
    assertThat(Arrays.stream(FileKind.class.getFields()).map(Field::getName))
        .as("the service defines the kind of its snapshots itself")
        .containsExactlyInAnyOrder("MODEL", "CHECKPOINT", "INDEX", "RANKING");
    assertThat(CollectionFileKinds.SNAPSHOT)
        .as("the code that files on disk have")
        .isEqualTo(new FileKind(5, "collection's snapshot"));
  }

  @Test
  void noCyclesBetweenPackages() {
    slices().matching("io.github.sors.(**)").should().beFreeOfCycles().check(PROJECT);
  }

  @Test
  void theVocabularyKnowsNothingBelowIt() {
    noClasses()
        .that()
        .resideInAPackage("io.github.sors")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.github.sors.*..")
        .check(PROJECT);
  }

  @Test
  void theLazyMatrixIsKnownToTheLearnersAlone() {
    classes()
        .that()
        .resideInAPackage("io.github.sors.matrix..")
        .should()
        .onlyBeAccessed()
        .byAnyPackage("io.github.sors.matrix..", "io.github.sors.learn..")
        .check(PROJECT);
  }

  @Test
  void kernelsWorkOnPrimitiveArraysAlone() {
    classes()
        .that()
        .resideInAPackage("io.github.sors.kernel..")
        .and()
        // asks the JVM for its modules, once
        .doNotHaveSimpleName("KernelChoice")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.github.sors.kernel..", "java.lang..", "jdk.incubator.vector..")
        .check(PROJECT);
  }

  @Test
  void nothingButTheirTwinNeedsTheVectorApi() {
    noClasses()
        .that()
        .haveNameNotMatching(VECTOR_TWINS)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator.vector..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching(VECTOR_TWINS)
        .check(PROJECT);
  }

  @Test
  void librariesDoNotTalkToTheTerminal() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.github.sors.console..", "io.github.sors.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(PROJECT);
  }

  private static String[] concat(String[] packages, String... others) {
    String[] all = Arrays.copyOf(packages, packages.length + others.length);
    System.arraycopy(others, 0, all, packages.length, others.length);
    return all;
  }
}
