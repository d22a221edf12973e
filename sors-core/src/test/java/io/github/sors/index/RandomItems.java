package io.github.sors.index;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random signed models and items, many of whose values are equal so that ties are common. */
final class RandomItems {

  private RandomItems() {}

  static BilinearModel model(Random random, int rows, int columns, double density) {
    long[] starts = new long[rows + 1];
    int[] indices = new int[rows * columns];
    float[] values = new float[rows * columns];
    int count = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        if (random.nextDouble() < density) {
          indices[count] = j;
          values[count++] = value(random);
        }
      }
      starts[i + 1] = count;
    }
    return BilinearModel.ofRows(
        rows, columns, starts, Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
  }

  static SparseVector vector(Random random, int dimension, double density) {
    float[] values = new float[dimension];
    for (int j = 0; j < dimension; j++) {
      values[j] = random.nextDouble() < density ? value(random) : 0;
    }
    return SparseVector.ofDense(values);
  }

  static List<Item> items(Random random, int count, int dimension, double density) {
    List<Item> items = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      items.add(
          new Item(
              "item-" + (char) ('a' + random.nextInt(26)) + k,
              vector(random, dimension, density),
              "label " + random.nextInt(4)));
    }
    return items;
  }

  private static float value(Random random) {
    return random.nextInt(3) == 0
        ? random.nextFloat() - 0.5f
        : (random.nextBoolean() ? 0.5f : -0.5f) * (1 + random.nextInt(3));
  }
}
