package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import java.io.Serializable;
import org.apache.spark.ml.linalg.Vector;

/** The normalisation of a model, serializable for tasks. */
public final class ShippedNormalization implements Serializable {

  private static final long serialVersionUID = 1;

  private final String chain;
  private final float[] featureWeights;
  private transient Normalization normalization;

  public ShippedNormalization(String chain, float[] featureWeights) {
    this.chain = chain;
    this.featureWeights = featureWeights;
  }

  /** The normalised vector. */
  public SparseVector apply(Vector vector) {
    if (vector == null) {
      throw new InvalidInputException(
          "expected a vector, found null: drop such rows, for example with na().drop()");
    }
    if (normalization == null) {
      normalization = Normalization.restore(chain, featureWeights);
    }
    return normalization.apply(SparkVectors.toSparse(vector));
  }
}
