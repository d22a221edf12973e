package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.Random;

/** Small random models and vectors, many of whose values are equal so that ties are common. */
public final class RandomModels {

  /** Draws a value that is not zero. */
  @FunctionalInterface
  public interface Values {
    float next(Random random);
  }

  private RandomModels() {}

  static BilinearModel model(Random random, int rows, int columns, double density) {
    return model(random, rows, columns, density, RandomModels::value);
  }

  public static BilinearModel model(
      Random random, int rows, int columns, double density, Values drawn) {
    long[] starts = new long[rows + 1];
    int[] indices = new int[rows * columns];
    float[] values = new float[rows * columns];
    int count = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        if (random.nextDouble() < density) {
          indices[count] = j;
          values[count++] = drawn.next(random);
        }
      }
      starts[i + 1] = count;
    }
    return BilinearModel.ofRows(
        rows, columns, starts, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }

  static BilinearModel symmetric(Random random, int dimension, double density) {
    float[][] entries = new float[dimension][dimension];
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j <= i; j++) {
        entries[i][j] = random.nextDouble() < density ? value(random) : 0;
        entries[j][i] = entries[i][j];
      }
    }
    long[] starts = new long[dimension + 1];
    int[] indices = new int[dimension * dimension];
    float[] values = new float[dimension * dimension];
    int count = 0;
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < dimension; j++) {
        if (entries[i][j] != 0) {
          indices[count] = j;
          values[count++] = entries[i][j];
        }
      }
      starts[i + 1] = count;
    }
    return BilinearModel.ofRows(
        dimension, dimension, starts, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }

  static SparseVector vector(Random random, int dimension, double density) {
    return vector(random, dimension, density, RandomModels::value);
  }

  public static SparseVector vector(Random random, int dimension, double density, Values drawn) {
    float[] values = new float[dimension];
    for (int j = 0; j < dimension; j++) {
      values[j] = random.nextDouble() < density ? drawn.next(random) : 0;
    }
    return SparseVector.ofDense(values);
  }

  /** One of ±0.5, ±1, …, ±2. */
  private static float value(Random random) {
    return (random.nextBoolean() ? 0.5f : -0.5f) * (1 + random.nextInt(4));
  }
}
