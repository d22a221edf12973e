package io.github.sors.ranking.train;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.AdaSorsII;
import io.github.sors.learn.AdaSorsOptions;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.learn.LearningSetup;
import io.github.sors.learn.StepSize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Learns a sparse M, or an encoder, from triplets of terms. */
final class TermLearners {

  /** The length of encodings. */
  static final int ENCODING = 256;

  /** The difference of two cosines of encodings that counts as clear. */
  static final double TEMPERATURE = 0.1;

  private static final double LAMBDA = 1e-6;
  private static final double DELTA = 0.1;
  private static final int BLOCK = 512;
  private static final int BATCH = 32;

  private TermLearners() {}

  /**
   * Learns M by AdaSORS-II from M₁ = I, which ranks as BM25 does.
   *
   * @param step the step size η
   * @param margin by how much an answer has to win, where the length of a query is 1
   */
  static BilinearModel matrix(
      int terms, TermTriplets triplets, double step, double margin, long rounds) {
    LearningSetup setup =
        LearningSetup.DEFAULT.withMargin(margin).withSpaces(FeatureSpaces.shared(terms));
    AdaSorsII learner =
        new AdaSorsII(
            AdaSorsOptions.DEFAULT
                .withLambda(LAMBDA)
                .withEta(StepSize.constant(step))
                .withDelta(DELTA)
                .withSetup(setup));
    learner.expect(triplets.vectors());
    TripletRows rows = new TripletRows();
    List<Triplet> block = new ArrayList<>(BLOCK);
    for (long position = 0; position < rounds; ) {
      block.clear();
      while (block.size() < BLOCK && position < rounds) {
        triplets.read(position++, rows);
        block.add(rows.of(triplets.vectors()));
      }
      learner.learn(block);
    }
    return learner.snapshot();
  }

  /**
   * Learns an encoder in batches, in which the answers of other queries are further negatives.
   *
   * @param start the encoder to start from, learnt with the same seed; null for a random one
   */
  static EncoderModel encoder(
      int terms,
      TermTriplets triplets,
      @Nullable EncoderModel start,
      double step,
      long rounds,
      long seed) {
    EncoderLearner learner =
        new EncoderLearner(
            EncoderOptions.DEFAULT
                .withDimensions(ENCODING)
                .withEta(step)
                .withTau(TEMPERATURE)
                .withBatch(BATCH)
                .withSeed(seed)
                .withSpaces(FeatureSpaces.shared(terms)));
    if (start != null) {
      learner.startFrom(start, 0);
    }
    for (long position = 0; position < rounds; position += BATCH) {
      int size = (int) Math.min(BATCH, rounds - position);
      List<Triplet> batch = new ArrayList<>(size);
      int[] queries = new int[size];
      int[] positives = new int[size];
      TripletRows rows = new TripletRows();
      for (int place = 0; place < size; place++) {
        triplets.read(position + place, rows);
        batch.add(rows.of(triplets.vectors()));
        queries[place] = rows.query();
        positives[place] = rows.positive();
      }
      learner.learnTogether(
          batch, (query, positive) -> !triplets.answers(queries[query], positives[positive]));
    }
    return learner.snapshot();
  }
}
