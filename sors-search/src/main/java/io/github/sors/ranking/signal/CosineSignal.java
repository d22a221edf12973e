package io.github.sors.ranking.signal;

/** The cosine of the embeddings of query and item: S(q, d) = q · d. */
public final class CosineSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "cosine";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    double[] all = question.cosines();
    double[] scores = new double[candidates.size()];
    for (int place = 0; place < scores.length; place++) {
      scores[place] = all[candidates.item(place)];
    }
    return scores;
  }

  @Override
  public String words() {
    return "means the same";
  }
}
