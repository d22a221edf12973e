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
 * <p>Threads: immutable. Failures: values are checked when M is learnt with them: one out of its
 * range throws {@link io.github.sors.option.ParameterException}.
 *
 * @param step the step size η
 * @param margin by how much a relevant document has to win, where the length of a query is 1: its
 *     own terms can give a document about as much
 */
public record MatrixSettings(double step, double margin) {

  private static final double LAMBDA = 1e-6;
  private static final double DELTA = 0.1;
  private static final int BLOCK = 512;

  @Override
  public String toString() {
    return "step " + step + ", margin " + margin;
  }

  /** Learns and hands over a model after each of some numbers of rounds, ascending. */
  void learn(
      int features,
      TripletVectors triplets,
      List<Long> rounds,
      Checkpoints<BilinearModel> checkpoints) {
    LearningSetup setup =
        LearningSetup.DEFAULT.withMargin(margin).withSpaces(FeatureSpaces.shared(features));
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
    long position = 0;
    for (int number = 0; number < rounds.size(); number++) {
      while (position < rounds.get(number)) {
        block.clear();
        while (block.size() < BLOCK && position < rounds.get(number)) {
          triplets.source().read(position++, rows);
          block.add(rows.of(triplets.vectors()));
        }
        learner.learn(block);
      }
      checkpoints.reached(number, learner.snapshot());
    }
  }
}
