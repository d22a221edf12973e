package io.github.sors.adapter;

import io.github.sors.embedding.EmbeddingSearch;
import io.github.sors.live.Ranker;

/** Ranks the items of an index by their embeddings as they are. Queries have unit length. */
record StartRanker(EmbeddingSearch search) implements Ranker<float[]> {

  @Override
  public int[] first(float[] query, int count) {
    return search.first(query, count);
  }

  @Override
  public double[] scores(float[] query, int[] items) {
    return AdapterRanker.scores(query, items, search.items());
  }
}
