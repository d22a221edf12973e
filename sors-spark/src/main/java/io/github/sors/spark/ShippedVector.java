package io.github.sors.spark;

import io.github.sors.SparseVector;
import java.io.Serializable;

/** A sparse vector as two plain arrays, serializable for Spark. */
final class ShippedVector implements Serializable {

  private static final long serialVersionUID = 1;

  private final int[] indices;
  private final float[] values;

  ShippedVector(SparseVector vector) {
    this.indices = vector.indexArray();
    this.values = vector.valueArray();
  }

  SparseVector vector() {
    return SparseVector.ofTrusted(indices, values);
  }
}
