package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.BilinearModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be tested of the Python package without PySpark; {@link PySparkTest} tests the rest. */
class PythonPackageTest {

  private static final Path PACKAGE = Path.of("python", "sors_spark");

  @TempDir Path folder;

  @Test
  void everyJavaParamIsDeclaredInPython() throws IOException {
    LabelledRows rows = new LabelledRows(6, 20);
    BilinearModel local =
        rows.learnt(io.github.sors.learn.Algorithm.SORS_II, LabelledRows.options(), 1, 5)
            .snapshot();
    String expected =
        PythonParams.of(
            new SorsSimilarity(),
            SorsSimilarityModel.of(SharedSpark.session(), local),
            new SimilarityEvaluator(),
            new ClickTriplets());
    Path module = PACKAGE.resolve("_params.py");
    if (Boolean.getBoolean("sors.writePythonParams")) {
      Files.writeString(module, expected);
    }
    assertThat(Files.readString(module))
        .as("python/sors_spark/_params.py; -Dsors.writePythonParams=true writes it anew")
        .isEqualTo(expected);
  }

  @Test
  void theModulesCompile() throws IOException, InterruptedException {
    assumePython();
    List<String> modules;
    try (Stream<Path> files = Files.walk(Path.of("python"))) {
      modules = files.map(Path::toString).filter(name -> name.endsWith(".py")).sorted().toList();
    }
    assertThat(modules).hasSizeGreaterThan(5);
    String program =
        """
        import ast, sys
        for name in sys.argv[1:]:
            ast.parse(open(name, encoding="utf-8").read(), name)
        print("parsed", len(sys.argv) - 1)
        """;
    assertThat(python(program, modules)).contains("parsed " + modules.size());
  }

  @Test
  void importingItWithoutPySparkSaysWhatToInstall() throws IOException, InterruptedException {
    assumePython();
    // None in sys.modules makes an import fail as if nothing was installed
    String program =
        """
        import sys
        sys.path.insert(0, "python")
        sys.modules["pyspark"] = None
        sys.dont_write_bytecode = True
        try:
            import sors_spark
        except ImportError as e:
            print("refused:", e)
        """;
    assertThat(python(program, List.of()))
        .contains("refused: sors_spark needs PySpark 4.1")
        .contains("pip install pyspark");
  }

  @Test
  void loadersFindTheStagesUnderTheNamesOfTheirJavaClasses()
      throws IOException, InterruptedException {
    assumePython();
    // as the loader of PySpark 4.1 imports the class of a stage
    String program =
        """
        import importlib.util, io, sys
        sys.dont_write_bytecode = True
        spec = importlib.util.spec_from_file_location('r', 'python/sors_spark/_registration.py')
        r = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(r)
        class SorsSimilarity: pass
        r.register_java_names(SorsSimilarity)
        found = __import__('io.github.sors.spark', fromlist=['SorsSimilarity'])
        print(found.SorsSimilarity is SorsSimilarity, io.StringIO('still there').read())
        """;
    assertThat(python(program, List.of())).contains("True still there");
  }

  @Test
  void thePackageCanBeBuilt() throws IOException, InterruptedException {
    assumePython();
    assumeTrue(
        python("import importlib.util as u; print(u.find_spec('setuptools'))", List.of())
            .contains("ModuleSpec"),
        "there is no setuptools here");
    Path copy = folder.resolve("package");
    try (Stream<Path> files = Files.walk(Path.of("python"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = copy.resolve(Path.of("python").relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    String program =
        """
        import os, sys, zipfile
        os.chdir(sys.argv[1])
        from setuptools import build_meta
        archive = build_meta.build_sdist('.')
        import tarfile
        print('\\n'.join(tarfile.open(archive).getnames()))
        """;
    assertThat(python(program, List.of(copy.toString())))
        .contains("sors_spark/stages.py", "sors_spark/_params.py", "sors_spark/py.typed");
  }

  private static void assumePython() throws InterruptedException {
    boolean found;
    try {
      found =
          new ProcessBuilder("python3", "-c", "import sys; assert sys.version_info >= (3, 10)")
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException e) {
      found = false;
    }
    assumeTrue(found, "there is no python3 of version 3.10 or later here");
  }

  /** Runs a program and returns what it printed. */
  private static String python(String program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(Stream.of("python3", "-c", program), arguments.stream()).toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
