package io.github.sors.adapter;

import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSearch;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.LocatedRows;
import io.github.sors.kernel.EmbeddingKernels;
import io.github.sors.live.Ranker;

/** Ranks the items of an index by an adapter. Queries have unit length. */
record AdapterRanker(Adapter adapter, EmbeddingSearch search) implements Ranker<float[]> {

  @Override
  public int[] first(float[] query, int count) {
    return search.first(adapter.query(query), count);
  }

  @Override
  public double[] scores(float[] query, int[] items) {
    return scores(adapter.query(query), items, search.items());
  }

  static double[] scores(float[] moved, int[] items, Embeddings embeddings) {
    int dimension = moved.length;
    LocatedRows rows = new LocatedRows(dimension, items.length);
    for (int k = 0; k < items.length; k++) {
      embeddings.locate(items[k], rows, k);
    }
    float[] dots = new float[items.length];
    EmbeddingKernels.dots(moved, 0, rows.arrays(), rows.offsets(), items.length, dimension, dots);
    double[] scores = new double[items.length];
    for (int k = 0; k < items.length; k++) {
      scores[k] = dots[k];
    }
    return scores;
  }
}
