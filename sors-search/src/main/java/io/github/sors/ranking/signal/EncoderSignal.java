package io.github.sors.ranking.signal;

import io.github.sors.Similarity;
import io.github.sors.encoder.EncoderModel;

/** The cosine of the encodings of the terms of query and item, by an encoder that was learnt. */
public final class EncoderSignal implements Signal {

  /** The name of the signal. */
  public static final String NAME = "encoder";

  private final Similarity.PreparedItems items;

  /** Encodes the items once. */
  public EncoderSignal(EncoderModel model, TextIndex text) {
    this.items = model.prepare(text.vectors());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public double[] scores(Question question, Candidates candidates) {
    if (question.terms().size() == 0) {
      return Unknown.all(candidates);
    }
    Similarity.NumberedScorer scorer = items.scorerFor(question.terms());
    double[] scores = new double[candidates.size()];
    for (int place = 0; place < scores.length; place++) {
      scores[place] = scorer.score(candidates.item(place));
    }
    return scores;
  }

  @Override
  public String words() {
    return "has words like those that were chosen";
  }
}
