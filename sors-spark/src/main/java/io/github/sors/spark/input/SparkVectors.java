package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;

/** Converts vectors of Spark ML to those of the learners, and back. */
public final class SparkVectors {

  private SparkVectors() {}

  /**
   * Converts a vector to single precision, without zeros.
   *
   * @throws IllegalArgumentException if a value is not finite as a float
   */
  public static SparseVector toSparse(Vector vector) {
    int count = vector.numNonzeros();
    int[] indices = new int[count];
    float[] values = new float[count];
    if (vector instanceof org.apache.spark.ml.linalg.SparseVector sparse) {
      int kept = 0;
      for (int k = 0; k < sparse.indices().length; k++) {
        if (sparse.values()[k] != 0) {
          indices[kept] = sparse.indices()[k];
          values[kept++] = (float) sparse.values()[k];
        }
      }
    } else {
      double[] dense = vector.toArray();
      int kept = 0;
      for (int j = 0; j < dense.length; j++) {
        if (dense[j] != 0) {
          indices[kept] = j;
          values[kept++] = (float) dense[j];
        }
      }
    }
    return SparseVector.of(indices, values);
  }

  /** The same vector for Spark, of the given size. */
  public static Vector toSpark(SparseVector vector, int size) {
    double[] values = new double[vector.size()];
    for (int k = 0; k < values.length; k++) {
      values[k] = vector.value(k);
    }
    return Vectors.sparse(size, vector.indexArray().clone(), values);
  }

  /** The values of an encoding. */
  public static Vector dense(float[] encoding) {
    double[] values = new double[encoding.length];
    for (int j = 0; j < values.length; j++) {
      values[j] = encoding[j];
    }
    return Vectors.dense(values);
  }
}
