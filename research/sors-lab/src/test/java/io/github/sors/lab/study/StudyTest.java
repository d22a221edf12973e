package io.github.sors.lab.study;

import static io.github.sors.lab.study.StudyPlan.ParameterSource.DEFAULTS;
import static io.github.sors.lab.study.StudyPlan.ParameterSource.PAPER;
import static io.github.sors.lab.study.StudyPlan.ParameterSource.TUNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.Split;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.lab.PaperMethods;
import io.github.sors.tune.CannotTrainException;
import io.github.sors.tune.LearntSimilarity;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import io.github.sors.tune.Parameters;
import io.github.sors.tune.SampleRows;
import io.github.sors.tune.TrainingTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyTest {

  private static final StudyData DATA = StudyData.of(SampleRows.of(11, 90, 25, 3), "generated");
  private static final List<Method> METHODS =
      Stream.of("euclidean", "oasis", "sors-1").map(Methods::named).toList();

  @TempDir Path folder;

  /** Counts, and interrupts if it is told to. */
  private static final class Watcher implements StudyListener {
    private int total;
    private int found;
    private int finished;
    private int interruptAfter = Integer.MAX_VALUE;
    private final List<String> what = new ArrayList<>();

    @Override
    public void started(int newTotal, int newFound) {
      total = newTotal;
      found = newFound;
    }

    @Override
    public void finished(int done, int all, String cell, CellResult result, double secondsLeft) {
      finished++;
      what.add(cell);
      assertThat(secondsLeft).isNotNegative();
      if (finished == interruptAfter) {
        throw new IllegalStateException("interrupted");
      }
    }
  }

  private static StudyPlan plan(boolean tuned, boolean tradeOff, long memory, double seconds) {
    return new StudyPlan(
        List.of(DATA),
        METHODS,
        2,
        400,
        1,
        tuned ? TUNING : PAPER,
        tradeOff,
        false,
        2,
        memory,
        seconds);
  }

  private static StudyPlan plan() {
    return plan(false, false, 1L << 40, 1000);
  }

  @Test
  void aCellIsWhatTrainingAndEvaluatingByHandGives() throws Exception {
    StudyResults results = new Study(plan(), folder, new Watcher()).run();

    Split split = Split.perClass(DATA.rows().labels(), 0.3, 2);
    Dataset unit = DATA.rows().map(Normalization.L2::apply);
    Method method = Methods.named("sors-1");
    LearntSimilarity learnt =
        method.train(
            new TrainingTask(
                unit.select(split.train()),
                25,
                method.defaults(),
                400,
                2,
                new TrainingTask.Resources(1, Long.MAX_VALUE, 1000),
                TrainingTask.Observer.NONE));
    Dataset test = unit.select(split.test());
    var evaluation =
        new RankingEvaluator()
            .withCutoffs(1, 10)
            .evaluateWithin(learnt.similarity(), test.vectors(), test.labels());

    CellResult.Measures second = results.comparison(DATA, method).get(1).measures();
    assertThat(second.map()).isEqualTo(evaluation.map());
    assertThat(second.precisionAt().get(10)).isEqualTo(evaluation.precisionAt(10));
    assertThat(second.sparsity()).isEqualTo(learnt.sparsity());
    assertThat(second.curve()).hasSize(9);
    assertThat(second.curve().get(8).map()).isEqualTo(evaluation.map());
    assertThat(second.curve().get(8).round()).isEqualTo(400);
    assertThat(second.queryTimes()).isEmpty();
  }

  @Test
  void anInterruptedStudyGoesOnWhereItWas() throws IOException {
    StudyResults whole = new Study(plan(), folder.resolve("whole"), new Watcher()).run();

    Watcher first = new Watcher();
    first.interruptAfter = 2;
    Study interrupted = new Study(plan(), folder.resolve("parts"), first);
    assertThatThrownBy(interrupted::run).hasMessage("interrupted");
    Watcher second = new Watcher();
    StudyResults resumed = new Study(plan(), folder.resolve("parts"), second).run();

    assertThat(second.total).isEqualTo(6);
    assertThat(second.found).isBetween(2, 4);
    assertThat(second.finished).isEqualTo(6 - second.found);
    for (Method method : METHODS) {
      for (int split = 0; split < 2; split++) {
        assertThat(resumed.comparison(DATA, method).get(split).measures().map())
            .isEqualTo(whole.comparison(DATA, method).get(split).measures().map());
      }
    }
    Watcher third = new Watcher();
    new Study(plan(), folder.resolve("parts"), third).run();
    assertThat(third.found).isEqualTo(6);
    assertThat(third.finished).isZero();
  }

  @Test
  void defaultsCanBeUsedWhereThePaperGivesParameters() throws IOException {
    StudyData protein = StudyData.of(DATA.rows().named("protein"), "");
    List<Method> methods = List.of(Methods.named("adasors-2"));
    for (StudyPlan.ParameterSource source : List.of(PAPER, DEFAULTS)) {
      StudyPlan plan =
          new StudyPlan(
              List.of(protein), methods, 1, 10, 1, source, false, false, 1, 1L << 40, 1000);
      StudyResults results = new Study(plan, folder, new Watcher()).run();
      Comparison.Row row = Comparison.of(results, protein).rows().get(0);
      Parameters expected =
          source == DEFAULTS
              ? methods.get(0).defaults()
              : PaperMethods.published(methods.get(0), "protein").orElseThrow();
      assertThat(row.parameters()).isEqualTo(expected.toString());
    }
  }

  @Test
  void whatDeterminesAResultIsInItsKey() throws IOException {
    new Study(plan(), folder, new Watcher()).run();
    Watcher watcher = new Watcher();
    StudyPlan other =
        new StudyPlan(
            List.of(DATA.normalizedBy(Normalization.NONE)),
            METHODS,
            2,
            400,
            1,
            PAPER,
            false,
            false,
            2,
            1L << 40,
            1000);

    new Study(other, folder, watcher).run();

    assertThat(watcher.found).isZero();
  }

  @Test
  void aDamagedResultIsTold() throws IOException {
    new Study(plan(), folder, new Watcher()).run();
    Path cell;
    try (Stream<Path> cells = Files.list(folder.resolve("cells"))) {
      cell = cells.sorted().findFirst().orElseThrow();
    }
    Files.writeString(cell, "{\"key\":");

    Study study = new Study(plan(), folder, new Watcher());
    assertThatThrownBy(study::run)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(cell.getFileName().toString())
        .hasMessageContaining("remove it");
  }

  @Test
  void whatCanNotBeComputedSaysWhyAndIsTriedAgainWithMore() throws IOException {
    Watcher watcher = new Watcher();
    StudyResults results = new Study(plan(false, false, 100, 1000), folder, watcher).run();

    CellResult failed = results.comparison(DATA, Methods.named("oasis")).get(0);
    assertThat(failed.failure().kind()).isEqualTo(CannotTrainException.Cause.MEMORY);
    assertThat(failed.failure().reason()).contains("not enough memory");
    assertThat(failed.measures()).isNull();
    Comparison comparison = Comparison.of(results, DATA);
    assertThat(comparison.rows().get(0).best()).isTrue();
    assertThat(comparison.rows().get(1).values()).isEmpty();
    assertThat(comparison.rows().get(1).failure()).contains("not enough memory");

    Watcher same = new Watcher();
    new Study(plan(false, false, 100, 1000), folder, same).run();
    assertThat(same.finished).isZero();
    Watcher more = new Watcher();
    StudyResults computed = new Study(plan(), folder, more).run();
    assertThat(more.finished).isEqualTo(4);
    assertThat(computed.comparison(DATA, Methods.named("oasis")).get(0).failure()).isNull();
  }

  @Test
  void theTimeLimitEndsATraining() throws IOException {
    StudyResults results =
        new Study(plan(false, false, 1L << 40, 1e-9), folder, new Watcher()).run();

    assertThat(results.comparison(DATA, Methods.named("sors-1")).get(0).failure().reason())
        .contains("time limit");
    assertThat(results.comparison(DATA, Methods.named("euclidean")).get(0).failure()).isNull();
  }

  @Test
  void whatTookTooLongOnOneSplitIsNotTriedOnTheNext() throws IOException {
    StudyPlan oneByOne =
        new StudyPlan(List.of(DATA), METHODS, 2, 400, 1, PAPER, false, false, 1, 1L << 40, 1e-9);
    Study study = new Study(oneByOne, folder, new Watcher());

    List<CellResult> cells = study.run().comparison(DATA, Methods.named("sors-1"));

    assertThat(cells.get(1).failure()).isSameAs(cells.get(0).failure());
  }

  @Test
  void theTradeOffVariesLambdaOfThoseThatHaveOne() throws IOException {
    Watcher watcher = new Watcher();
    StudyResults results = new Study(plan(false, true, 1L << 40, 1000), folder, watcher).run();

    assertThat(watcher.total).isEqualTo(6 + Study.LAMBDAS.size());
    var byLambda = results.tradeOff(DATA, Methods.named("sors-1"));
    assertThat(byLambda.keySet()).containsExactlyElementsOf(Study.LAMBDAS);
    assertThat(byLambda.get("1e-3").measures().sparsity())
        .isGreaterThanOrEqualTo(byLambda.get("1e-7").measures().sparsity());
    assertThat(results.tradeOff(DATA, Methods.named("oasis"))).isEmpty();
    // the weight of the comparison itself gives the comparison itself
    assertThat(byLambda.get("1e-6").measures().map())
        .isEqualTo(results.comparison(DATA, Methods.named("sors-1")).get(0).measures().map());
  }

  @Test
  void tunedParametersAreOfTheGridAndFoundAgain() throws IOException {
    StudyResults results =
        new Study(plan(true, false, 1L << 40, 1000), folder, new Watcher()).run();

    assertThat(results.comparison(DATA, Methods.named("oasis"))).isNotEmpty();
    for (CellResult cell : results.comparison(DATA, Methods.named("oasis"))) {
      assertThat(Methods.named("oasis").grid().candidates())
          .extracting(Object::toString)
          .contains(cell.key().get("parameters"));
    }
    StudyResults again = new Study(plan(true, false, 1L << 40, 1000), folder, new Watcher()).run();
    assertThat(again.comparison(DATA, Methods.named("oasis")))
        .isEqualTo(results.comparison(DATA, Methods.named("oasis")));
  }

  @Test
  void whatCanNotBeTunedSaysWhy() throws IOException {
    StudyResults results = new Study(plan(true, false, 100, 1000), folder, new Watcher()).run();

    assertThat(results.comparison(DATA, Methods.named("oasis")).get(1).failure().reason())
        .contains("no tuning", "not enough memory");
    assertThat(results.comparison(DATA, Methods.named("euclidean")).get(1).failure()).isNull();
    Watcher more = new Watcher();
    new Study(plan(true, false, 1L << 40, 1000), folder, more).run();
    assertThat(more.finished).isEqualTo(4);
  }

  @Test
  void dataWithoutTripletsIsRefusedAtOnce() throws IOException {
    StudyData single = StudyData.of(SampleRows.of(1, 10, 5, 1), "");
    StudyPlan plan =
        new StudyPlan(List.of(single), METHODS, 1, 10, 1, PAPER, false, false, 1, 1L << 40, 1000);

    Study study = new Study(plan, folder, new Watcher());
    assertThatThrownBy(study::run)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("two classes");
  }

  @Test
  void theEstimateGoesByTheClosestCells() {
    TimeEstimate estimate = new TimeEstimate();
    Cell oasis = new Cell(DATA, Methods.named("oasis"), 1, null);
    Cell sors = new Cell(DATA, Methods.named("sors-1"), 1, null);
    assertThat(estimate.secondsFor(List.of(oasis, sors), 1)).isZero();

    estimate.record(oasis, 10);
    estimate.record(sors, 30);

    Cell nextOasis = new Cell(DATA, Methods.named("oasis"), 2, null);
    Cell unknown = new Cell(DATA, Methods.named("ogd"), 2, null);
    // 10 as the other OASIS, 20 as the mean of this data, on two workers
    assertThat(estimate.secondsFor(List.of(nextOasis, unknown), 2)).isEqualTo(15);
  }
}
