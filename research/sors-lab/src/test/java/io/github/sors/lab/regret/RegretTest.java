package io.github.sors.lab.regret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.Normalization;
import io.github.sors.data.Dataset;
import io.github.sors.figure.Figure;
import io.github.sors.learn.Algorithm;
import io.github.sors.tune.SampleRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RegretTest {

  private static final Dataset ROWS = SampleRows.of(21, 90, 8, 2).map(Normalization.L2::apply);

  private static double[] identity(int dimension) {
    double[] identity = new double[dimension * dimension];
    for (int i = 0; i < dimension; i++) {
      identity[i * (dimension + 1)] = 1;
    }
    return identity;
  }

  @Test
  void noMatrixIsBetterThanTheCertificateSays() {
    TripletSequence triplets = new TripletSequence(ROWS, 8, 200, 1);
    long seed = 5;
    SplittableRandom random = new SplittableRandom(seed);
    for (boolean diagonalFree : new boolean[] {false, true}) {
      HindsightProblem problem =
          new HindsightProblem(triplets, 200, 1e-3, diagonalFree, 25, identity(8));
      HindsightProblem.Solution solution = problem.solve(1e-4);

      assertThat(solution.gap()).isBetween(-1e-9, 1e-4 * solution.objective());
      assertThat(solution.insideBox()).isTrue();
      assertThat(problem.objective(solution.matrix())).isEqualTo(solution.objective());
      // convex: if no small step in any direction improves it by more than the gap, none does
      for (int k = 0; k < 300; k++) {
        double[] other = solution.matrix().clone();
        double size = Math.pow(10, -4 * random.nextDouble());
        for (int entry = 0; entry < other.length; entry++) {
          other[entry] += size * (random.nextDouble() - 0.5);
        }
        assertThat(problem.objective(other))
            .as("seed %s, step %s", seed, k)
            .isGreaterThanOrEqualTo(solution.lowerBound());
      }
    }
  }

  @Test
  void aProblemThatCanBeSolvedByHandIs() {
    // one triplet in one feature: min over m of [1 - m x p]₊ + λ|m|, x p = c; the best is m = 1/c
    // with λ/c if λ < c, else m = 0 with 1
    Dataset one =
        new Dataset(
            "one",
            List.of(vector(1), vector(3), vector(0.5f), vector(0.5f)),
            new int[] {0, 0, 1, 1},
            List.of("a", "b"),
            List.of(),
            List.of());
    TripletSequence triplets = null;
    // a seed whose first triplet has x = 1, x+ = 3, x- = 0.5
    for (long seed = 0; triplets == null; seed++) {
      TripletSequence drawn = new TripletSequence(one, 1, 1, seed);
      triplets = drawn.score(0, new double[] {1}) == 2.5 ? drawn : null;
    }

    HindsightProblem.Solution cheap =
        new HindsightProblem(triplets, 1, 0.5, false, 25, new double[] {1}).solve(1e-6);
    HindsightProblem.Solution dear =
        new HindsightProblem(triplets, 1, 4, false, 25, new double[] {1}).solve(1e-6);

    assertThat(cheap.objective()).isCloseTo(0.5 / 2.5, within(1e-5));
    assertThat(cheap.matrix()[0]).isCloseTo(1 / 2.5, within(1e-4));
    assertThat(dear.objective()).isCloseTo(1, within(1e-5));
  }

  private static io.github.sors.SparseVector vector(float value) {
    return io.github.sors.SparseVector.ofDense(new float[] {value});
  }

  @Test
  void regretsStayWithinTheirBoundsAndFall() throws IOException {
    for (boolean fromIdentity : new boolean[] {true, false}) {
      RegretStudy.Settings settings =
          new RegretStudy.Settings(
              List.of(250, 500, 1000, 2000), 1e-3, 0.1, fromIdentity, 3, 0.005, 2);
      List<RegretStudy.Outcome> outcomes = RegretStudy.run(ROWS, settings);

      assertThat(outcomes).hasSize(16).allMatch(RegretStudy.Outcome::holds);
      assertThat(outcomes).allMatch(outcome -> outcome.regretIsAtMost() >= outcome.regret());
      for (Algorithm algorithm : RegretStudy.ALGORITHMS) {
        List<RegretStudy.Outcome> own =
            outcomes.stream().filter(outcome -> outcome.algorithm() == algorithm).toList();
        assertThat(own)
            .extracting(RegretStudy.Outcome::rounds)
            .containsExactly(250, 500, 1000, 2000);
        assertThat(RegretStudy.exponent(own)).as(algorithm.title()).isLessThan(-0.35);
      }
      List<Figure> figures = RegretFigures.of("sample", outcomes);
      assertThat(figures).hasSize(2);
      assertThat(figures.get(1).series())
          .extracting(Figure.Series::title)
          .containsExactly(
              "AdaSORS-I",
              "falling as 1/√T",
              "bound of AdaSORS-I",
              "AdaSORS-II",
              "bound of AdaSORS-II");
    }
  }

  @Test
  void theExponentIsTheSlope() {
    List<RegretStudy.Outcome> outcomes = new ArrayList<>();
    for (int rounds : new int[] {100, 400, 1600}) {
      outcomes.add(
          new RegretStudy.Outcome(
              Algorithm.SORS_I, rounds, 0.1, 10 * Math.sqrt(rounds), 0, 0, 1e9, true));
    }
    assertThat(RegretStudy.exponent(outcomes)).isCloseTo(-0.5, within(1e-12));
  }

  @Test
  void theMostFrequentFeaturesAreKept() {
    Dataset rows = SampleRows.of(9, 40, 30, 2);
    int[] frequencies = new int[30];
    rows.vectors()
        .forEach(
            vector -> {
              for (int k = 0; k < vector.size(); k++) {
                frequencies[vector.index(k)]++;
              }
            });

    Dataset reduced = FrequentFeatures.of(rows, 5);

    assertThat(reduced.dimension()).isEqualTo(5);
    int[] sorted = frequencies.clone();
    java.util.Arrays.sort(sorted);
    int kept = sorted[29] + sorted[28] + sorted[27] + sorted[26] + sorted[25];
    assertThat(reduced.nonZeros()).isEqualTo(kept);
  }
}
