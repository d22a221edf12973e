package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import java.io.Serializable;

/** A sparse vector as two plain arrays, serializable for Spark. */
public final class ShippedVector implements Serializable {

  private static final long serialVersionUID = 1;

  // the last one that was needed; encodings all have the same length
  private static volatile int[] sequence = new int[0];

  // null if they are 0, 1, 2, …
  private final int[] indices;
  private final float[] values;

  public ShippedVector(SparseVector vector) {
    int size = vector.size();
    this.indices = size > 0 && vector.index(size - 1) == size - 1 ? null : vector.indexArray();
    this.values = vector.valueArray();
  }

  /** The number of entries. */
  int size() {
    return values.length;
  }

  public SparseVector vector() {
    return SparseVector.ofTrusted(indices == null ? allIndices(values.length) : indices, values);
  }

  private static int[] allIndices(int size) {
    int[] all = sequence;
    if (all.length != size) {
      all = new int[size];
      for (int index = 0; index < size; index++) {
        all[index] = index;
      }
      sequence = all;
    }
    return all;
  }
}
