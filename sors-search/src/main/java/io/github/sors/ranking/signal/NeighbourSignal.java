package io.github.sors.ranking.signal;

import io.github.sors.embedding.Embeddings;

/**
 * The embedding of the query drawn towards those of its first items: q + ½ · mean of the first
 * {@value #FIRST} items by .3 BM25 + .7 cosine, each scaled to [0, 1], normalised.
 */
public final class NeighbourSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "neighbours";

  private static final Signal BM25 = new Bm25Signal();
  private static final Signal COSINE = new CosineSignal();
  private static final int FIRST = 5;
  private static final double PART = 0.5;
  private static final double BM25_PART = 0.3;

  /** Creates the signal, which needs nothing but the collection. */
  public NeighbourSignal() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    float[] vector = question.vector();
    Embeddings embeddings = question.collection().embeddings();
    return vector == null || embeddings == null
        ? Unknown.all(candidates)
        : AdaptedSignal.Products.of(embeddings, drawn(question, vector, embeddings), candidates);
  }

  /** The query, drawn towards its first items. */
  static float[] drawn(Question question, float[] vector, Embeddings embeddings) {
    RankingCollection collection = question.collection();
    Candidates found = question.candidates();
    int population = found.population();
    SignalScores bm25 = SignalScores.of(BM25.scores(question, found), population);
    SignalScores cosine = SignalScores.of(COSINE.scores(question, found), population);
    double[] both = new double[found.size()];
    for (int place = 0; place < both.length; place++) {
      int item = found.item(place);
      both[place] =
          embeddings.contains(item) && item != question.excluded()
              ? BM25_PART * bm25.shared(place) + (1 - BM25_PART) * cosine.shared(place)
              : Double.NaN;
    }
    int[] first = collection.best(found, both, FIRST);
    float[] sum = vector.clone();
    for (int place : first) {
      float[] other = embeddings.vector(found.item(place));
      for (int k = 0; k < sum.length; k++) {
        sum[k] += (float) (PART / first.length * other[k]);
      }
    }
    return embeddings.space().unit(sum, "the query and its neighbours");
  }

  @Override
  public String words() {
    return "is like the first items";
  }
}
