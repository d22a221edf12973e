package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.Model;
import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.TripletLearner;
import io.github.sors.learn.Learners;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearestRowsFinderTest {

  private static final int ROWS = 150;
  private static final int OWN = 4;
  private static final int OTHERS = 7;

  private final int[] labels = IntStream.range(0, ROWS).map(row -> row % 11 % 4).toArray();
  // every fifth row is held out
  private final int[] training = IntStream.range(0, ROWS).filter(row -> row % 5 != 0).toArray();

  private NearestRowsFinder finder(List<SparseVector> vectors) {
    return new NearestRowsFinder(vectors, labels, training, OWN, OTHERS);
  }

  /** Scores every pair, in double precision. */
  private int[] literally(
      List<SparseVector> vectors, Similarity similarity, int query, boolean sameClass, int most) {
    return IntStream.of(training)
        .filter(row -> row != query && (labels[row] == labels[query]) == sameClass)
        .boxed()
        .sorted(
            Comparator.comparingDouble(
                    (Integer row) -> -similarity.score(vectors.get(query), vectors.get(row)))
                .thenComparing(row -> row))
        .limit(most)
        .mapToInt(row -> row)
        .toArray();
  }

  private void assertLiteral(NearestRows found, List<SparseVector> vectors, Similarity similarity) {
    for (int row : training) {
      assertThat(found.ofOwnClass(row))
          .containsExactly(literally(vectors, similarity, row, true, OWN));
      assertThat(found.ofOtherClasses(row))
          .containsExactly(literally(vectors, similarity, row, false, OTHERS));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 1})
  void findsTheRowsOfTheHighestCosine(double density) {
    List<SparseVector> vectors = vectors(density);
    assertLiteral(finder(vectors).byCosine(), vectors, Similarities.cosine());
  }

  @ParameterizedTest
  @ValueSource(strings = {"adasors-2", "oasis", "encoder"})
  void findsTheRowsThatScoreHighestUnderAModel(String algorithm) {
    List<SparseVector> vectors = vectors(0.2);
    Model model = learnt(algorithm, vectors);
    assertLiteral(finder(vectors).by(model), vectors, model);
  }

  private Model learnt(String algorithm, List<SparseVector> vectors) {
    TripletLearner learner = Learners.descriptor(algorithm).create(Map.of());
    LearningLoop.overRows(learner, TripletSampler.of(labels, training, 3), vectors).learnUntil(300);
    return learner.snapshot();
  }

  @Test
  void findsTheSameWithAnyNumberOfThreadsAndSaysHowFarItIs() {
    List<SparseVector> vectors = vectors(0.3);
    NearestRows alone = finder(vectors).byCosine();
    List<Integer> done = new ArrayList<>();
    NearestRows shared = finder(vectors).withThreads(3).withProgress(done::add).byCosine();
    for (int row : training) {
      assertThat(shared.ofOwnClass(row)).containsExactly(alone.ofOwnClass(row));
      assertThat(shared.ofOtherClasses(row)).containsExactly(alone.ofOtherClasses(row));
    }
    assertThat(done).isSorted().endsWith(training.length).hasSizeGreaterThan(1);
  }

  @Test
  void takesWhatThereIsAndOfEqualRowsTheFirst() {
    List<SparseVector> equal =
        IntStream.range(0, 12).mapToObj(row -> SparseVector.ofDense(1, 1)).toList();
    NearestRows found =
        new NearestRowsFinder(
                equal,
                new int[] {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                IntStream.range(0, 12).toArray(),
                5,
                4)
            .byCosine();
    assertThat(found.ofOwnClass(1)).containsExactly(0, 2);
    assertThat(found.ofOtherClasses(1)).containsExactly(3, 4, 5, 6);
    assertThat(found.ofOwnClass(11)).containsExactly(3, 4, 5, 6, 7);
    assertThat(found.ofOtherClasses(11)).containsExactly(0, 1, 2);
  }

  @Test
  void refusesToFindNothing() {
    List<SparseVector> vectors = vectors(1);
    assertThatThrownBy(() -> new NearestRowsFinder(vectors, labels, training, 0, 1))
        .hasMessage("expected at least 1 neighbour of each kind, found 0 and 1");
    assertThatThrownBy(() -> new NearestRowsFinder(vectors.subList(1, 9), labels, training, 1, 1))
        .hasMessage("expected a label per row, found 150 for 8 rows");
  }

  private static List<SparseVector> vectors(double density) {
    Random random = new Random(7);
    List<SparseVector> vectors = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      float[] values = new float[40];
      for (int k = 0; k < values.length; k++) {
        values[k] = random.nextDouble() < density ? random.nextFloat() : 0;
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return vectors;
  }
}
