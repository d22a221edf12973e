package io.github.sors.matrix;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.kernel.ShrinkageKernels;
import io.github.sors.matrix.store.ColumnList;
import java.util.Arrays;

/**
 * The triplet that a round works on: the query x, the difference p = x⁺ - x⁻, and the numbers that
 * their features have in the matrix.
 */
final class PreparedTriplet {

  private static final int NONE = -1;
  // larger products are rejected: a sum of their squares would exceed the range of a float
  private static final double LARGEST_PRODUCT = 1e15;

  private static final double LARGEST_ADDEND = 1e30;

  private SparseVector query = SparseVector.EMPTY;
  private int[] rows = new int[0];
  private int[] diagonalPlaces = new int[0];

  private int[] features = new int[0];
  private final ColumnList columns = new ColumnList();
  private float[] values = new float[0];
  private int count;
  private float largestDifference;
  private float largestOfQuery;
  private double largestProduct;
  private double meanDifference;
  private boolean numbered;

  /**
   * Prepares a triplet.
   *
   * @throws IllegalArgumentException if a value is not finite, or so large that the matrix would
   *     not stay finite; no triplet is held then
   */
  void take(Triplet triplet) {
    if (!takeIfValid(triplet)) {
      count = 0;
      query = SparseVector.EMPTY;
      throw new IllegalArgumentException(
          "a triplet with values up to "
              + largestOfQuery
              + " in the query and differences up to "
              + largestDifference
              + " between the items cannot be learnt: expected finite values whose products stay below "
              + LARGEST_PRODUCT
              + "; normalise the vectors");
    }
  }

  /** Prepares a triplet and returns true, or returns false if {@link #take} would throw. */
  boolean takeIfValid(Triplet triplet) {
    numbered = false;
    subtract(triplet.positive(), triplet.negative());
    query = triplet.query();
    largestOfQuery = largestMagnitude(query.valueArray());
    largestProduct = (double) largestOfQuery * largestDifference;
    meanDifference = meanMagnitude(values, count);
    return largestProduct * Math.max(1, triplet.weight()) <= LARGEST_PRODUCT;
  }

  /** Looks up the number of every feature; features without one get the next free number. */
  void number(FeatureNumbering rowNumbers, FeatureNumbering columnNumbers) {
    find(rowNumbers, columnNumbers);
    if (!numbered) {
      columns.number(features, count, columnNumbers);
      for (int a = 0; a < query.size(); a++) {
        rows[a] = rowNumbers.number(query.index(a));
      }
      findDiagonal();
      numbered = true;
    }
  }

  /**
   * Looks up the number of every feature, if all of them have one. Changes no numbering, so that
   * several threads can do it for different triplets.
   */
  void find(FeatureNumbering rowNumbers, FeatureNumbering columnNumbers) {
    if (rows.length < query.size()) {
      rows = new int[query.size() * 3 / 2];
      diagonalPlaces = new int[query.size() * 3 / 2];
    }
    numbered =
        columns.find(features, count, columnNumbers)
            && rowNumbers.findAll(query.indexArray(), query.size(), rows);
    if (numbered) {
      findDiagonal();
    }
  }

  /** Whether the number of every feature is known. */
  boolean isNumbered() {
    return numbered;
  }

  // the next two loops compute what comes first by masks, since a processor can hardly predict it:
  // a triplet of BBC took 1.6 times as long with branches on x86, 1.3 times on ARM

  /** Finds the features of the query among those of the difference. */
  private void findDiagonal() {
    int[] sought = query.indexArray();
    int a = 0;
    int place = 0;
    while (a < sought.length && place < count) {
      int isBefore = (features[place] - sought[a]) >> 31;
      int isBehind = (sought[a] - features[place]) >> 31;
      // -1 if the feature is behind the sought one; one that is before it is overwritten later
      diagonalPlaces[a] = place | isBehind;
      place -= isBefore;
      a += 1 + isBefore;
    }
    Arrays.fill(diagonalPlaces, a, sought.length, NONE);
  }

  private void subtract(SparseVector positive, SparseVector negative) {
    int capacity = positive.size() + negative.size();
    if (features.length < capacity) {
      features = new int[capacity * 3 / 2];
      values = new float[capacity * 3 / 2];
    }
    int[] left = positive.indexArray();
    int[] right = negative.indexArray();
    float[] leftValues = positive.valueArray();
    float[] rightValues = negative.valueArray();
    int largest = 0;
    int i = 0;
    int j = 0;
    int end = 0;
    while (i < left.length && j < right.length) {
      // -1 if the vector has the first of both features, else 0
      int hasLeft = ~((right[j] - left[i]) >> 31);
      int hasRight = ~((left[i] - right[j]) >> 31);
      float value = masked(leftValues[i], hasLeft) - masked(rightValues[j], hasRight);
      features[end] = Math.min(left[i], right[j]);
      values[end] = value;
      largest = Math.max(largest, magnitude(value));
      end += value != 0 ? 1 : 0;
      i -= hasLeft;
      j -= hasRight;
    }
    for (; i < left.length; i++) {
      features[end] = left[i];
      values[end] = leftValues[i];
      largest = Math.max(largest, magnitude(leftValues[i]));
      end += leftValues[i] != 0 ? 1 : 0;
    }
    for (; j < right.length; j++) {
      features[end] = right[j];
      values[end] = -rightValues[j];
      largest = Math.max(largest, magnitude(rightValues[j]));
      end += rightValues[j] != 0 ? 1 : 0;
    }
    count = end;
    largestDifference = Float.intBitsToFloat(largest);
  }

  private static float masked(float value, int mask) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) & mask);
  }

  /** The bits of a magnitude, which are in the order of numbers; that of NaN is the largest. */
  private static int magnitude(float value) {
    return Float.floatToRawIntBits(value) & Integer.MAX_VALUE;
  }

  /** The largest magnitude, or NaN if one of the values is not a number. */
  private static float largestMagnitude(float[] values) {
    int largest = 0;
    for (float value : values) {
      largest = Math.max(largest, magnitude(value));
    }
    return Float.intBitsToFloat(largest);
  }

  private static double meanMagnitude(float[] values, int count) {
    // four independent sums, which the processor computes in parallel
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int k = 0;
    for (; k <= count - 4; k += 4) {
      a += Math.abs(values[k]);
      b += Math.abs(values[k + 1]);
      c += Math.abs(values[k + 2]);
      d += Math.abs(values[k + 3]);
    }
    for (; k < count; k++) {
      a += Math.abs(values[k]);
    }
    return count == 0 ? 0 : ((a + b) + (c + d)) / count;
  }

  /** The number of features of the query. */
  int queryCount() {
    return query.size();
  }

  /** The value of the a-th feature of the query. */
  float queryValue(int a) {
    return query.value(a);
  }

  /** The a-th feature of the query. */
  int queryFeature(int a) {
    return query.index(a);
  }

  /** The row of the a-th feature of the query. */
  int row(int a) {
    return rows[a];
  }

  /**
   * The place of the a-th query feature in the difference, or -1. There, the round touches the
   * diagonal of M.
   */
  int diagonalPlace(int a) {
    return diagonalPlaces[a];
  }

  /** The columns of the difference's features. */
  ColumnList columns() {
    return columns;
  }

  /** The values of the difference, none of them zero. */
  float[] values() {
    return values;
  }

  /** The number of features of the difference. */
  int count() {
    return count;
  }

  /** Sums the scores of the query's rows, in their order. */
  double sum(float[] rowScores) {
    double sum = 0;
    for (int a = 0; a < query.size(); a++) {
      sum += (double) query.value(a) * rowScores[a];
    }
    return sum;
  }

  /** The inner product of the gradients of two triplets, (x·x′)(p·p′). */
  double gradientProduct(PreparedTriplet other) {
    return query.dot(other.query) * differenceProduct(other);
  }

  private double differenceProduct(PreparedTriplet other) {
    if (columns.isLeading() && other.columns.isLeading()) {
      return ShrinkageKernels.dot(values, 0, other.values, Math.min(count, other.count));
    }
    double sum = 0;
    int j = 0;
    for (int i = 0; i < count; i++) {
      while (j < other.count && other.features[j] < features[i]) {
        j++;
      }
      if (j < other.count && other.features[j] == features[i]) {
        sum += (double) values[i] * other.values[j];
      }
    }
    return sum;
  }

  long touchedEntries() {
    return (long) query.size() * count;
  }

  /** The largest |xᵢ pⱼ|. */
  double largestProduct() {
    return largestProduct;
  }

  /** Describes the magnitudes of the values, for error messages. */
  String magnitudes() {
    return "a query of values up to " + largestOfQuery + " and products of up to " + largestProduct;
  }

  /** The typical amount that a step adds to the entries of a row whose query value is x. */
  double addend(float x, double step) {
    return Math.abs(step * x) * meanDifference;
  }

  /** Whether the result of a step of this length along the gradient fits into floats. */
  boolean allows(double step) {
    return Math.abs(step) * largestProduct <= LARGEST_ADDEND
        && Math.abs(step) * largestOfQuery <= Float.MAX_VALUE;
  }

  /** ‖x pᵀ‖². */
  double squaredGradientNorm() {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += (double) values[k] * values[k];
    }
    return sum * query.squaredNorm();
  }
}
