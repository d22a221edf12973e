package io.github.sors.ranking.signal;

import io.github.sors.embedding.Embeddings;

/** The cosine of the embeddings of query and item: S(q, d) = q · d. */
public final class CosineSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "cosine";

  /** Creates the signal, which needs nothing but the collection. */
  public CosineSignal() {}

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
        : AdaptedSignal.Products.of(embeddings, vector, candidates);
  }

  @Override
  public String words() {
    return "means the same";
  }
}
