package io.github.sors.tune;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Generated rows whose features hint at their class. */
public final class SampleRows {

  private SampleRows() {}

  /** Rows with some of the features each, twice as many of those of their class. */
  public static Dataset of(long seed, int rows, int features, int classes) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SparseVector> vectors = new ArrayList<>();
    int[] labels = new int[rows];
    for (int row = 0; row < rows; row++) {
      labels[row] = row % classes;
      float[] values = new float[features];
      for (int feature = 0; feature < features; feature++) {
        if (random.nextDouble() < (feature % classes == labels[row] ? 0.4 : 0.2)) {
          values[feature] = (float) (0.1 + random.nextDouble());
        }
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return new Dataset(
        "sample",
        vectors,
        labels,
        IntStream.range(0, classes).mapToObj(Integer::toString).toList(),
        List.of(),
        List.of());
  }
}
