package io.github.sors.embedding;

import io.github.sors.kernel.EmbeddingKernels;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;

/**
 * A square matrix M, row after row, and its product with queries. A learner changes its numbers; an
 * {@link Adapter} is made of a copy.
 *
 * <p>Threads: any thread may read while nobody changes the numbers.
 */
public final class QueryMatrix {

  // below this length, Mᵀq has no direction
  private static final double LEAST_LENGTH = 1e-6;

  private final int dimension;
  private final float[] values;
  // the rows of M for kernels that take rows
  private final float[][] rows;
  private final int[] offsets;

  /** Creates a matrix over an array, which is used as it is. */
  public QueryMatrix(int dimension, float[] values) {
    this.dimension = dimension;
    this.values = values;
    rows = new float[dimension][];
    Arrays.fill(rows, values);
    offsets = new int[dimension];
    Arrays.setAll(offsets, row -> row * dimension);
  }

  /** Returns the identity. */
  public static QueryMatrix identity(int dimension) {
    float[] values = new float[Math.multiplyExact(dimension, dimension)];
    for (int k = 0; k < dimension; k++) {
      values[k * dimension + k] = 1;
    }
    return new QueryMatrix(dimension, values);
  }

  /** The numbers themselves, row after row. */
  public float[] values() {
    return values;
  }

  /** Returns norm(Mᵀq), or q if Mᵀq is zero. */
  public float[] transformed(float[] query) {
    float[] moved = new float[dimension];
    double length = transform(query, moved, 0);
    return length == 0 ? query : moved;
  }

  /**
   * Writes norm(Mᵀq) to a position, or q if Mᵀq is zero.
   *
   * @return the length of Mᵀq; 0 if it is zero
   */
  public double transform(float[] query, float[] moved, int at) {
    Arrays.fill(moved, at, at + dimension, 0);
    addRows(query, 0, dimension, moved, at);
    double length = Math.sqrt(EmbeddingKernels.dot(moved, at, moved, at, dimension));
    if (!(length > LEAST_LENGTH)) {
      System.arraycopy(query, 0, moved, at, dimension);
      return 0;
    }
    float scale = (float) (1 / length);
    for (int k = at; k < at + dimension; k++) {
      moved[k] *= scale;
    }
    return length;
  }

  /** Adds rows of M, weighted by the numbers of a query. */
  private void addRows(float[] query, int firstRow, int lastRow, float[] sum, int at) {
    int row = firstRow;
    for (; row <= lastRow - 4; row += 4) {
      EncoderKernels.addFour(sum, at, query, row, rows, offsets, 0, dimension);
    }
    for (; row < lastRow; row++) {
      EncoderKernels.add(sum, at, query[row], values, offsets[row], dimension);
    }
  }
}
