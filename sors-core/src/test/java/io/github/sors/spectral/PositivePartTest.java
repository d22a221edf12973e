package io.github.sors.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelExport;
import io.github.sors.io.ModelFile;
import io.github.sors.search.Explanation;
import io.github.sors.search.RandomModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PositivePartTest {

  private static final int DIMENSION = 20;

  private static BilinearModel random(long seed, double density) {
    return RandomModels.model(
        new Random(seed), DIMENSION, DIMENSION, density, random -> (float) random.nextGaussian());
  }

  private static SparseVector vector(Random random) {
    return RandomModels.vector(random, DIMENSION, 0.5, drawn -> (float) drawn.nextGaussian());
  }

  private static double form(BilinearModel model, SparseVector x, SparseVector y) {
    double sum = 0;
    for (int i = 0; i < DIMENSION; i++) {
      for (int j = 0; j < DIMENSION; j++) {
        sum += (double) x.get(i) * model.get(i, j) * y.get(j);
      }
    }
    return sum;
  }

  /**
   * Dykstra-like judge without eigenvalues: P is the positive part of A if and only if P and P - A
   * are positive semi-definite and P(P - A) = 0.
   */
  @Test
  void isPositiveAndOrthogonalToWhatWasClipped() {
    for (int seed = 0; seed < 30; seed++) {
      BilinearModel model = random(seed, 0.1 + seed / 40.0);
      BilinearModel positive = PositivePart.cosine(model, 1);
      double[][] p = new double[DIMENSION][DIMENSION];
      double[][] clipped = new double[DIMENSION][DIMENSION];
      for (int i = 0; i < DIMENSION; i++) {
        for (int j = 0; j < DIMENSION; j++) {
          p[i][j] = positive.get(i, j);
          clipped[i][j] = p[i][j] - (model.get(i, j) + model.get(j, i)) / 2.0;
        }
      }
      for (int i = 0; i < DIMENSION; i++) {
        for (int j = 0; j < DIMENSION; j++) {
          double product = 0;
          for (int k = 0; k < DIMENSION; k++) {
            product += p[i][k] * clipped[k][j];
          }
          assertThat(product).as("seed %d", seed).isCloseTo(0, within(1e-4));
        }
      }
      Random random = new Random(seed);
      for (int draw = 0; draw < 50; draw++) {
        double[] x = random.doubles(DIMENSION, -1, 1).toArray();
        assertThat(quadratic(p, x)).isGreaterThan(-1e-5);
        assertThat(quadratic(clipped, x)).isGreaterThan(-1e-5);
      }
    }
  }

  private static double quadratic(double[][] matrix, double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        sum += x[i] * matrix[i][j] * x[j];
      }
    }
    return sum;
  }

  @Test
  void scoresAreCosinesHoweverTheyAreAskedFor() {
    BilinearModel cosine = PositivePart.cosine(random(3, 0.4), 2);
    Random random = new Random(4);
    for (int draw = 0; draw < 20; draw++) {
      SparseVector query = vector(random);
      List<SparseVector> items = Stream.generate(() -> vector(random)).limit(5).toList();
      Similarity.NumberedScorer prepared = cosine.prepare(items).scorerFor(query);
      for (int k = 0; k < items.size(); k++) {
        SparseVector item = items.get(k);
        double expected =
            form(cosine, query, item)
                / Math.sqrt(form(cosine, query, query) * form(cosine, item, item));
        double score = cosine.score(query, item);
        assertThat(score).isCloseTo(expected, within(1e-9)).isBetween(-1.000001, 1.000001);
        assertThat(cosine.scorerFor(query).score(item)).isEqualTo(score);
        assertThat(prepared.score(k)).isEqualTo(score);
        Explanation explanation = Explanation.of(cosine, query, item, 1000);
        double sum = explanation.pairs().stream().mapToDouble(Explanation.Pair::contribution).sum();
        assertThat(sum).isCloseTo(score, within(1e-9));
      }
    }
  }

  @Test
  void whatHasNoLengthScoresZero() {
    BilinearModel cosine = PositivePart.cosine(random(3, 0.4), 1);
    SparseVector some = vector(new Random(1));
    assertThat(cosine.score(some, SparseVector.EMPTY)).isZero();
    assertThat(cosine.score(SparseVector.EMPTY, some)).isZero();
    assertThat(Explanation.of(cosine, some, SparseVector.EMPTY, 1000).pairs()).isEmpty();
  }

  @Test
  void featuresWithoutPartnersKeepWhatIsPositiveOnTheDiagonal() {
    BilinearModel diagonal =
        BilinearModel.ofRows(
            4, 4, new long[] {0, 1, 2, 2, 3}, new int[] {0, 1, 3}, new float[] {2, -1, 0.5f});
    BilinearModel cosine = PositivePart.cosine(diagonal, 1);
    assertThat(cosine.columnArray()).containsExactly(0, 3);
    assertThat(cosine.valueArray()).containsExactly(2, 0.5f);
    assertThat(PositivePart.cosine(cosine, 1)).isSameAs(cosine);
  }

  @Test
  void theIdentityGivesThePlainCosine() {
    SparseVector x = SparseVector.ofDense(3, 4);
    SparseVector y = SparseVector.ofDense(1, 0);
    BilinearModel identity =
        BilinearModel.ofRows(2, 2, new long[] {0, 1, 2}, new int[] {0, 1}, new float[] {1, 1});
    assertThat(PositivePart.cosine(identity, 1).score(x, y)).isCloseTo(0.6, within(1e-12));
  }

  @Test
  void isWrittenAndReadAndExportedAsACosine(@TempDir Path folder) throws IOException {
    BilinearModel model =
        random(9, 0.3).withProvenance(new Provenance("sors-1", Map.of(), 7, Map.of(), "test"));
    BilinearModel cosine = PositivePart.cosine(model, 1);
    Path file = folder.resolve("m.sors");
    ModelFile.write(cosine, file);
    BilinearModel read = ModelFile.readMatrix(file);
    assertThat(read.form()).isEqualTo(BilinearModel.Form.COSINE);
    assertThat(read.provenance().rounds()).isEqualTo(7);
    assertThat(read.valueArray()).isEqualTo(cosine.valueArray());
    Path exported = folder.resolve("m.mtx");
    ModelExport.writeMatrixMarket(read, exported);
    assertThat(Files.readString(exported)).contains("x'My / sqrt(x'Mx y'My)");
    assertThatThrownBy(() -> WeightedQuery.expand(read, vector(new Random(1))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("learnt cosine (sors-1)");
  }

  @Test
  void refusesTooManyFeaturesAndSaysWhatTheyWouldTake() {
    assertThatThrownBy(() -> PositivePart.requireRoomFor(10_000))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("10000 features take 2670 MiB: expected at most 6000 features");
  }

  @Test
  void refusesAMatrixThatIsNotSquare() {
    BilinearModel wide =
        BilinearModel.ofRows(1, 2, new long[] {0, 1}, new int[] {1}, new float[] {1});
    assertThatThrownBy(() -> PositivePart.cosine(wide, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found 1 x 2");
  }
}
