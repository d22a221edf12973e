package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.PastedCommand;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.cli.testing.SorsProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real processes that are interrupted, killed, and out of room: no model is ever lost or broken.
 */
class InterruptedTrainingTest {

  private static final long SEED = 77;
  // the matrix fills 32 megabytes, so that writing it takes a while
  private static final int WIDE = 2000;
  private static final String REPLACEMENT =
      "train wide.libsvm --model m.sors --algorithm ogd --holdout 0 --rounds 2 --seed 2";

  private static byte[] wideData;
  private static byte[] oldModel;
  private static byte[] newModel;

  @TempDir private Path folder;

  /** Makes the model of seed 1, which is to be replaced, and that of seed 2, which replaces it. */
  @BeforeAll
  static void learnOldAndNew(@TempDir Path prepared) throws IOException {
    assumeFalse(
        System.getProperty("os.name").startsWith("Windows"), "Windows has no signals to test with");
    Path data = SampleRows.dense(SEED, 6, WIDE).writeLibsvm(prepared.resolve("wide.libsvm"));
    Path model = prepared.resolve("m.sors");
    byte[][] models = new byte[2][];
    for (int seed = 1; seed <= 2; seed++) {
      Outcome.of(
              List.of("train", data, "--model", model, "--algorithm", "ogd"),
              List.of("--holdout", 0, "--rounds", 2, "--seed", seed))
          .succeeded();
      models[seed - 1] = Files.readAllBytes(model);
    }
    wideData = Files.readAllBytes(data);
    oldModel = models[0];
    newModel = models[1];
    assertThat(oldModel.length).isEqualTo(newModel.length).isGreaterThan(8 * WIDE * WIDE);
    assertThat(Arrays.equals(oldModel, newModel)).as("the models are the same").isFalse();
  }

  @Test
  void ctrlCLeavesACheckpointAndSaysHowToGoOn() throws IOException {
    Path data = SampleRows.of(SEED, 200, 300, 4).writeLibsvm(folder.resolve("my rows.libsvm"));
    Path model = folder.resolve("m.sors");
    Path checkpoint = folder.resolve("m.sors.checkpoint");
    Outcome.of("train", data, "--model", model, "--rounds", 10, "--algorithm", "adasors-2")
        .succeeded();
    byte[] old = Files.readAllBytes(model);

    List<String> words = new ArrayList<>();
    words.addAll(List.of("train", data.toString(), "--model", model.toString()));
    words.addAll(List.of("--rounds", "2000000000", "--hardest-of", "2"));
    words.addAll(List.of("--checkpoint-every", "1", "--algorithm", "adasors-2"));
    String said;
    try (SorsProcess process = SorsProcess.start(folder, words)) {
      process.await(() -> Files.exists(checkpoint));
      requireThatInterruptsArrive(process.pid());
      Files.delete(checkpoint);
      process.signal("INT");
      assertThat(process.exitCode()).as("as shells expect of Ctrl-C").isEqualTo(130);
      said = process.err();
      assertThat(process.out()).isEmpty();
    }

    assertThat(model).hasBinaryContent(old);
    long rounds = Outcome.json("info", checkpoint, "--json").get("rounds").longValue();
    assertThat(said)
        .startsWith(
            "interrupted after " + Formatting.count(rounds) + " rounds, kept in " + checkpoint);
    List<String> goingOn = PastedCommand.words(said.substring(said.indexOf("sors train")));
    assertThat(goingOn).contains("2000000000", data.toString(), "--hardest-of", "--resume");

    String end = Long.toString(rounds + 500);
    Outcome.of(goingOn.stream().map(word -> word.equals("2000000000") ? end : word).toList())
        .succeeded();
    Path whole = folder.resolve("whole.sors");
    Outcome.of(
            List.of("train", data, "--model", whole, "--rounds", end, "--hardest-of", 2),
            List.of("--algorithm", "adasors-2"))
        .succeeded();
    assertThat(model).hasSameBinaryContentAs(whole);
    assertThat(checkpoint).as("the checkpoint, which is not needed any more").doesNotExist();
  }

  /** Some shells start background jobs with interrupts switched off, and Java leaves it at that. */
  private static void requireThatInterruptsArrive(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (Files.exists(status)) {
      String ignored =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .findFirst()
              .orElse("SigIgn: 0");
      long mask = Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16);
      assumeTrue((mask & 2) == 0, "these tests were started in a way that ignores SIGINT");
    }
  }

  /** Replaces the old model by the new one, which has no zero after two rounds already. */
  private SorsProcess startReplacement(String... by) throws IOException {
    return SorsProcess.start(folder, List.of(by), "512m", List.of(REPLACEMENT.split(" ", -1)));
  }

  /** Leaves the old model in the folder, and the data to learn the new one from. */
  private Path putOldModel() throws IOException {
    Files.write(folder.resolve("wide.libsvm"), wideData);
    return Files.write(folder.resolve("m.sors"), oldModel);
  }

  /** When to kill: as soon as the old model and the files beside it look like this. */
  private enum Moment {
    THE_WRITING_BEGINS,
    HALF_IS_WRITTEN,
    THE_OLD_MODEL_IS_GONE
  }

  @ParameterizedTest
  @EnumSource(Moment.class)
  void aKillWhileTheModelIsReplacedLeavesTheOldOneOrTheNewOne(Moment moment) throws IOException {
    Path model = putOldModel();
    FileTime old = FileTime.fromMillis(0);
    Files.setLastModifiedTime(model, old);

    try (SorsProcess process = startReplacement()) {
      process.await(
          () ->
              switch (moment) {
                case THE_WRITING_BEGINS -> bytesWritten() >= 0;
                case HALF_IS_WRITTEN -> bytesWritten() > oldModel.length / 2;
                case THE_OLD_MODEL_IS_GONE -> !old.equals(lastModified(model));
              });
      process.kill();
    }

    byte[] left = Files.readAllBytes(model);
    assertThat(Arrays.equals(left, oldModel) || Arrays.equals(left, newModel))
        .as("one of the two models is there, whole; found %d bytes", left.length)
        .isTrue();
  }

  /** The size of the temporary file, or -1 where there is none. */
  private long bytesWritten() {
    return temporaryFiles().stream().mapToLong(file -> file.toFile().length()).max().orElse(-1);
  }

  /** When a file was changed last, or null while it is not there. */
  private static FileTime lastModified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> temporaryFiles() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".tmp")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFullDiskLeavesTheOldModelAndNothingElse() throws IOException {
    Path bash = Path.of("/bin/bash");
    assumeTrue(Files.isExecutable(bash), "there is no " + bash + " to limit the size of files");
    Path model = putOldModel();

    // blocks of 1024 bytes
    String limit = "ulimit -f " + oldModel.length / 2048 + " && exec \"$@\"";
    try (SorsProcess process = startReplacement(bash.toString(), "-c", limit, "bash")) {
      assertThat(process.exitCode()).as("exit code; it said: %s", process.err()).isEqualTo(2);
      assertThat(process.err())
          .startsWith("sors: cannot write m.sors: ")
          .endsWith("the old file, if any, is untouched\n")
          .hasLineCount(1);
      assertThat(process.out()).isEmpty();
    }

    assertThat(model).hasBinaryContent(oldModel);
    assertThat(temporaryFiles()).isEmpty();
  }
}
