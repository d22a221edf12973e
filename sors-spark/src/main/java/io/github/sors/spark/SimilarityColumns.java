package io.github.sors.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The params that the estimator copies to its model: the columns of transform. */
public interface SimilarityColumns extends Params {

  Param<String> featuresCol();

  Param<String> itemCol();

  Param<String> outputCol();

  Param<String> output();

  /** The column of the vectors that are the queries. */
  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  /** The column of the items, for scoring pairs. */
  default String getItemCol() {
    return getOrDefault(itemCol());
  }

  /** The column that the model writes. */
  default String getOutputCol() {
    return getOrDefault(outputCol());
  }

  /** What the model writes: {@code expansion}, {@code score} or {@code neighbours}. */
  default String getOutput() {
    return getOrDefault(output());
  }
}
