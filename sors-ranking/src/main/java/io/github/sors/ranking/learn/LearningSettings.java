package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.learn.AdaSorsII;
import io.github.sors.learn.AdaSorsOptions;
import io.github.sors.learn.FeatureSpaces;
import io.github.sors.learn.LearningSetup;
import io.github.sors.learn.StepSize;
import java.util.ArrayList;
import java.util.List;

/**
 * How M is learnt, by AdaSORS-II from M₁ = I, which ranks as BM25 does.
 *
 * @param eta the step size
 * @param margin by how much a relevant document has to win, where the length of a query is 1: its
 *     own terms can give a document about as much
 * @param mix where negatives come from
 * @param seed of the triplets
 */
public record LearningSettings(double eta, double margin, NegativeMix mix, long seed) {

  /** What the choice on held-out queries starts from. */
  public static final LearningSettings DEFAULT =
      new LearningSettings(0.01, 0.6, NegativeMix.DEFAULT, 1);

  private static final double LAMBDA = 1e-6;
  private static final double DELTA = 0.1;
  private static final int BLOCK = 512;

  /** Takes the models at several points of learning. */
  @FunctionalInterface
  interface Checkpoints {

    /**
     * Takes a model.
     *
     * @param number which of the points it is, from 0
     */
    void reached(int number, BilinearModel model);
  }

  /** These settings with another margin. */
  public LearningSettings withMargin(double newMargin) {
    return new LearningSettings(eta, newMargin, mix, seed);
  }

  /** These settings with another seed. */
  public LearningSettings withSeed(long newSeed) {
    return new LearningSettings(eta, margin, mix, newSeed);
  }

  /** Learns and hands over a model after each of some numbers of rounds, ascending. */
  void learn(int features, TripletVectors triplets, long[] rounds, Checkpoints checkpoints) {
    LearningSetup setup =
        LearningSetup.DEFAULT.withMargin(margin).withSpaces(FeatureSpaces.shared(features));
    AdaSorsII learner =
        new AdaSorsII(new AdaSorsOptions(LAMBDA, StepSize.constant(eta), DELTA, setup));
    TripletRows rows = new TripletRows();
    List<Triplet> block = new ArrayList<>(BLOCK);
    long position = 0;
    for (int number = 0; number < rounds.length; number++) {
      while (position < rounds[number]) {
        block.clear();
        while (block.size() < BLOCK && position < rounds[number]) {
          triplets.source().read(position++, rows);
          block.add(rows.of(triplets.vectors()));
        }
        learner.learn(block);
      }
      checkpoints.reached(number, learner.snapshot());
    }
  }
}
