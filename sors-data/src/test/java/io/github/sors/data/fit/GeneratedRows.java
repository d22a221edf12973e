package io.github.sors.data.fit;

import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Rows of which a few features tell the class and many do not. */
final class GeneratedRows {

  static final int CLASSES = 3;
  private static final int TELLING = 12;
  private static final int NOISE = 60;

  private GeneratedRows() {}

  /** Rows of unit length; the cosine sees the noise, something learnt sees the class. */
  static Dataset of(int rows, long seed) {
    Random random = new Random(seed);
    List<SparseVector> vectors = new ArrayList<>();
    int[] labels = new int[rows];
    for (int row = 0; row < rows; row++) {
      labels[row] = row % CLASSES;
      float[] values = new float[TELLING + NOISE];
      for (int feature = 0; feature < values.length; feature++) {
        double probability =
            feature >= TELLING ? 0.3 : feature % CLASSES == labels[row] ? 0.5 : 0.1;
        if (random.nextDouble() < probability) {
          values[feature] = 1;
        }
      }
      vectors.add(Normalization.L2.apply(vector(values)));
    }
    return dataset(vectors, labels);
  }

  /** The same rows with their labels in random order: nothing can be learnt from them. */
  static Dataset shuffled(Dataset rows, long seed) {
    List<Integer> labels = new ArrayList<>(IntStream.of(rows.labels()).boxed().toList());
    Collections.shuffle(labels, new Random(seed));
    return dataset(rows.vectors(), labels.stream().mapToInt(Integer::intValue).toArray());
  }

  private static Dataset dataset(List<SparseVector> vectors, int[] labels) {
    List<String> classes = IntStream.range(0, CLASSES).mapToObj(c -> "class " + c).toList();
    return new Dataset("generated", vectors, labels, classes, List.of(), List.of());
  }

  private static SparseVector vector(float[] values) {
    int[] indices =
        IntStream.range(0, values.length).filter(feature -> values[feature] != 0).toArray();
    float[] kept = new float[indices.length];
    for (int k = 0; k < kept.length; k++) {
      kept[k] = values[indices[k]];
    }
    return SparseVector.of(indices, kept);
  }

  static int[] all(Dataset rows) {
    return IntStream.range(0, rows.size()).toArray();
  }
}
