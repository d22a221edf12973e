package io.github.sors.ranking.train;

import io.github.sors.BilinearModel;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.TextIndex;
import org.jspecify.annotations.Nullable;

/**
 * What the titles of items teach without any feedback: which words go with which. It is the same
 * for every training with the same items and options, and can be shared by them.
 *
 * @param matrix a sparse M of terms; null if there are too few titles
 * @param encoder an encoder of terms, to start from; null if there are too few titles
 * @param seed of the rows of the encoder that were not learnt
 */
public record LearntTitles(
    @Nullable BilinearModel matrix, @Nullable EncoderModel encoder, long seed) {

  private static final double STEP = 0.01;
  private static final double MARGIN = 1;
  private static final double ENCODER_STEP = 0.02;
  private static final int PER_TITLE = 20;
  private static final long MOST_ROUNDS = 30_000;
  // from titles there is twice as much to learn for an encoder
  private static final int ENCODER_TIMES = 2;

  /** Learns from the titles of a collection, if it has any. */
  public static LearntTitles of(RankingCollection collection, RankingOptions options) {
    TextIndex text = collection.text();
    if (text == null) {
      return new LearntTitles(null, null, options.seed());
    }
    Titles titles = Titles.of(collection.items(), text, options.titleField());
    if (!titles.areEnough()) {
      return new LearntTitles(null, null, options.seed());
    }
    TermTriplets triplets = TermTriplets.ofTitles(collection, text, titles, options.seed());
    long rounds = Math.min(MOST_ROUNDS, (long) PER_TITLE * triplets.pairs());
    return new LearntTitles(
        TermLearners.matrix(text.terms(), triplets, STEP, MARGIN, rounds),
        TermLearners.encoder(
            text.terms(), triplets, null, ENCODER_STEP, ENCODER_TIMES * rounds, options.seed()),
        options.seed());
  }
}
