package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.Triplet;
import io.github.sors.learn.exactness.LiteralLearner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every learner gives the M of the O(d²) algorithm, whatever the data, schedule and start. */
class LearnersEqualTheLiteralAlgorithmsTest {

  private static final int ROUNDS = 3000;

  private enum Shape {
    /** d = 40, a few features a vector, rows are dense. */
    SPARSE(40, 40, 0.12, true),
    /** The same with hashed rows. */
    SPARSE_HASHED(40, 40, 0.12, true),
    /** Every feature in every vector. */
    DENSE(20, 20, 1, true),
    /** Queries and items with features of their own. */
    RECTANGULAR(17, 41, 0.2, false),
    /** New features turn up all the time. */
    GROWING(45, 45, 0.12, true);

    final int rows;
    final int columns;
    final double density;
    final boolean shared;

    Shape(int rows, int columns, double density, boolean shared) {
      this.rows = rows;
      this.columns = columns;
      this.density = density;
      this.shared = shared;
    }
  }

  record Case(
      Algorithm algorithm,
      Shape shape,
      StepSize eta,
      InitialMatrix start,
      double lambda,
      ShrinkTarget target,
      long seed) {

    OnlineBilinearLearner learner() {
      boolean known = shape == Shape.SPARSE || shape == Shape.DENSE || shape == Shape.RECTANGULAR;
      Map<String, String> options = new HashMap<>();
      options.put("lambda", Double.toString(lambda));
      options.put("eta", eta.toString());
      options.put("delta", "0.3");
      options.put("c", "0.07");
      options.put("r", "0.07");
      options.put("init", start.label());
      options.put("shrink-to", target.label());
      options.put("margin", "1.25");
      options.put("queryDimension", known ? Integer.toString(shape.rows) : "0");
      options.put("itemDimension", known ? Integer.toString(shape.columns) : "0");
      options.put("sharedFeatures", Boolean.toString(shape.shared));
      OnlineBilinearLearner learner = algorithm.create(options);
      if (shape == Shape.SPARSE_HASHED) {
        learner.setDenseLimit(0);
      } else if (shape == Shape.GROWING) {
        learner.setDenseLimit(4000); // outgrown on the way
      }
      return learner;
    }

    LiteralLearner literal() {
      return LiteralLearner.of(learner(), shape.rows, shape.columns);
    }

    Triplet triplet(RandomTriplets triplets, int round) {
      if (shape == Shape.GROWING) {
        int limit = Math.min(shape.rows, 5 + shape.rows * round / ROUNDS);
        return triplets.nextBelow(limit, limit);
      }
      return triplets.next();
    }
  }

  static Stream<Case> cases() {
    List<StepSize> schedules =
        List.of(StepSize.constant(0.05), StepSize.inverseSquareRoot(0.5), StepSize.inverse(2));
    List<Case> cases = new ArrayList<>();
    long seed = 20151114;
    for (Algorithm algorithm : Algorithm.values()) {
      for (Shape shape : Shape.values()) {
        for (StepSize eta : schedules) {
          for (InitialMatrix start : InitialMatrix.values()) {
            for (double lambda : new double[] {1e-3, 0.03}) {
              boolean falls = eta.schedule() != StepSize.Schedule.CONSTANT;
              if (shape.shared || start == InitialMatrix.ZERO) {
                cases.add(
                    new Case(algorithm, shape, eta, start, lambda, ShrinkTarget.ZERO, seed++));
              }
              boolean shrinks = algorithm.optionNames().contains("shrink-to");
              if (shape.shared && shrinks && !falls) {
                cases.add(
                    new Case(
                        algorithm, shape, eta, start, lambda, ShrinkTarget.IDENTITY, 7 + seed));
              }
            }
          }
        }
      }
    }
    return cases.stream();
  }

  /** Every seventh case: all algorithms, shapes, schedules, starts and strengths are among them. */
  static List<Case> someCases() {
    List<Case> all = cases().toList();
    return IntStream.range(0, all.size()).filter(k -> k % 7 == 0).mapToObj(all::get).toList();
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("cases")
  void sameLossesAndSameMatrixInEveryCase(Case testCase) {
    sameLossesAndSameMatrix(testCase);
  }

  @ParameterizedTest
  @MethodSource("someCases")
  void sameLossesAndSameMatrix(Case testCase) {
    OnlineBilinearLearner learner = testCase.learner();
    LiteralLearner literal = testCase.literal();
    Shape shape = testCase.shape;
    RandomTriplets triplets =
        new RandomTriplets(testCase.seed, shape.rows, shape.columns, shape.density);
    long active = 0;
    String difference = "";
    for (int round = 0; round < ROUNDS && difference.isEmpty(); round++) {
      Triplet triplet = testCase.triplet(triplets, round);
      double expected = literal.learn(triplet);
      double loss = learner.learn(triplet);
      active += expected > 0 ? 1 : 0;
      if (!(Math.abs(loss - expected) <= 2e-4 * (1 + Math.abs(expected)))) {
        difference = "round " + round + ": expected a loss of " + expected + ", found " + loss;
      }
    }
    assertThat(difference).as("%s", testCase).isEmpty();
    assertThat(learner.progress().activeRounds()).isEqualTo(active);
    assertThat(active).as("rounds with a loss").isPositive();
    assertThat(literal.relativeError(learner.snapshot())).as("%s", testCase).isLessThan(1e-5);
    assertThat(literal.largestPatternDifference(learner.snapshot()))
        .as("entries that are zero in one only, %s", testCase)
        .isLessThan(1e-6);
  }
}
