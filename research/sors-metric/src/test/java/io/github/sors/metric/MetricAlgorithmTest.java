package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricAlgorithmTest {

  @ParameterizedTest
  @EnumSource(MetricAlgorithm.class)
  void isFoundByNameAndMadeAgainFromItsOptions(MetricAlgorithm algorithm) {
    assertThat(MetricAlgorithm.find(algorithm.label())).contains(algorithm);
    MetricLearner learner = algorithm.create(Map.of());
    assertThat(learner.algorithm()).isEqualTo(algorithm.label());
    assertThat(learner.options().keySet())
        .containsExactlyInAnyOrderElementsOf(algorithm.optionNames());
    assertThat(algorithm.create(learner.options()).options()).isEqualTo(learner.options());
  }

  @ParameterizedTest
  @EnumSource(MetricAlgorithm.class)
  void rejectsOptionsThatMakeNoSense(MetricAlgorithm algorithm) {
    for (String name : algorithm.optionNames()) {
      for (String value : new String[] {"-1", "NaN", "many"}) {
        assertThatThrownBy(() -> algorithm.create(Map.of(name, value)))
            .as("%s = %s", name, value)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("expected");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(MetricAlgorithm.class)
  void learnsAModelOfItsName(MetricAlgorithm algorithm) {
    MetricTraining training = Trainings.random(1, 40, 15, 2, 0.6, 50);
    List<Long> steps = new ArrayList<>();
    BilinearModel model =
        algorithm
            .create(Map.of())
            .learn(
                training,
                (done, most) -> {
                  assertThat(done).isLessThanOrEqualTo(most);
                  steps.add(done);
                  return true;
                });
    assertThat(model.provenance().algorithm()).isEqualTo(algorithm.label());
    assertThat(model.provenance().rounds()).isEqualTo(steps.size());
    assertThat(steps).isSorted();
    assertThat(model.queryDimension()).isEqualTo(15);
    assertThat(model.form())
        .isEqualTo(
            algorithm == MetricAlgorithm.COSINE || algorithm == MetricAlgorithm.FACTORED_AROMA
                ? BilinearModel.Form.SIMILARITY
                : BilinearModel.Form.DISTANCE);
  }

  @ParameterizedTest
  @EnumSource(
      value = MetricAlgorithm.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"EUCLIDEAN", "COSINE"})
  void endsAfterTheStepInHandWhenToldTo(MetricAlgorithm algorithm) {
    MetricTraining training = Trainings.random(1, 40, 15, 2, 0.6, 50);
    MetricLearner learner = algorithm.create(Map.of());
    assertThat(learner.learn(training, (done, most) -> false).provenance().rounds()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = MetricAlgorithm.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"EUCLIDEAN", "COSINE"})
  void saysBeforeItStartsHowMuchMemoryItWouldNeed(MetricAlgorithm algorithm) {
    SparseVector last = SparseVector.of(new int[] {399_999}, new float[] {1});
    MetricTraining training =
        new MetricTraining(
            List.of(last, last, last),
            new int[] {0, 0, 1},
            400_000,
            position -> {
              throw new AssertionError("it has started");
            },
            1_000_000);
    assertThatThrownBy(
            () ->
                algorithm
                    .create(Map.of())
                    .learn(
                        training,
                        (done, most) -> {
                          throw new AssertionError("it has started");
                        }))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(algorithm.title())
        .hasMessageContaining("GiB for 400000 features");
  }

  @ParameterizedTest
  @EnumSource(
      value = MetricAlgorithm.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"EUCLIDEAN", "COSINE", "FACTORED_AROMA"})
  void aLearntDistanceCanBeUsedAsAnInnerProduct(MetricAlgorithm algorithm) {
    MetricTraining training = Trainings.random(1, 40, 15, 2, 0.6, 50);
    BilinearModel distance = algorithm.create(Map.of()).learn(training, MetricListener.NONE);
    BilinearModel product =
        algorithm.create(Map.of("form", "similarity")).learn(training, MetricListener.NONE);
    assertThat(product.form()).isEqualTo(BilinearModel.Form.SIMILARITY);
    assertThat(product.provenance().options()).containsEntry("form", "similarity");
    assertThat(product.provenance().rounds()).isEqualTo(distance.provenance().rounds());
    assertThat(distance.provenance().options()).containsEntry("form", "distance");
    SparseVector x = training.vectors().get(0);
    SparseVector y = training.vectors().get(1);
    // d(x, y) = xᵀAx + yᵀAy - 2xᵀAy
    assertThat(product.score(x, x) + product.score(y, y) - 2 * product.score(x, y))
        .isCloseTo(-distance.score(x, y), within(1e-4));
  }

  @Test
  void theUnlearntOnesAreEuclideanDistanceAndTheInnerProduct() {
    MetricTraining training = Trainings.random(3, 10, 6, 2, 0.6, 0);
    BilinearModel euclidean = Unlearnt.euclidean().learn(training, MetricListener.NONE);
    BilinearModel cosine = Unlearnt.cosine().learn(training, MetricListener.NONE);
    for (SparseVector x : training.vectors()) {
      for (SparseVector y : training.vectors()) {
        assertThat(euclidean.score(x, y))
            .isCloseTo(Similarities.euclidean().score(x, y), within(1e-12));
        assertThat(cosine.score(x, y)).isCloseTo(x.dot(y), within(1e-12));
      }
    }
  }

  @Test
  void theCosineWantsRowsOfLengthOne() {
    assertThat(MetricAlgorithm.COSINE.normalization("none")).isEqualTo("l2");
    assertThat(MetricAlgorithm.COSINE.normalization("l2")).isEqualTo("l2");
    assertThat(MetricAlgorithm.COSINE.normalization("tf-idf,l2")).isEqualTo("tf-idf,l2");
    assertThat(MetricAlgorithm.COSINE.normalization("log")).isEqualTo("log,l2");
    assertThat(MetricAlgorithm.LMNN.normalization("none")).isEqualTo("none");
  }

  @Test
  void rejectsATrainingThatDoesNotGoTogether() {
    SparseVector row = SparseVector.ofDense(1, 2, 3);
    assertThatThrownBy(() -> new MetricTraining(List.of(row), new int[2], 3, p -> null, 1))
        .hasMessageContaining("as many labels");
    assertThatThrownBy(() -> new MetricTraining(List.of(row), new int[1], 2, p -> null, 1))
        .hasMessageContaining("2 features, found 3");
    assertThatThrownBy(() -> new MetricTraining(List.of(row), new int[1], 3, p -> null, -1))
        .hasMessageContaining("at least 0");
    MetricTraining training = new MetricTraining(List.of(row), new int[1], 3, p -> null, 1);
    assertThatThrownBy(() -> training.withThreads(0)).hasMessageContaining("at least 1 thread");
    assertThatThrownBy(() -> new Lego(Lego.Options.DEFAULT).learn(training, MetricListener.NONE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at least two rows");
  }

  @Test
  void thresholdsArePercentilesOfSquaredDistances() {
    // rows 0, 1, …, 9: of the 45 squared distances 9 are 1, 8 are 4, …, one is 81
    List<SparseVector> rows = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      rows.add(SparseVector.ofDense(k));
    }
    DistanceThresholds few = DistanceThresholds.of(rows);
    assertThat(few.similar()).isEqualTo(1);
    // place 0.95 · 44 = 41.8 between the 64s at 42, 43 and the 49 at 41
    assertThat(few.dissimilar()).isCloseTo(49 + 0.8 * 15, within(1e-9));
    List<SparseVector> many = new ArrayList<>();
    for (int k = 0; k < 1000; k++) {
      many.add(SparseVector.ofDense(k % 10));
    }
    DistanceThresholds drawn = DistanceThresholds.of(many);
    assertThat(drawn.similar()).isEqualTo(1e-9);
    assertThat(drawn.dissimilar()).isBetween(36.0, 64.0);
  }
}
