package io.github.sors.spark;

import io.github.sors.spark.input.CachedInput;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows that are not learnt, to measure a model after every slice. */
final class ValidationRows implements AutoCloseable {

  private final CachedInput cache = new CachedInput();
  private final Dataset<Row> rows;
  private final SimilarityEvaluator evaluator;

  ValidationRows(Dataset<Row> selected, SimilarityEvaluator evaluator) {
    this.rows = cache.of(null, selected);
    this.evaluator = evaluator;
  }

  /** The MAP of the rows, each as a query for all others. */
  double map(SorsSimilarityModel model) {
    SorsSimilarityModel expanding =
        model
            .copy(new org.apache.spark.ml.param.ParamMap())
            .setIndicesCol("")
            .setHandleInvalid(SimilarityColumns.ERROR)
            .setOutput(SorsSimilarityModel.EXPANSION)
            .setOutputCol("similarity");
    return evaluator.evaluate(expanding.transform(rows));
  }

  @Override
  public void close() {
    cache.close();
  }
}
