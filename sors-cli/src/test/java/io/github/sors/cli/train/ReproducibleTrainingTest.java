package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same command gives the same bytes, also when it was stopped on the way. */
class ReproducibleTrainingTest {

  private static final long SEED = 31;
  // what a resumed run has to be told again, as everything else is in the checkpoint
  private static final List<String> DRAWING =
      List.of("--hardest-of", "--allow-self", "--triplets", "--sampling", "--groups");

  private final SampleRows rows = SampleRows.of(SEED, 90, 40, 3);

  @TempDir private Path folder;
  private Path data;
  private Path checkpoint;

  @BeforeEach
  void writeData() throws IOException {
    data = rows.writeLibsvm(folder.resolve("rows.libsvm"));
    checkpoint = folder.resolve("half.checkpoint");
  }

  private Path train(String name, Object... more) {
    Path model = folder.resolve(name);
    Outcome.of("train", data, "--model", model, literal(more)).succeeded();
    return model;
  }

  /** These options, and the name of an algorithm where nothing else names one. */
  private static List<Object> literal(Object... options) {
    List<Object> words = new ArrayList<>();
    for (Object option : options) {
      if (option instanceof List<?> several) {
        words.addAll(several);
      } else {
        words.add(option);
      }
    }
    if (!words.contains("--algorithm") && !words.contains("--resume")) {
      words.addAll(List.of("--algorithm", "adasors-2"));
    }
    return words;
  }

  private Path export(Path model) {
    Path exported = model.resolveSibling(model.getFileName() + ".mtx");
    Outcome.of("export", "model", model, "--output", exported).succeeded();
    return exported;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sors-1", "sors-2", "adasors-1", "adasors-2", "oasis", "aroma", "ogd"})
  void theSameSeedGivesTheSameBytes(String algorithm) {
    Path first = train("a.sors", "--algorithm", algorithm, "--seed", 5, "--rounds", 2000);
    Path second = train("b.sors", "--algorithm", algorithm, "--seed", 5, "--rounds", 2000);

    assertThat(first).hasSameBinaryContentAs(second);
  }

  @Test
  void anotherSeedGivesAnotherMatrix() throws IOException {
    Path first = export(train("a.sors", "--seed", 5, "--rounds", 2000));
    Path second = export(train("b.sors", "--seed", 6, "--rounds", 2000));

    assertThat(Files.readAllBytes(first)).isNotEqualTo(Files.readAllBytes(second));
  }

  static Stream<List<String>> waysToLearn() {
    return Stream.of(
        List.of(),
        List.of("--algorithm", "sors-1", "--lambda", "1e-2", "--eta", "0.5/sqrt(t)"),
        List.of("--algorithm", "sors-2", "--lambda", "1e-3", "--normalize", "tf-idf,l2"),
        List.of("--algorithm", "adasors-1", "--init", "zero", "--holdout", "0.5"),
        List.of("--algorithm", "oasis", "--c", "0.5", "--margin", "2"),
        List.of("--algorithm", "ogd", "--allow-self", "--seed", "12"),
        List.of("--hardest-of", "5"),
        List.of("--hardest-of", "5", "--algorithm", "encoder", "--k", "8"),
        List.of("--algorithm", "encoder", "--k", "8", "--batch", "40", "--threads", "2"),
        List.of("--algorithm", "encoder", "--batch", "25", "--groups", "groups.txt"),
        List.of("--sampling", "local", "--threads", "2"),
        List.of("--sampling", "mixed", "--local-share", "0.3", "--nearest-negatives", "4"),
        List.of("--sampling", "local", "--neighbours", "model", "--refresh", "500"),
        // the checkpoint is then that of round 1,400
        List.of("--sampling", "mixed", "--neighbours", "model", "--refresh", "700"),
        List.of("--triplets", "triplets.txt", "--algorithm", "adasors-2", "--lambda", "1e-3"),
        List.of("--triplets", "weighted.txt", "--algorithm", "oasis"),
        List.of("--groups", "groups.txt", "--seed", "4"));
  }

  @ParameterizedTest
  @MethodSource("waysToLearn")
  void aResumedRunIsTheUninterruptedOneByteForByte(List<String> options) throws IOException {
    Path triplets =
        SampleRows.writeTriplets(rows.triplets(SEED, 6000), folder.resolve("triplets.txt"));
    List<String> lines = Files.readAllLines(triplets);
    Files.write(
        folder.resolve("weighted.txt"),
        IntStream.range(0, lines.size())
            .mapToObj(k -> lines.get(k) + " " + (k % 3 + 0.5))
            .toList());
    Files.write(
        folder.resolve("groups.txt"),
        IntStream.range(0, 80).mapToObj(row -> row % 7 + "\t" + row).toList());
    List<String> located =
        options.stream()
            .map(word -> word.endsWith(".txt") ? folder.resolve(word).toString() : word)
            .toList();
    List<String> again = located.stream().anyMatch(DRAWING::contains) ? located : List.of();

    train("half.sors", located, "--rounds", 2000, "--checkpoint", checkpoint);
    Path resumed = train("resumed.sors", again, "--rounds", 5000, "--resume", checkpoint);
    Path whole = train("whole.sors", located, "--rounds", 5000);

    assertThat(resumed).hasSameBinaryContentAs(whole);
    assertThat(Outcome.json("info", resumed, "--json").get("rounds").intValue()).isEqualTo(5000);
  }

  @Test
  void neighboursByTheModelAreKeptOnlyWhereTheyAreFound() {
    Object[] local = {"--sampling", "local", "--neighbours", "model", "--refresh", 700};
    Path model = folder.resolve("limited.sors");
    Outcome limited =
        Outcome.of(
            List.of("train", data, "--model", model, "--memory", "4k"),
            literal(List.of(local), "--rounds", 900));
    Path kept = folder.resolve("limited.sors.checkpoint");
    assertThat(limited.exitCode()).isEqualTo(1);
    assertThat(limited.err())
        .contains("kept in " + kept + " up to round 0, at which neighbours were found")
        .contains("--sampling local", "--neighbours model", "--refresh 700");

    Path resumed = train("resumed.sors", List.of(local), "--rounds", 900, "--resume", kept);
    assertThat(resumed)
        .hasSameBinaryContentAs(train("whole.sors", List.of(local), "--rounds", 900));
  }

  @Test
  void neighboursByTheStartAndByTheModelTeachSomethingElse() throws IOException {
    Path uniform = export(train("uniform.sors", "--rounds", 900));
    Path start = export(train("start.sors", "--rounds", 900, "--sampling", "local"));
    Object[] local = {"--sampling", "local", "--neighbours", "model", "--refresh", 100};
    Path byModel = export(train("model.sors", List.of(local), "--rounds", 900));

    assertThat(Files.readAllBytes(start))
        .isNotEqualTo(Files.readAllBytes(uniform))
        .isNotEqualTo(Files.readAllBytes(byModel));
  }

  @Test
  void aRunMayBeResumedManyTimesAndWithTheSameCheckpointFile() {
    train("a.sors", "--rounds", 700, "--checkpoint", checkpoint);
    for (int rounds : new int[] {701, 1400, 1400, 2000}) {
      train("a.sors", "--rounds", rounds, "--resume", checkpoint, "--checkpoint", checkpoint);
    }

    assertThat(folder.resolve("a.sors"))
        .hasSameBinaryContentAs(train("whole.sors", "--rounds", 2000));
  }

  @Test
  void aRunThatEndedWellLeavesOnlyTheCheckpointThatWasAskedFor() throws IOException {
    train("a.sors", "--rounds", 100);
    assertThat(names()).containsExactlyInAnyOrder("rows.libsvm", "a.sors");

    train("a.sors", "--rounds", 100, "--checkpoint", checkpoint);
    assertThat(names()).containsExactlyInAnyOrder("rows.libsvm", "a.sors", "half.checkpoint");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Outcome resume(Object... more) {
    return Outcome.of(
        "train", "--model", folder.resolve("a.sors"), "--resume", checkpoint, List.of(more));
  }

  @Test
  void aRunGoesOnOnlyWithWhatItBeganWith() throws IOException {
    Path model = train("a.sors", "--rounds", 500, "--lambda", "1e-4", "--seed", 3);
    train("b.sors", "--rounds", 500, "--lambda", "1e-4", "--checkpoint", checkpoint);
    byte[] old = Files.readAllBytes(model);
    Path other = SampleRows.of(SEED + 1, 90, 40, 3).writeLibsvm(folder.resolve("other.libsvm"));
    Path triplets = SampleRows.writeTriplets(rows.triplets(SEED, 9), folder.resolve("triplets"));

    resume(other).refused(checkpoint + " belongs to other data", "it started with rows, hash ");
    resume(data, "--sample", 60).refused(checkpoint + " belongs to other data");
    resume(data, "--seed", 2).refused("another --seed: it was 1 and is 2 now");
    resume(data, "--holdout", 0.2).refused("another --holdout: it was 0.3 and is 0.2 now");
    resume(data, "--normalize", "l1").refused("another --normalize: it was l2 and is l1 now");
    resume(data, "--algorithm", "sors-1")
        .refused("another --algorithm: it was adasors-2 and is sors-1 now");
    resume(data, "--lambda", "1e-5").refused("another --lambda: it was 1.0E-4 and is 1.0E-5 now");
    resume(data, "--eta", "0.1/t").refused("another --eta: it was 0.1 and is 0.1/t now");
    resume(data, "--init", "zero").refused("another --init: it was identity and is zero now");
    resume(data, "--hardest-of", 2).refused("another source of triplets: it was uniform and is");
    resume(data, "--allow-self").refused("another source of triplets");
    resume(data, "--sampling", "local").refused("another source of triplets: it was uniform and");
    resume(data, "--triplets", triplets).refused("another");
    resume(data, "--rounds", 499).refused("has learnt 500 rounds already", "found 499");

    assertThat(model).hasBinaryContent(old);
    resume(data, "--lambda", "0.0001", "--seed", 1, "--rounds", 900).succeeded();
  }

  @Test
  void aRunOnTripletsGoesOnOnlyWithTheSameTriplets() throws IOException {
    Path triplets = SampleRows.writeTriplets(rows.triplets(1, 800), folder.resolve("triplets"));
    Path model = folder.resolve("a.sors");
    train("a.sors", "--triplets", triplets, "--rounds", 300, "--checkpoint", checkpoint);
    byte[] old = Files.readAllBytes(model);

    SampleRows.writeTriplets(rows.triplets(2, 800), triplets);
    resume(data, "--triplets", triplets)
        .refused("another source of triplets: it was 800 triplets, CRC32C ");
    assertThat(model).hasBinaryContent(old);

    Path moved = SampleRows.writeTriplets(rows.triplets(1, 800), folder.resolve("moved"));
    assertThat(resume(data, "--triplets", moved, "--json").succeeded().json().get("rounds"))
        .hasToString("800");
  }

  @Test
  void onlyACheckpointIsResumed() throws IOException {
    Path model = train("model.sors", "--rounds", 10);

    Files.copy(model, checkpoint);
    resume(data).refused(checkpoint + " is a model, not a checkpoint");
    Files.write(checkpoint, new byte[100]);
    resume(data).refused(checkpoint + " is not a sors file");
    Files.delete(checkpoint);
    resume(data).refused("there is no file " + checkpoint);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void theNumberOfThreadsChangesNoByte(int threads) throws IOException {
    // rows with many features, so that a round is worth sharing
    Path dense = SampleRows.dense(SEED, 60, 90).writeLibsvm(folder.resolve("dense.libsvm"));
    Path alone = folder.resolve("alone.sors");
    Path shared = folder.resolve("shared.sors");
    Outcome.of("train", dense, "--model", alone, literal("--rounds", 500, "--threads", 1))
        .succeeded();
    Outcome.of("train", dense, "--model", shared, literal("--rounds", 500, "--threads", threads))
        .succeeded();

    assertThat(shared).hasSameBinaryContentAs(alone);
  }

  @Test
  void aRunThatOutgrowsItsMemoryGoesOnWithMore() {
    Path model = folder.resolve("limited.sors");
    Outcome limited =
        Outcome.of("train", data, "--model", model, literal("--rounds", 2000, "--memory", "4k"));
    assertThat(limited.exitCode()).isEqualTo(1);
    assertThat(limited.err()).contains("more than its budget", "to continue:", "--resume");
    assertThat(model).doesNotExist();

    Path kept = folder.resolve("limited.sors.checkpoint");
    Path resumed = train("resumed.sors", "--rounds", 2000, "--resume", kept);
    assertThat(resumed).hasSameBinaryContentAs(train("whole.sors", "--rounds", 2000));
  }

  @Test
  void aMemoryThatIsNoneIsRefused() {
    Path model = folder.resolve("model.sors");
    Outcome.of("train", data, "--model", model, "--memory", "lots").refused("--memory", "'lots'");
    Outcome.of("train", data, "--model", model, "--memory", "9999t").refused("more than Java");
    Outcome.of("train", data, "--model", model, "--threads", 0).refused("--threads");
  }
}
