package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.io.Serializable;

/** A triplet as plain arrays, with its number in the order of learning. */
public final class NumberedTriplet implements Serializable {

  private static final long serialVersionUID = 1;

  private final long number;
  private final ShippedVector query;
  private final ShippedVector positive;
  private final ShippedVector negative;
  private final double weight;

  NumberedTriplet(
      long number,
      ShippedVector query,
      ShippedVector positive,
      ShippedVector negative,
      double weight) {
    this.number = number;
    this.weight = weight;
    this.query = query;
    this.positive = positive;
    this.negative = negative;
  }

  /** Its number in the order of learning, from 0. */
  public long number() {
    return number;
  }

  public SparseVector query() {
    return query.vector();
  }

  public Triplet triplet() {
    return new Triplet(query.vector(), positive.vector(), negative.vector(), weight);
  }

  /** x⁺ - x⁻, rounded like in the learners. */
  public SparseVector difference() {
    SparseVector left = positive.vector();
    SparseVector right = negative.vector();
    int[] indices = new int[left.size() + right.size()];
    float[] values = new float[indices.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < left.size() || j < right.size()) {
      if (j == right.size() || (i < left.size() && left.index(i) < right.index(j))) {
        indices[count] = left.index(i);
        values[count++] = left.value(i++);
      } else if (i == left.size() || right.index(j) < left.index(i)) {
        indices[count] = right.index(j);
        values[count++] = -right.value(j++);
      } else {
        indices[count] = left.index(i);
        values[count++] = left.value(i++) - right.value(j++);
      }
    }
    return SparseVector.of(
        java.util.Arrays.copyOf(indices, count), java.util.Arrays.copyOf(values, count));
  }
}
