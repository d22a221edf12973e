package io.github.sors.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.tune.CannotTrainException;
import io.github.sors.tune.LearntSimilarity;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import io.github.sors.tune.Parameters;
import io.github.sors.tune.SampleRows;
import io.github.sors.tune.TrainingTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MethodsTest {

  private static final Dataset ROWS = SampleRows.of(1, 60, 20, 3);
  private static final TrainingTask.Resources PLENTY =
      new TrainingTask.Resources(1, Long.MAX_VALUE, Double.POSITIVE_INFINITY);

  private static TrainingTask task(
      Parameters parameters, TrainingTask.Resources resources, TrainingTask.Observer observer) {
    return new TrainingTask(ROWS, 20, parameters, 500, 3, resources, observer);
  }

  @Test
  void everyOnlineLearnerIsAMethod() {
    for (Algorithm algorithm : Algorithm.values()) {
      assertThat(Methods.named(algorithm.label()).kind()).isEqualTo(Method.Kind.ONLINE_BILINEAR);
      assertThat(Methods.onlinePlace(Methods.named(algorithm.label()))).isNotNegative();
    }
  }

  @Test
  void anUnknownNameIsRefusedWithAllNames() {
    assertThatThrownBy(() -> Methods.named("sors-3"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("sors-3")
        .hasMessageContaining("adasors-2")
        .hasMessageContaining("euclidean");
  }

  @Test
  void thePaperComparesWithoutGradientDescent() {
    assertThat(PaperMethods.compared())
        .extracting(Method::name)
        .contains("sors-1")
        .doesNotContain("ogd");
  }

  @Test
  void aMethodLearnsAsTheDataChoose() throws CannotTrainException {
    Method method = Methods.named("auto");
    Dataset rows = SampleRows.of(1, 300, 30, 3);
    TrainingTask task =
        new TrainingTask(rows, 30, Parameters.NONE, 1, 3, PLENTY, TrainingTask.Observer.NONE);

    LearntSimilarity learnt = method.train(task);

    assertThat(method.kind()).isEqualTo(Method.Kind.AUTOMATIC);
    assertThat(method.grid().candidates()).containsExactly(method.defaults());
    assertThat(PaperMethods.published(method, "bbc")).isEmpty();
    LearningPlan plan = AutomaticTraining.onRows(rows, IntStream.range(0, 300).toArray(), 3).plan();
    assertThat(((Model) learnt.similarity()).provenance().rounds()).isEqualTo(plan.rounds());
    assertThat(learnt.bytes()).isEqualTo(((Model) learnt.similarity()).bytes());
    TrainingTask.Resources noTime = new TrainingTask.Resources(1, Long.MAX_VALUE, -1);
    assertThatThrownBy(
            () ->
                method.train(
                    new TrainingTask(
                        rows, 30, Parameters.NONE, 1, 3, noTime, TrainingTask.Observer.NONE)))
        .isInstanceOf(CannotTrainException.class)
        .hasMessageContaining("time limit");
  }

  @Test
  void theGridHasAllCombinationsAndThePapersValues() {
    List<Parameters> candidates = Methods.named("adasors-1").grid().candidates();

    assertThat(candidates).hasSize(5 * 5 * 6).doesNotHaveDuplicates();
    assertThat(candidates)
        .contains(PaperMethods.published(Methods.named("adasors-1"), "protein").orElseThrow());
    assertThat(candidates).contains(Methods.named("adasors-1").defaults());
    assertThat(Methods.named("oasis").grid().candidates())
        .contains(Parameters.of("c", "0.01"), Parameters.of("c", "0.06"));
  }

  @Test
  void publishedParametersAreThoseOfThePaper() {
    assertThat(PaperMethods.published(Methods.named("sors-2"), "gisette"))
        .contains(Parameters.of("lambda", "1e-6", "eta", "0.06"));
    assertThat(PaperMethods.published(Methods.named("oasis"), "bbc"))
        .contains(Parameters.of("c", "0.01"));
    assertThat(PaperMethods.published(Methods.named("sors-1"), "rcv1")).isEmpty();
    assertThat(PaperMethods.published(Methods.named("ogd"), "bbc")).isEmpty();
    assertThat(PaperMethods.published(Methods.named("lmnn"), "bbc")).isEmpty();
    assertThat(PaperMethods.published(Methods.named("rdml"), "dna")).isEmpty();
    assertThat(Methods.named("rdml").grid().candidates())
        .contains(
            PaperMethods.published(Methods.named("rdml"), "bbc").orElseThrow(),
            Methods.named("rdml").defaults());
  }

  @Test
  void anOnlineMethodLearnsWhatTheLearnerDoes() throws CannotTrainException {
    OnlineBilinearLearner learner =
        Algorithm.SORS_I.create(
            Map.of("lambda", "1e-4", "queryDimension", "20", "itemDimension", "20"));
    TripletSampler sampler = TripletSampler.of(ROWS.labels(), IntStream.range(0, 60).toArray(), 3);
    TripletRows drawn = new TripletRows();
    for (int t = 0; t < 500; t++) {
      sampler.read(t, drawn);
      learner.learn(drawn.of(ROWS.vectors()));
    }

    LearntSimilarity learnt =
        Methods.named("sors-1")
            .train(task(Parameters.of("lambda", "1e-4"), PLENTY, TrainingTask.Observer.NONE));

    BilinearModel expected = learner.snapshot();
    BilinearModel found = (BilinearModel) learnt.similarity();
    assertThat(found.valueArray()).isEqualTo(expected.valueArray());
    assertThat(found.columnArray()).isEqualTo(expected.columnArray());
    assertThat(learnt.nonZeros()).isEqualTo(expected.nonZeros());
    assertThat(learnt.sparsity()).isEqualTo(expected.sparsity());
  }

  @Test
  void aVariantDiffersInItsOptionsAlone() throws CannotTrainException {
    Method batches = Methods.named("encoder-batch");
    assertThat(batches.title()).isEqualTo("Batch encoder");
    assertThat(batches.kind()).isEqualTo(Methods.named("encoder").kind());
    assertThat(batches.defaults())
        .isEqualTo(Methods.named("encoder").defaults().with("batch", "50"));
    assertThat(batches.grid().candidates())
        .hasSameSizeAs(Methods.named("encoder").grid().candidates())
        .allMatch(candidate -> candidate.values().get("batch").equals("50"));
    Method logistic = Methods.named("adasors-2-logistic");
    assertThat(PaperMethods.published(logistic, "bbc").orElseThrow().values())
        .containsAllEntriesOf(
            PaperMethods.published(Methods.named("adasors-2"), "bbc").orElseThrow().values())
        .containsEntry("loss", "logistic:0.2");
    for (Method method : List.of(batches, logistic)) {
      assertThat(Methods.onlinePlace(method)).isNotNegative();
      LearntSimilarity learnt =
          method.train(task(method.defaults(), PLENTY, TrainingTask.Observer.NONE));
      assertThat(((Model) learnt.similarity()).provenance().options())
          .containsAllEntriesOf(
              method == batches ? Map.of("batch", "50") : Map.of("loss", "logistic:0.2"));
    }
  }

  @Test
  void theObserverSeesTheRoundsItAsksForAndChangesNothing() throws CannotTrainException {
    List<Long> seen = new ArrayList<>();
    List<Double> sparsities = new ArrayList<>();
    TrainingTask.Observer observer =
        new TrainingTask.Observer() {
          @Override
          public long[] rounds() {
            return new long[] {0, 7, 300, 500, 900};
          }

          @Override
          public void observe(long round, LearntSimilarity soFar) {
            seen.add(round);
            sparsities.add(soFar.sparsity());
          }
        };
    Method method = Methods.named("adasors-2");

    LearntSimilarity observed = method.train(task(method.defaults(), PLENTY, observer));
    LearntSimilarity unobserved =
        method.train(task(method.defaults(), PLENTY, TrainingTask.Observer.NONE));

    assertThat(seen).containsExactly(0L, 7L, 300L, 500L);
    assertThat(sparsities.get(0)).isEqualTo(1 - 1 / 20.0);
    assertThat(sparsities.get(3)).isEqualTo(observed.sparsity());
    assertThat(((BilinearModel) observed.similarity()).valueArray())
        .isEqualTo(((BilinearModel) unobserved.similarity()).valueArray());
  }

  @Test
  void tooLittleTimeAndMemorySaySo() {
    Method method = Methods.named("oasis");

    assertThatThrownBy(
            () ->
                method.train(
                    task(
                        method.defaults(),
                        new TrainingTask.Resources(1, Long.MAX_VALUE, 1e-9),
                        TrainingTask.Observer.NONE)))
        .isInstanceOfSatisfying(
            CannotTrainException.class,
            e -> assertThat(e.kind()).isEqualTo(CannotTrainException.Cause.TIME))
        .hasMessageContaining("time limit");
    assertThatThrownBy(
            () ->
                method.train(
                    task(method.defaults(), PLENTY.withMemory(10), TrainingTask.Observer.NONE)))
        .isInstanceOfSatisfying(
            CannotTrainException.class,
            e -> assertThat(e.kind()).isEqualTo(CannotTrainException.Cause.MEMORY))
        .hasMessageContaining("not enough memory");
  }

  @Test
  void aWrongParameterIsTheUsersMistake() {
    assertThatThrownBy(
            () ->
                Methods.named("sors-1")
                    .train(task(Parameters.of("eta", "-1"), PLENTY, TrainingTask.Observer.NONE)))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void distancesAreLearntFromTheSameRows() throws CannotTrainException {
    for (String name : List.of("lmnn", "itml", "lego", "rdml", "pola", "sdml")) {
      Method method = Methods.named(name);
      LearntSimilarity learnt =
          method.train(task(method.defaults(), PLENTY, TrainingTask.Observer.NONE));

      assertThat(method.kind()).isEqualTo(Method.Kind.METRIC);
      assertThat(((BilinearModel) learnt.similarity()).form())
          .isEqualTo(BilinearModel.Form.DISTANCE);
      assertThat(learnt.nonZeros()).as(name).isBetween(20L, 400L);
      assertThat(learnt.similarity().score(ROWS.vector(0), ROWS.vector(0)))
          .isCloseTo(0, org.assertj.core.data.Offset.offset(1e-3));
      for (Parameters candidate : method.grid().candidates()) {
        assertThat(method.defaults().values().keySet()).containsAll(candidate.values().keySet());
      }
      assertThatThrownBy(
              () ->
                  method.train(
                      task(
                          method.defaults(),
                          new TrainingTask.Resources(1, Long.MAX_VALUE, 0),
                          TrainingTask.Observer.NONE)))
          .as(name)
          .isInstanceOf(CannotTrainException.class)
          .hasMessageContaining("time limit");
    }
  }

  @Test
  void theUnlearntHaveTheIdentity() throws CannotTrainException {
    LearntSimilarity learnt =
        Methods.named("euclidean").train(task(Parameters.NONE, PLENTY, TrainingTask.Observer.NONE));

    assertThat(learnt.nonZeros()).isEqualTo(20);
    assertThat(learnt.sparsity()).isEqualTo(1 - 20 / 400.0);
    assertThat(learnt.similarity().score(ROWS.vector(0), ROWS.vector(0))).isZero();
  }
}
