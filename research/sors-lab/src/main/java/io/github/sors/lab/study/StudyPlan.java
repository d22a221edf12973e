package io.github.sors.lab.study;

import io.github.sors.tune.Method;
import java.util.List;
import java.util.Objects;

/**
 * The data, the methods and the settings of a study.
 *
 * <p>Threads: immutable. Failures: settings below 1 throw {@link IllegalArgumentException}, null
 * {@link NullPointerException}.
 *
 * @param data the data sets
 * @param methods the methods, in the order of the table
 * @param splits how many random splits into training and test rows are averaged
 * @param rounds the rounds of a training
 * @param seed the seed of the first split and its triplets; it increases by one per split
 * @param parameters where the parameters of the methods come from
 * @param tradeOff whether the weight of the L1 norm is varied, for MAP against sparsity
 * @param queryTimes whether the time of many queries is measured
 * @param jobs how many trainings run at a time, each on an equal share of the processors
 * @param memory the bytes that all trainings together may take for their matrices
 * @param timeLimit the seconds that a training may take
 */
public record StudyPlan(
    List<StudyData> data,
    List<Method> methods,
    int splits,
    long rounds,
    long seed,
    ParameterSource parameters,
    boolean tradeOff,
    boolean queryTimes,
    int jobs,
    long memory,
    double timeLimit) {

  /** The share of every class that is for the test, as in the paper. */
  public static final double HOLDOUT = 0.3;

  /** Where parameters come from. */
  public enum ParameterSource {
    /** The paper, for the data sets that it gives any for; else they are the defaults. */
    PAPER,
    /** The defaults, on every data set. */
    DEFAULTS,
    /** They are chosen on the training rows of each split. */
    TUNING
  }

  public StudyPlan {
    Objects.requireNonNull(parameters, "parameters");
    data = List.copyOf(data);
    methods = List.copyOf(methods);
    if (splits < 1 || rounds < 1 || jobs < 1 || memory < 1 || !(timeLimit > 0)) {
      throw new IllegalArgumentException(
          "expected at least one split, iteration, job, byte and second");
    }
  }

  /** Whether parameters are chosen on the training rows of each split. */
  public boolean tuned() {
    return parameters == ParameterSource.TUNING;
  }

  /** The seed of a split, from 1. */
  public long seedOf(int split) {
    return seed + split - 1;
  }

  /** The threads of each training. */
  public int threads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / jobs);
  }
}
