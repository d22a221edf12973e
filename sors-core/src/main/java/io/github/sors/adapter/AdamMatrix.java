package io.github.sors.adapter;

import io.github.sors.embedding.QueryMatrix;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.kernel.EmbeddingKernels;
import io.github.sors.kernel.EncoderKernels;
import io.github.sors.parallel.Workers;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * A matrix M that starts at the identity and is moved by Adam (Kingma and Ba, <i>Adam: a method for
 * stochastic optimization</i>, ICLR 2015). A step costs O(n d²) for n queries.
 */
final class AdamMatrix {

  private static final int ROWS_PER_TASK = 32;

  private final int dimension;
  private final QueryMatrix matrix;
  private final float[] means;
  private final float[] squares;
  private long steps;

  AdamMatrix(int dimension) {
    this.dimension = dimension;
    matrix = QueryMatrix.identity(dimension);
    means = new float[matrix.values().length];
    squares = new float[matrix.values().length];
  }

  QueryMatrix matrix() {
    return matrix;
  }

  /** The steps so far. */
  long steps() {
    return steps;
  }

  /**
   * Moves M against the sum of q gᵀ over some queries and λ‖M - I‖².
   *
   * @param gradients g of each query, one after the other
   */
  void step(
      List<float[]> queries, float[] gradients, double rate, double penalty, Workers workers) {
    int count = queries.size();
    float[][] rows = new float[count][];
    int[] offsets = new int[count];
    for (int k = 0; k < count; k++) {
      rows[k] = gradients;
      offsets[k] = k * dimension;
    }
    steps++;
    float corrected = (float) (rate / (1 - Math.pow(EmbeddingKernels.MEAN_DECAY, (double) steps)));
    float scale =
        (float) (1 / Math.sqrt(1 - Math.pow(EmbeddingKernels.SQUARE_DECAY, (double) steps)));
    float pull = (float) (2 * penalty);
    workers.forEach(
        (dimension + ROWS_PER_TASK - 1) / ROWS_PER_TASK,
        task -> {
          float[] weights = new float[count];
          float[] gradient = new float[dimension];
          int last = Math.min(dimension, (task + 1) * ROWS_PER_TASK);
          for (int row = task * ROWS_PER_TASK; row < last; row++) {
            for (int k = 0; k < count; k++) {
              weights[k] = queries.get(k)[row];
            }
            sum(weights, rows, offsets, gradient);
            gradient[row] -= pull;
            EmbeddingKernels.adam(
                matrix.values(),
                means,
                squares,
                row * dimension,
                gradient,
                dimension,
                pull,
                corrected,
                scale);
          }
        });
  }

  private void sum(float[] weights, float[][] rows, int[] offsets, float[] sum) {
    Arrays.fill(sum, 0);
    int k = 0;
    for (; k <= weights.length - 4; k += 4) {
      EncoderKernels.addFour(sum, 0, weights, k, rows, offsets, 0, dimension);
    }
    for (; k < weights.length; k++) {
      EncoderKernels.add(sum, 0, weights[k], rows[k], offsets[k], dimension);
    }
  }

  /** A copy of M. */
  float[] copy() {
    return matrix.values().clone();
  }

  void write(SectionWriter writer) throws IOException {
    writer.begin("steps");
    writer.writeLong(steps);
    writer.end();
    writer.writeFloats("matrix", matrix.values());
    writer.writeFloats("means", means);
    writer.writeFloats("squares", squares);
  }

  void read(SectionReader reader) throws IOException {
    reader.begin("steps");
    steps = reader.readLong();
    reader.end();
    read("matrix", matrix.values(), reader);
    read("means", means, reader);
    read("squares", squares, reader);
  }

  private static void read(String section, float[] into, SectionReader reader) throws IOException {
    float[] values = reader.readFloats(section);
    if (values.length != into.length) {
      throw new IllegalArgumentException(
          "expected " + into.length + " numbers in '" + section + "', found " + values.length);
    }
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("'" + section + "' has a number that is not finite");
      }
    }
    System.arraycopy(values, 0, into, 0, values.length);
  }
}
