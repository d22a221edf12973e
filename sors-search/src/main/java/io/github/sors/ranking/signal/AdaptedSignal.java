package io.github.sors.ranking.signal;

import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.InnerProducts;

/** The cosine through M, which was learnt from feedback: S(q, d) = norm(Mᵀq) · d. */
public final class AdaptedSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "adapted";

  private final Adapter adapter;

  /** Creates the signal of a learnt M. */
  public AdaptedSignal(Adapter adapter) {
    this.adapter = adapter;
  }

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
        : Products.of(embeddings, adapter.query(vector), candidates);
  }

  @Override
  public String words() {
    return "means what was chosen for such queries";
  }

  /** Inner products as scores. */
  static final class Products {

    private Products() {}

    static double[] of(Embeddings embeddings, float[] vector, Candidates candidates) {
      float[] products = InnerProducts.of(embeddings, vector, candidates.size(), candidates::item);
      double[] scores = new double[products.length];
      for (int place = 0; place < scores.length; place++) {
        scores[place] = products[place];
      }
      return scores;
    }
  }
}
