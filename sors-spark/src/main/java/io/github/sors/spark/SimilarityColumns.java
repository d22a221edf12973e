package io.github.sors.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/** The params that the estimator copies to its model: the columns of transform. */
public interface SimilarityColumns extends Params {

  /** Invalid rows end the job. */
  String ERROR = "error";

  /** Invalid rows are left out. */
  String SKIP = "skip";

  /** Invalid rows get null as output. */
  String KEEP = "keep";

  Param<String> featuresCol();

  Param<String> indicesCol();

  Param<String> handleInvalid();

  Param<String> itemCol();

  Param<String> outputCol();

  Param<String> output();

  /** The column of the vectors that are the queries. */
  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  /** The column of the indices, if {@code featuresCol} has the values alone; else empty. */
  default String getIndicesCol() {
    return getOrDefault(indicesCol());
  }

  /**
   * What happens to rows without a valid vector: {@code error}, {@code skip}, or {@code keep}, with
   * null as output.
   */
  default String getHandleInvalid() {
    return getOrDefault(handleInvalid());
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

  /** The param for invalid rows. */
  static Param<String> handleInvalidParam(Params stage) {
    return new Param<>(
        stage,
        "handleInvalid",
        "what to do with rows without a valid vector: error, skip or keep, with null as output;"
            + " a training skips what it should keep",
        CheckedValue.oneOf("handleInvalid", ERROR, SKIP, KEEP));
  }
}
