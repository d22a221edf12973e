package io.github.sors.ranking.learn;

import io.github.sors.Triplet;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.FeatureSpaces;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an encoder is learnt. Triplets are learnt in batches, in which the relevant documents of
 * other queries are further negatives.
 *
 * <p>Threads: immutable. Failures: values are checked when an encoder is learnt with them: one out
 * of its range throws {@link io.github.sors.option.ParameterException}.
 *
 * @param length k, the length of an encoding
 * @param step the step size η
 * @param temperature τ, the difference of two cosines that counts as clear
 */
public record EncoderSettings(int length, double step, double temperature) {

  private static final int BATCH = 32;

  @Override
  public String toString() {
    return "k " + length + ", step " + step + ", tau " + temperature;
  }

  /**
   * Learns and hands over a model after each of some numbers of rounds, ascending.
   *
   * @param start the encoder to start from, learnt with the same seed; null for a random one
   * @param seed of the random encoder
   */
  void learn(
      int features,
      @Nullable EncoderModel start,
      long seed,
      TripletVectors triplets,
      List<Long> rounds,
      Checkpoints<EncoderModel> checkpoints) {
    EncoderLearner learner =
        new EncoderLearner(
            EncoderOptions.DEFAULT
                .withDimensions(length)
                .withEta(step)
                .withTau(temperature)
                .withBatch(BATCH)
                .withSeed(seed)
                .withSpaces(FeatureSpaces.shared(features)));
    if (start != null) {
      learner.startFrom(start, 0);
    }
    long position = 0;
    for (int number = 0; number < rounds.size(); number++) {
      while (position < rounds.get(number)) {
        int size = (int) Math.min(BATCH, rounds.get(number) - position);
        learn(learner, triplets, position, size);
        position += size;
      }
      checkpoints.reached(number, learner.snapshot());
    }
  }

  private static void learn(
      EncoderLearner learner, TripletVectors triplets, long position, int size) {
    List<Triplet> batch = new ArrayList<>(size);
    int[] queries = new int[size];
    int[] positives = new int[size];
    TripletRows rows = new TripletRows();
    for (int place = 0; place < size; place++) {
      triplets.source().read(position + place, rows);
      batch.add(rows.of(triplets.vectors()));
      queries[place] = rows.query();
      positives[place] = rows.positive();
    }
    learner.learnTogether(
        batch,
        (query, positive) -> !triplets.answers().contain(queries[query], positives[positive]));
  }
}
