package io.github.sors.spark;

import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.PartialLearner;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is learnt and in how many parts, as every task needs to know it.
 *
 * @param algorithm which learner
 * @param options its options by name
 * @param partitions how many parts work at the same time
 * @param batchSize how many rounds are scored before they are learnt, where the model is in parts
 */
record TrainingPlan(Algorithm algorithm, Map<String, String> options, int partitions, int batchSize)
    implements Serializable {

  TrainingPlan {
    // a map that can be sent, in an order that can be compared
    options = new TreeMap<>(options);
  }

  OnlineBilinearLearner newLearner() {
    OnlineBilinearLearner learner = algorithm.create(options);
    learner.setDenseLimit(denseLimit());
    return learner;
  }

  PartialLearner newPart() {
    PartialLearner part = new PartialLearner(algorithm, options);
    part.setDenseLimit(denseLimit());
    return part;
  }

  /** The tasks of an executor share its memory, which the rows that Spark keeps need most of. */
  private static long denseLimit() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() / (4L * runtime.availableProcessors());
  }
}
