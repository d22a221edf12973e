package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PartialLearnerTest {

  private static final int DIMENSION = 40;
  private static final int PARTS = 3;
  // so little shrinkage that the whole learner does not settle, which would change its rounding
  private static final Map<String, String> OPTIONS =
      Map.of("lambda", "1e-5", "eta", "0.2", "delta", "0.05", "c", "0.05");

  private static List<Triplet> triplets(int count) {
    RandomTriplets random = new RandomTriplets(11, DIMENSION, DIMENSION, 0.1);
    List<Triplet> triplets = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      triplets.add(random.next());
    }
    return triplets;
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void partsTogetherPlayTheRoundsOfTheWholeLearner(Algorithm algorithm) {
    assertPartsPlayTheRoundsOfTheWholeLearner(algorithm, OPTIONS);
  }

  @ParameterizedTest
  @EnumSource(names = {"SORS_I", "ADASORS_II"})
  void partsTogetherFollowTheSlopeOfTheLogisticLoss(Algorithm algorithm) {
    Map<String, String> options = new HashMap<>(OPTIONS);
    options.put("loss", "logistic:0.3");
    assertPartsPlayTheRoundsOfTheWholeLearner(algorithm, options);
  }

  private static void assertPartsPlayTheRoundsOfTheWholeLearner(
      Algorithm algorithm, Map<String, String> options) {
    OnlineBilinearLearner whole = algorithm.create(options);
    PartialLearner[] parts = new PartialLearner[PARTS];
    for (int p = 0; p < PARTS; p++) {
      parts[p] = new PartialLearner(algorithm, options);
    }
    long round = 0;
    for (Triplet triplet : triplets(400)) {
      if (++round % 50 == 0) {
        for (int p = 0; p < PARTS; p++) {
          parts[p] = moved(parts[p], algorithm, options);
        }
      }
      double expected = whole.learn(triplet);
      assertThat(play(parts, triplet, round)).as("loss of round %d", round).isEqualTo(expected);
    }

    BilinearModel model = whole.snapshot();
    for (PartialLearner part : parts) {
      part.settle();
      assertThat(part.clock()).isZero();
      part.forEachRow(row -> assertIsRowOf(model, row));
    }
  }

  private static double play(PartialLearner[] parts, Triplet triplet, long round) {
    double[] terms = new double[DIMENSION];
    double[] variances = new double[DIMENSION];
    for (int p = 0; p < PARTS; p++) {
      Triplet part = part(triplet, p);
      double[] ofPart = parts[p].scoreRows(part);
      double[] variancesOfPart = parts[p].rowVariances();
      for (int a = 0; a < ofPart.length; a++) {
        terms[part.query().index(a)] = ofPart[a];
        variances[part.query().index(a)] = variancesOfPart.length == 0 ? 0 : variancesOfPart[a];
      }
    }
    double score = 0;
    double variance = 0;
    for (int i = 0; i < DIMENSION; i++) {
      score += terms[i];
      variance += variances[i];
    }
    double loss = parts[0].loss(score);
    double squaredNorm = difference(triplet).squaredNorm() * triplet.query().squaredNorm();
    for (int p = 0; p < PARTS; p++) {
      if (loss > 0) {
        parts[p].learn(
            part(triplet, p),
            parts[p].stepLength(round, loss, squaredNorm, variance),
            parts[p].stepFactor(loss, variance));
      }
      parts[p].endRound(round);
    }
    return loss;
  }

  private static PartialLearner moved(
      PartialLearner part, Algorithm algorithm, Map<String, String> options) {
    List<MatrixRow> rows = new ArrayList<>();
    part.forEachRow(rows::add);
    PartialLearner other = new PartialLearner(algorithm, options);
    other.setDenseLimit(0);
    other.restore(part.clock(), part.untouchedDiagonal(), rows.iterator());
    return other;
  }

  private static void assertIsRowOf(BilinearModel model, MatrixRow row) {
    float[] expected = new float[DIMENSION];
    for (int j = 0; j < DIMENSION; j++) {
      expected[j] = model.get(row.feature(), j);
    }
    float[] actual = new float[DIMENSION];
    for (int k = 0; k < row.size(); k++) {
      actual[row.columns()[k]] = row.levels()[k];
    }
    actual[row.feature()] = row.diagonal();
    // 0 and -0 are the same entry
    for (int j = 0; j < DIMENSION; j++) {
      actual[j] += 0f;
    }
    assertThat(actual).as("row %d", row.feature()).isEqualTo(expected);
  }

  private static Triplet part(Triplet whole, int number) {
    float[] values = new float[DIMENSION];
    for (int a = 0; a < whole.query().size(); a++) {
      if (whole.query().index(a) % PARTS == number) {
        values[whole.query().index(a)] = whole.query().value(a);
      }
    }
    return new Triplet(SparseVector.ofDense(values), difference(whole), SparseVector.EMPTY);
  }

  private static SparseVector difference(Triplet triplet) {
    float[] values = new float[DIMENSION];
    for (int j = 0; j < DIMENSION; j++) {
      values[j] = triplet.positive().get(j) - triplet.negative().get(j);
    }
    return SparseVector.ofDense(values);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aLearnerGoesOnWithTheRowsOfAnother(Algorithm algorithm) {
    List<Triplet> triplets = triplets(600);
    OnlineBilinearLearner first = algorithm.create(OPTIONS);
    first.learn(triplets.subList(0, 300));
    OnlineBilinearLearner second = algorithm.create(OPTIONS);
    List<MatrixRow> rows = new ArrayList<>();
    first.forEachRow(rows::add);
    second.restore(rows.iterator(), first.untouchedDiagonal(), first.progress());

    first.learn(triplets.subList(300, 600));
    second.learn(triplets.subList(300, 600));

    assertThat(second.progress()).isEqualTo(first.progress());
    BilinearModel expected = first.snapshot();
    BilinearModel actual = second.snapshot();
    assertThat(actual.columnArray()).isEqualTo(expected.columnArray());
    assertThat(actual.valueArray()).isEqualTo(expected.valueArray());
  }

  @Test
  void rowsAreTakenOverBeforeTheFirstRoundOnly() {
    OnlineBilinearLearner learner = Algorithm.SORS_I.create(OPTIONS);
    SparseVector vector = SparseVector.ofDense(1, 2);
    Triplet triplet = new Triplet(vector, vector, SparseVector.EMPTY);
    learner.learn(triplet);
    assertThatThrownBy(
            () -> learner.restore(List.<MatrixRow>of().iterator(), 1, LearningProgress.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("first round");
    PartialLearner part = new PartialLearner(Algorithm.SORS_I, OPTIONS);
    part.learn(triplet, 0.1, 1);
    assertThatThrownBy(() -> part.restore(0, 1, List.<MatrixRow>of().iterator()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("first round");
  }

  @Test
  void aRowRefusesArraysThatDoNotGoTogether() {
    assertThatThrownBy(
            () -> new MatrixRow(3, 1, 0, new int[] {1, 2}, new float[] {1, 2}, new float[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 columns");
  }
}
