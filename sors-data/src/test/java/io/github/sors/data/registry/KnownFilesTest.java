package io.github.sors.data.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds what is recorded of the data sets against the real files, where they are. */
class KnownFilesTest {

  @TempDir private Path cache;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bbc",
        "rcv1",
        "sector",
        "protein",
        "gisette",
        "caltech10",
        "news20",
        "usps",
        "dna"
      })
  void theRecordedShapeIsThatOfTheFiles(String name) throws IOException {
    String variable = System.getenv(DataFolders.VARIABLE);
    // tests run in the folder of the module
    Path folder = variable != null ? Path.of(variable) : Path.of("..", "..", "shared", "data");
    assumeTrue(
        Files.isDirectory(folder.resolve(name)), "the data set " + name + " is not in " + folder);
    Registry registry = Registry.standard(new DataFolders(Optional.of(folder), cache));
    LocatedData located = registry.locate(name);
    Shape actual = name.equals("bbc") ? matrixShape(located) : libsvmShape(located);
    assertThat(located.shape().admits(actual))
        .as("%s recorded, %s found", located.shape(), actual)
        .isTrue();
    for (FileSet fileSet : registry.entry(name).fileSets()) {
      for (RemoteFile source : fileSet.sources()) {
        Path file = located.folder().resolve(source.name());
        if (source.sha256() != null && Files.exists(file)) {
          assertThat(Checksums.of(file)).as(file.toString()).isEqualTo(source.sha256());
        }
      }
    }
  }

  private static Shape libsvmShape(LocatedData located) throws IOException {
    int rows = 0;
    int features = 0;
    Set<String> classes = new HashSet<>();
    for (Path file : located.files()) {
      try (BufferedReader reader = open(file)) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          StringTokenizer tokens = new StringTokenizer(line);
          classes.add(tokens.nextToken());
          rows++;
          while (tokens.hasMoreTokens()) {
            String token = tokens.nextToken();
            features = Math.max(features, Integer.parseInt(token.substring(0, token.indexOf(':'))));
          }
        }
      }
    }
    return new Shape(rows, features, classes.size());
  }

  private static Shape matrixShape(LocatedData located) throws IOException {
    try (BufferedReader matrix = open(located.files().get(0));
        BufferedReader labels = open(located.labels())) {
      assertThat(matrix.readLine()).startsWith("%%MatrixMarket");
      StringTokenizer sizes = new StringTokenizer(matrix.readLine());
      int features = Integer.parseInt(sizes.nextToken());
      int rows = Integer.parseInt(sizes.nextToken());
      long classes =
          labels
              .lines()
              .filter(line -> !line.startsWith("%"))
              .map(line -> line.substring(line.indexOf(' ') + 1))
              .distinct()
              .count();
      return new Shape(rows, features, (int) classes);
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    String name = file.toString();
    InputStream in = Files.newInputStream(file);
    InputStream plain =
        name.endsWith(".gz")
            ? new GZIPInputStream(in)
            : name.endsWith(".bz2") ? new BZip2CompressorInputStream(in, true) : in;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
  }
}
