package io.github.sors.index;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.search.RandomModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random signed models and items, many of whose values are equal so that ties are common. */
final class RandomItems {

  private RandomItems() {}

  static BilinearModel model(Random random, int rows, int columns, double density) {
    return RandomModels.model(random, rows, columns, density, RandomItems::value);
  }

  static SparseVector vector(Random random, int dimension, double density) {
    return RandomModels.vector(random, dimension, density, RandomItems::value);
  }

  static List<IndexedItem> items(Random random, int count, int dimension, double density) {
    List<IndexedItem> items = new ArrayList<>(count);
    for (int k = 0; k < count; k++) {
      items.add(
          new IndexedItem(
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
