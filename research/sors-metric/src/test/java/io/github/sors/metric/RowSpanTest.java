package io.github.sors.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSpanTest {

  private final Workers workers = new Workers(2, "sors-metric");

  @Test
  void coordinatesKeepDistancesAndAnglesAlsoWhereRowsDepend() {
    MetricTraining independent = Trainings.random(3, 20, 50, 3, 0.3, 10);
    List<SparseVector> rows = new ArrayList<>(independent.vectors());
    rows.add(rows.get(4).scaled(2));
    rows.add(SparseVector.EMPTY);
    rows.add(rows.get(0));
    MetricTraining training =
        new MetricTraining(rows, new int[rows.size()], 50, position -> null, 0);

    RowSpan span = RowSpan.of(training, workers);

    assertThat(span.training().dimension()).isEqualTo(20);
    List<SparseVector> coordinates = span.training().vectors();
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < rows.size(); j++) {
        assertThat(coordinates.get(i).dot(coordinates.get(j)))
            .isCloseTo(rows.get(i).dot(rows.get(j)), within(1e-5));
      }
    }
  }

  /** The judge learns from the features themselves, as if there were more rows than those. */
  @ParameterizedTest
  @ValueSource(strings = {"lmnn", "itml", "lego", "rdml", "pola"})
  void whatIsLearntInTheSpanIsWhatIsLearntFromTheFeatures(String name) {
    for (int seed = 0; seed < 3; seed++) {
      MetricTraining training = Trainings.random(seed, 25, 60, 3, 0.3, 30);
      DistanceLearner learner = learner(name);

      BilinearModel model = learner.learn(training, MetricListener.NONE);
      DistanceLearner.LearntMatrix literal = learner.learn(training, workers, MetricListener.NONE);

      assertThat(model.provenance().rounds()).isEqualTo(literal.steps());
      for (int i = 0; i < 60; i++) {
        for (int j = 0; j < 60; j++) {
          assertThat(model.get(i, j))
              .as("seed %d, entry %d, %d", seed, i, j)
              .isCloseTo((float) literal.matrix()[i][j], within(2e-4f));
        }
      }
    }
  }

  /** The rows of a pair of theirs may be the same, or spanned by others. */
  @ParameterizedTest
  @ValueSource(strings = {"itml", "lego", "rdml"})
  void rowsThatDependAreLearntFromAsWell(String name) {
    MetricTraining random = Trainings.random(5, 12, 40, 3, 0.3, 10);
    List<SparseVector> rows = new ArrayList<>(random.vectors());
    rows.add(rows.get(0).scaled(3));
    rows.add(SparseVector.of(indices(rows.get(1)), values(rows.get(1))));
    List<Triplet> triplets =
        List.of(
            new Triplet(rows.get(12), rows.get(1), rows.get(0)),
            new Triplet(rows.get(2), rows.get(12), rows.get(3)),
            new Triplet(rows.get(1), rows.get(13), rows.get(4)),
            new Triplet(rows.get(5), rows.get(6), rows.get(13)),
            new Triplet(rows.get(13), rows.get(7), rows.get(1)));
    MetricTraining training =
        new MetricTraining(rows, new int[14], 40, position -> triplets.get((int) position), 5);
    DistanceLearner learner = learner(name);

    BilinearModel model = learner.learn(training, MetricListener.NONE);
    DistanceLearner.LearntMatrix literal = learner.learn(training, workers, MetricListener.NONE);

    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        assertThat(model.get(i, j))
            .as("entry %d, %d", i, j)
            .isCloseTo((float) literal.matrix()[i][j], within(1e-4f));
      }
    }
  }

  private static DistanceLearner learner(String name) {
    MetricLearner created = MetricAlgorithm.find(name).orElseThrow().create(Map.of());
    return (DistanceLearner) ((WithForm) created).learner();
  }

  private static int[] indices(SparseVector vector) {
    return IntStream.range(0, vector.size()).map(vector::index).toArray();
  }

  private static float[] values(SparseVector vector) {
    float[] values = new float[vector.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = vector.value(k);
    }
    return values;
  }

  @Test
  void tripletsOfOtherVectorsAreRefused() {
    List<SparseVector> rows =
        IntStream.range(0, 3).mapToObj(i -> SparseVector.ofDense(1 + i, 0, 2, 0, i)).toList();
    SparseVector other = SparseVector.ofDense(1, 0, 2, 0, 0);
    MetricTraining training =
        new MetricTraining(
            rows,
            new int[] {0, 0, 1},
            5,
            position -> new Triplet(other, rows.get(1), rows.get(2)),
            1);

    RowSpan span = RowSpan.of(training, workers);

    assertThatThrownBy(() -> span.training().triplet(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("training rows themselves");
  }
}
