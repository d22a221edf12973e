package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that are interrupted, killed, and out of room: no model is ever lost or broken.
 */
class InterruptedTrainingTest {

  private static final long SEED = 77;
  // a matrix of its square fills some megabytes, so that writing it takes a while
  private static final int WIDE = 1200;
  private static final String QUICK =
      "wide.libsvm --model m.sors --algorithm ogd --holdout 0 --iterations 2";

  @TempDir private Path folder;

  @BeforeEach
  void needsSignals() {
    assumeFalse(
        System.getProperty("os.name").startsWith("Windows"), "Windows has no signals to test with");
  }

  @Test
  void ctrlCLeavesACheckpointAndSaysHowToGoOn() throws IOException {
    Path data = SampleRows.of(SEED, 200, 300, 4).writeLibsvm(folder.resolve("my rows.libsvm"));
    Path model = folder.resolve("m.sors");
    Path checkpoint = folder.resolve("m.sors.checkpoint");
    Outcome.of("train", data, "--model", model, "--iterations", 10).succeeded();
    byte[] old = Files.readAllBytes(model);

    List<String> words = new ArrayList<>();
    words.addAll(List.of("train", data.toString(), "--model", model.toString()));
    words.addAll(List.of("--iterations", "2000000000", "--hardest-of", "2"));
    words.addAll(List.of("--checkpoint-every", "1"));
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
        .startsWith("interrupted after " + Texts.count(rounds) + " rounds, which " + checkpoint);
    List<String> goingOn = PastedCommand.words(said.substring(said.indexOf("sors train")));
    assertThat(goingOn).contains("2000000000", data.toString(), "--hardest-of", "--resume");

    String end = Long.toString(rounds + 500);
    Outcome.of(goingOn.stream().map(word -> word.equals("2000000000") ? end : word).toList())
        .succeeded();
    Path whole = folder.resolve("whole.sors");
    Outcome.of("train", data, "--model", whole, "--iterations", end, "--hardest-of", 2).succeeded();
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

  /** Replaces the model by one that has no zero, within two rounds. */
  private SorsProcess startQuickTraining(int seed, String... by) throws IOException {
    return SorsProcess.start(
        folder,
        List.of(by),
        "512m",
        List.of(("train " + QUICK + " --seed " + seed).split(" ", -1)));
  }

  /** Leaves the model of seed 1, and returns it and that of seed 2. */
  private List<byte[]> oldAndNew() throws IOException {
    Path data = SampleRows.dense(SEED, 6, WIDE).writeLibsvm(folder.resolve("wide.libsvm"));
    Path model = folder.resolve("m.sors");
    byte[][] models = new byte[2][];
    for (int seed = 2; seed >= 1; seed--) {
      Outcome.of(
              List.of("train", data, "--model", model, "--algorithm", "ogd"),
              List.of("--holdout", 0, "--iterations", 2, "--seed", seed))
          .succeeded();
      models[seed - 1] = Files.readAllBytes(model);
    }
    assertThat(models[0].length).isEqualTo(models[1].length).isGreaterThan(8 * WIDE * WIDE);
    assertThat(Arrays.equals(models[0], models[1])).as("the models are the same").isFalse();
    return List.of(models);
  }

  @Test
  void aKillWhileTheModelIsReplacedLeavesTheOldOneOrTheNewOne() throws IOException {
    List<byte[]> oldAndNew = oldAndNew();
    Path model = folder.resolve("m.sors");
    for (int delay : new int[] {0, 5, 15, 50}) {
      Files.write(model, oldAndNew.get(0));
      try (SorsProcess process = startQuickTraining(2)) {
        process.await(() -> !temporaryFiles().isEmpty());
        SorsProcess.pause(delay);
        process.signal("KILL");
        process.exitCode();
      }
      byte[] left = Files.readAllBytes(model);
      assertThat(oldAndNew)
          .as("killed %d ms after the writing began", delay)
          .anyMatch(whole -> Arrays.equals(whole, left));
      for (Path temporary : temporaryFiles()) {
        Files.delete(temporary);
      }
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
    byte[] old = oldAndNew().get(0);

    // blocks of 1024 bytes
    String limit = "ulimit -f " + old.length / 2048 + " && exec \"$@\"";
    try (SorsProcess process = startQuickTraining(2, bash.toString(), "-c", limit, "bash")) {
      assertThat(process.exitCode()).as("exit code; it said: %s", process.err()).isEqualTo(2);
      assertThat(process.err())
          .startsWith("sors: can't write m.sors: ")
          .endsWith("the old file, if any, is untouched\n")
          .hasLineCount(1);
      assertThat(process.out()).isEmpty();
    }

    assertThat(folder.resolve("m.sors")).hasBinaryContent(old);
    assertThat(temporaryFiles()).isEmpty();
  }
}
