package io.github.sors.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerTest {

  private static final Dataset ROWS = SampleRows.of(7, 120, 30, 3);

  @TempDir Path folder;

  private static Tuner.Settings settings(int folds, int jobs) {
    return new Tuner.Settings(
        folds,
        0.2,
        900,
        5,
        jobs,
        new TrainingTask.Resources(1, Long.MAX_VALUE, Double.POSITIVE_INFINITY));
  }

  private Tuning tune(Method method, String file, int folds, int jobs) throws IOException {
    try (TrialFile trials = TrialFile.open(folder.resolve(file))) {
      return new Tuner(settings(folds, jobs), trials, (rung, rungs, done, total) -> {})
          .tune(method, ROWS, Normalization.L2, 30);
    }
  }

  @Test
  void halvingKeepsTheBestThirdAndTriplesTheRounds() throws IOException {
    Tuning tuning = tune(Methods.named("sors-1"), "trials", 0, 2);

    assertThat(tuning.rungs()).extracting(List::size).containsExactly(25, 9, 3);
    assertThat(tuning.rungs())
        .extracting(rung -> rung.get(0).rounds())
        .containsExactly(100L, 300L, 900L);
    for (int rung = 0; rung < 2; rung++) {
      List<Trial> before = tuning.rungs().get(rung);
      List<Parameters> kept =
          before.subList(0, tuning.rungs().get(rung + 1).size()).stream()
              .map(Trial::parameters)
              .toList();
      assertThat(tuning.rungs().get(rung + 1))
          .extracting(Trial::parameters)
          .containsExactlyInAnyOrderElementsOf(kept);
    }
    assertThat(tuning.best().map())
        .isEqualTo(tuning.rungs().get(2).stream().mapToDouble(Trial::map).max().orElseThrow());
  }

  @Test
  void rungsGoByTheNumberOfCandidates() {
    assertThat(Tuner.rungs(2)).isEqualTo(1);
    assertThat(Tuner.rungs(6)).isEqualTo(2);
    assertThat(Tuner.rungs(25)).isEqualTo(3);
    assertThat(Tuner.rungs(150)).isEqualTo(4);
  }

  @Test
  void theChoiceDoesNotDependOnTheNumberOfJobs() throws IOException {
    Tuning alone = tune(Methods.named("oasis"), "one", 3, 1);
    Tuning together = tune(Methods.named("oasis"), "two", 3, 3);

    assertThat(together.best().parameters()).isEqualTo(alone.best().parameters());
    assertThat(together.best().map()).isEqualTo(alone.best().map());
  }

  @Test
  void anInterruptedTuningGoesOnWhereItWas() throws IOException {
    Counting whole = new Counting();
    Tuning expected = tune(whole, "whole", 0, 1);
    byte[] file = Files.readAllBytes(folder.resolve("whole"));
    assertThat(whole.trainings.get()).isEqualTo(6 + 2);

    // killed while the fifth line was being written
    int fourLines = 0;
    for (int lines = 0; lines < 4; fourLines++) {
      lines += file[fourLines] == '\n' ? 1 : 0;
    }
    Files.write(folder.resolve("torn"), Arrays.copyOf(file, fourLines + 25));
    Counting rest = new Counting();
    Tuning resumed = tune(rest, "torn", 0, 1);

    assertThat(rest.trainings.get()).isEqualTo(6 + 2 - 4);
    assertThat(resumed.best().parameters()).isEqualTo(expected.best().parameters());
    assertThat(resumed.best().map()).isEqualTo(expected.best().map());
    assertThat(Files.readAllLines(folder.resolve("torn"))).hasSize(8);
    assertThat(Files.readString(folder.resolve("torn"))).endsWith("\n");

    Counting nothing = new Counting();
    tune(nothing, "torn", 0, 1);
    assertThat(nothing.trainings.get()).isZero();
  }

  @Test
  void nothingIsLeftOfATornLineThatIsLongerThanTheNext() throws IOException {
    Path file = folder.resolve("trials");
    TrialFile.Line first = new TrialFile.Line(Map.of("seed", "1"), 0.5, 0, 1, null);
    TrialFile.Line second = new TrialFile.Line(Map.of("seed", "2"), 0.6, 0, 1, null);
    try (TrialFile trials = TrialFile.open(file)) {
      trials.append(first);
    }
    Files.writeString(
        file, "{\"key\":{\"method\":\"" + "x".repeat(1000), StandardOpenOption.APPEND);
    try (TrialFile trials = TrialFile.open(file)) {
      trials.append(second);
    }
    assertThat(Files.readAllLines(file)).hasSize(2);
    assertThat(Files.readString(file)).endsWith("\n");
    try (TrialFile trials = TrialFile.open(file)) {
      assertThat(trials.find(first.key())).contains(first);
      assertThat(trials.find(second.key())).contains(second);
    }
  }

  @Test
  void aForeignFileIsRefusedAndLeftAlone() throws IOException {
    Path file = Files.writeString(folder.resolve("foreign"), "1 2:3\n2 4:5\n");

    assertThatThrownBy(() -> TrialFile.open(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("foreign, line 1");
    assertThat(Files.readString(file)).isEqualTo("1 2:3\n2 4:5\n");
    Files.writeString(file, "no line end");
    assertThatThrownBy(() -> TrialFile.open(file)).isInstanceOf(InvalidInputException.class);
    assertThat(Files.readString(file)).isEqualTo("no line end");
  }

  @Test
  void candidatesThatFailLose() throws IOException {
    Counting half = new Counting();
    half.failing = Set.of("0.01", "0.02");
    assertThat(tune(half, "half", 0, 1).best().failure()).isNull();

    Counting all = new Counting();
    all.failing = Set.of("0.01", "0.02", "0.04", "0.06", "0.08", "0.1");
    assertThat(tune(all, "all", 0, 1).best().failure()).isEqualTo("no room");
  }

  @Test
  void learningRowsAndValidationRowsAreApart() throws IOException {
    Counting method = new Counting();
    tune(method, "apart", 4, 2);

    // what was learnt from in the folds together is all rows, and never all of them at once
    assertThat(method.seen).hasSize(ROWS.size());
    assertThat(method.largest.get()).isLessThan(ROWS.size());
  }

  @Test
  void foldsCoverAllRowsOnceAndKeepTheShareOfClasses() {
    Folds folds = Folds.crossValidation(ROWS.labels(), 5, 3);

    Set<Integer> held = new HashSet<>();
    for (int fold = 0; fold < 5; fold++) {
      int[] classes = new int[3];
      for (int row : folds.validation().get(fold)) {
        assertThat(held.add(row)).isTrue();
        classes[ROWS.label(row)]++;
      }
      assertThat(classes).containsExactly(8, 8, 8);
      assertThat(folds.learning().get(fold)).hasSize(96);
      for (int row : folds.learning().get(fold)) {
        assertThat(folds.validation().get(fold)).doesNotContain(row);
      }
    }
    assertThat(held).hasSize(120);
  }

  @Test
  void tooManyFoldsAreRefused() {
    assertThatThrownBy(() -> Folds.crossValidation(new int[] {0, 1, 0}, 4, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected at least 2 folds");
  }

  /** OASIS, watched. */
  private static final class Counting implements Method {

    private final Method oasis = Methods.named("oasis");
    private final AtomicInteger trainings = new AtomicInteger();
    private final AtomicInteger largest = new AtomicInteger();
    private final Set<SparseVector> seen = ConcurrentHashMap.newKeySet();
    private Set<String> failing = Set.of();

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public String title() {
      return "counting";
    }

    @Override
    public Kind kind() {
      return oasis.kind();
    }

    @Override
    public Grid grid() {
      return oasis.grid();
    }

    @Override
    public Parameters defaults() {
      return oasis.defaults();
    }

    @Override
    public LearntSimilarity train(TrainingTask task) throws CannotTrainException {
      trainings.incrementAndGet();
      seen.addAll(task.rows().vectors());
      largest.accumulateAndGet(task.rows().size(), Math::max);
      if (failing.contains(task.parameters().values().get("c"))) {
        throw new CannotTrainException(CannotTrainException.Cause.MEMORY, "no room", null);
      }
      return oasis.train(task);
    }
  }
}
