package io.github.sors;

import java.util.Arrays;

/**
 * An immutable sparse vector: strictly ascending indices and their non-zero, finite values.
 *
 * <p>Values are single precision, like models; sums are computed in double precision. A vector has
 * no fixed length: the value at every index that is not stored is zero.
 *
 * <p>Threads: immutable, so long as nobody writes to the arrays that it gives away. Failures:
 * indices that do not ascend, and values that are not finite or become so by scaling, throw {@link
 * IllegalArgumentException}; {@link #ofTrusted} checks nothing.
 */
public final class SparseVector {

  /** The vector without any entry. */
  public static final SparseVector EMPTY = new SparseVector(new int[0], new float[0]);

  /** The largest index that a vector may hold, so that a dimension still fits an {@code int}. */
  public static final int MAXIMUM_INDEX = Integer.MAX_VALUE - 9;

  // 0, 1, 2, …, of the length that was asked for last: all rows of embeddings share it
  private static volatile int[] counting = {};

  private final int[] indices;
  private final float[] values;

  private SparseVector(int[] indices, float[] values) {
    this.indices = indices;
    this.values = values;
  }

  /**
   * Returns a vector of the given entries; entries whose value is zero are left out.
   *
   * @param indices strictly ascending, from 0 to {@link #MAXIMUM_INDEX}
   * @param values finite, as many as there are indices
   * @throws IllegalArgumentException if the arrays violate these conditions
   */
  public static SparseVector of(int[] indices, float[] values) {
    if (indices.length != values.length) {
      throw new IllegalArgumentException(
          "expected as many values as indices, found "
              + indices.length
              + " indices and "
              + values.length
              + " values");
    }
    int previous = -1;
    int nonZeros = 0;
    for (int k = 0; k < indices.length; k++) {
      if (indices[k] <= previous || indices[k] > MAXIMUM_INDEX) {
        throw new IllegalArgumentException(
            "expected strictly ascending indices from 0 to "
                + MAXIMUM_INDEX
                + ", found "
                + indices[k]
                + (k == 0 ? " first" : " after " + previous));
      }
      if (!Float.isFinite(values[k])) {
        throw new IllegalArgumentException(
            "expected finite values, found " + values[k] + " at index " + indices[k]);
      }
      previous = indices[k];
      nonZeros += values[k] != 0 ? 1 : 0;
    }
    if (nonZeros > 0 && nonZeros == indices.length && previous == nonZeros - 1) {
      return new SparseVector(counting(nonZeros), values.clone());
    }
    int[] keptIndices = new int[nonZeros];
    float[] keptValues = new float[nonZeros];
    int kept = 0;
    for (int k = 0; k < indices.length; k++) {
      if (values[k] != 0) {
        keptIndices[kept] = indices[k];
        keptValues[kept++] = values[k];
      }
    }
    return new SparseVector(keptIndices, keptValues);
  }

  /**
   * Returns the vector whose entry {@code i} is {@code values[i]}; zeros are not stored. Vectors of
   * one length without zeros share their indices, and so take 4 bytes per number.
   */
  public static SparseVector ofDense(float... values) {
    return of(counting(values.length), values);
  }

  /** The indices of a vector without zeros. */
  private static int[] counting(int length) {
    int[] latest = counting;
    if (latest.length == length) {
      return latest;
    }
    int[] indices = new int[length];
    Arrays.setAll(indices, i -> i);
    counting = indices;
    return indices;
  }

  /**
   * Returns a vector over the given arrays, without copying or checking them.
   *
   * <p>For callers that know the arrays to meet the conditions of {@link #of} and to contain no
   * zeros; use {@link #of} if in doubt.
   */
  public static SparseVector ofTrusted(int[] indices, float[] values) {
    SparseVector vector = new SparseVector(indices, values);
    assert vector.equals(of(indices, values)) : "not a sparse vector: " + vector;
    return vector;
  }

  /** The number of stored entries. */
  public int size() {
    return indices.length;
  }

  /** The index of the {@code k}-th stored entry. */
  public int index(int k) {
    return indices[k];
  }

  /** The value of the {@code k}-th stored entry. */
  public float value(int k) {
    return values[k];
  }

  /** The value at an index; 0 if none is stored. */
  public float get(int index) {
    int k = Arrays.binarySearch(indices, index);
    return k < 0 ? 0 : values[k];
  }

  /** One more than the largest stored index; 0 for the empty vector. */
  public int dimension() {
    return indices.length == 0 ? 0 : indices[indices.length - 1] + 1;
  }

  /** The array of indices itself, for hot loops; must not be modified. */
  public int[] indexArray() {
    return indices;
  }

  /** The array of values itself, for hot loops; must not be modified. */
  public float[] valueArray() {
    return values;
  }

  /** The inner product with another vector. */
  public double dot(SparseVector other) {
    double sum = 0;
    int i = 0;
    int j = 0;
    while (i < indices.length && j < other.indices.length) {
      int difference = Integer.compare(indices[i], other.indices[j]);
      if (difference == 0) {
        sum += (double) values[i++] * other.values[j++];
      } else if (difference < 0) {
        i++;
      } else {
        j++;
      }
    }
    return sum;
  }

  /** The square of the Euclidean length. */
  public double squaredNorm() {
    double sum = 0;
    for (float value : values) {
      sum += (double) value * value;
    }
    return sum;
  }

  /**
   * This vector with every value multiplied by a factor; values that become zero are not stored.
   */
  public SparseVector scaled(double factor) {
    float[] scaled = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      scaled[k] = (float) (values[k] * factor);
    }
    return of(indices, scaled);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseVector that
        && Arrays.equals(indices, that.indices)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(indices) + Arrays.hashCode(values);
  }

  /** Up to ten entries as {@code {index:value, …}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int k = 0; k < indices.length && k < 10; k++) {
      text.append(k == 0 ? "" : ", ").append(indices[k]).append(':').append(values[k]);
    }
    return text.append(indices.length > 10 ? ", … " + indices.length + " entries}" : "}")
        .toString();
  }
}
