package io.github.sors.adapter;

import io.github.sors.embedding.EmbeddingArray;
import io.github.sors.embedding.EmbeddingSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random embeddings for tests. */
final class Vectors {

  private Vectors() {}

  static EmbeddingSpace space(int dimension) {
    return new EmbeddingSpace("test", dimension);
  }

  static float[] unit(SplittableRandom random, int dimension) {
    float[] vector = new float[dimension];
    for (int k = 0; k < dimension; k++) {
      vector[k] = (float) random.nextDouble(-1, 1);
    }
    return space(dimension).unit(vector, "a random vector");
  }

  static List<float[]> units(SplittableRandom random, int dimension, int count) {
    List<float[]> vectors = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      vectors.add(unit(random, dimension));
    }
    return vectors;
  }

  static ExactEmbeddingSearch search(List<float[]> vectors) {
    return new ExactEmbeddingSearch(EmbeddingArray.copyOf(space(vectors.get(0).length), vectors));
  }
}
