package io.github.sors.spark.train;

import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.PartialLearner;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a training that every task needs.
 *
 * @param algorithm the name of the algorithm
 * @param options its options by name
 * @param partitions the number of concurrent partitions
 * @param batchSize the number of rounds that are scored before they are learnt, if model-parallel
 */
public record TrainingPlan(
    String algorithm, Map<String, String> options, int partitions, int batchSize)
    implements Serializable {

  public TrainingPlan {
    // a serializable map, sorted so that it can be compared
    options = new TreeMap<>(options);
  }

  /** All options of the algorithm, with their defaults. */
  public Map<String, String> allOptions() {
    return Learners.create(algorithm, options).options();
  }

  OnlineBilinearLearner newLearner() {
    OnlineBilinearLearner learner = Algorithm.parse(algorithm).create(options);
    learner.setDenseLimit(denseLimit());
    return learner;
  }

  public PartialLearner newPart() {
    PartialLearner part = new PartialLearner(Algorithm.parse(algorithm), options);
    part.setDenseLimit(denseLimit());
    return part;
  }

  /** The memory of a task: tasks share the executor's memory, most of which is for cached rows. */
  private static long denseLimit() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() / (4L * runtime.availableProcessors());
  }
}
