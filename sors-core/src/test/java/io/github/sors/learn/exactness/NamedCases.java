package io.github.sors.learn.exactness;

import io.github.sors.learn.Algorithm;
import io.github.sors.learn.exactness.StreamShape.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The streams that once were too long or too extreme for the learners. */
public final class NamedCases {

  private static final long ROUNDS = 1_000_000;

  private NamedCases() {}

  /** All of them, of a million rounds each. */
  public static List<LearnerCase> all() {
    StreamShape classes = StreamShape.of(Pattern.CLASSES, 3);
    StreamShape counts = classes.withScales(40, 40);
    StreamShape large = StreamShape.of(Pattern.ONE_HOT, 3).withScales(200, 200);
    StreamShape diagonal = StreamShape.of(Pattern.DIAGONAL, 3);
    StreamShape constant = StreamShape.of(Pattern.CONSTANT, 2).withScales(1.1, 1);
    List<LearnerCase> cases = new ArrayList<>();
    // cancellation in the variances
    add(cases, "aroma-exact-r-0.01", Algorithm.AROMA, "r=0.01 covariance=exact", counts);
    add(cases, "aroma-exact-r-0.1", Algorithm.AROMA, "r=0.1 covariance=exact", counts);
    add(cases, "aroma-projected-200", Algorithm.AROMA, "r=10 covariance=projected", large);
    add(
        cases,
        "aroma-projected-diagonal",
        Algorithm.AROMA,
        "r=10 init=zero",
        diagonal.withScales(200, 200));
    // levels that have to settle
    add(cases, "settle-diagonal", Algorithm.SORS_I, "lambda=0.05 eta=0.1", diagonal);
    add(cases, "settle-adaptive-diagonal", Algorithm.ADASORS_I, "lambda=0.05 eta=0.1", diagonal);
    add(
        cases,
        "settle-degenerate-64",
        Algorithm.SORS_I,
        "lambda=0.05 eta=0.1",
        classes.withDegenerateEvery(64));
    add(
        cases,
        "settle-one-hot",
        Algorithm.SORS_I,
        "lambda=0.05 eta=0.1",
        StreamShape.of(Pattern.WIDE_ONE_HOT, 3));
    add(
        cases,
        "settle-to-identity",
        Algorithm.SORS_I,
        "lambda=0.05 eta=0.1 shrink-to=identity",
        diagonal);
    add(
        cases,
        "settle-adaptive-to-identity",
        Algorithm.ADASORS_II,
        "lambda=0.05 eta=0.1 shrink-to=identity",
        classes);
    // sums of squares that have to grow
    StreamShape largeFirst = StreamShape.of(Pattern.LARGE_FIRST, 3).withScales(1, 0.2);
    for (Algorithm algorithm : List.of(Algorithm.ADASORS_I, Algorithm.ADASORS_II)) {
      String name = algorithm.label();
      add(cases, name + "-large-first", algorithm, "margin=1e6", largeFirst);
      add(cases, name + "-unit-gradients", algorithm, "margin=1e9", constant);
    }
    // steps that become small, and steps that are small
    for (Algorithm algorithm :
        List.of(Algorithm.SORS_I, Algorithm.ADASORS_II, Algorithm.ONLINE_GRADIENT_DESCENT)) {
      String name = algorithm.label();
      String lambda = algorithm == Algorithm.ONLINE_GRADIENT_DESCENT ? "" : "lambda=0.001 ";
      add(cases, name + "-inverse", algorithm, lambda + "eta=1/t margin=100", classes);
      add(cases, name + "-inverse-root", algorithm, lambda + "eta=0.3/sqrt(t) margin=10", classes);
    }
    add(cases, "sors-1-tiny-steps", Algorithm.SORS_I, "lambda=1e-3 eta=1e-4", classes);
    add(cases, "ogd-tiny-steps", Algorithm.ONLINE_GRADIENT_DESCENT, "eta=1e-4", classes);
    add(cases, "oasis-tiny-steps", Algorithm.OASIS, "c=1e-4", classes);
    // slopes that become small
    add(cases, "sors-1-logistic", Algorithm.SORS_I, "lambda=1e-3 loss=logistic:0.1", classes);
    add(cases, "adasors-2-logistic", Algorithm.ADASORS_II, "loss=logistic:0.5 delta=1", classes);
    // products of finite numbers that are not finite
    StreamShape extreme = StreamShape.of(Pattern.EXTREME, 3);
    add(cases, "sors-1-overflow", Algorithm.SORS_I, "eta=10", extreme);
    add(cases, "ogd-overflow", Algorithm.ONLINE_GRADIENT_DESCENT, "eta=10", extreme);
    add(cases, "adasors-1-overflow", Algorithm.ADASORS_I, "eta=10", extreme);
    return cases;
  }

  private static void add(
      List<LearnerCase> cases,
      String name,
      Algorithm algorithm,
      String options,
      StreamShape stream) {
    Map<String, String> byName = new HashMap<>();
    for (String option : options.split(" ", -1)) {
      int equals = option.indexOf('=');
      byName.put(option.substring(0, equals), option.substring(equals + 1));
    }
    cases.add(new LearnerCase(name, algorithm, byName, stream, 20151114, ROUNDS, true));
  }
}
