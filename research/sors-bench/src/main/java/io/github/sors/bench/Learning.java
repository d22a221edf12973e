package io.github.sors.bench;

import io.github.sors.BilinearModel;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import java.util.Map;

/** Learns a model to search with. */
final class Learning {

  private static final long SEED = 1;

  private Learning() {}

  /** AdaSORS-II on triplets of the given rows, which are normalised, with every core. */
  static BilinearModel model(Dataset normalized, int[] rows, int rounds) {
    OnlineBilinearLearner learner = Algorithm.parse("adasors-2").create(Map.of());
    learner.setThreads(Runtime.getRuntime().availableProcessors());
    TripletSampler sampler = TripletSampler.of(normalized.labels(), rows, SEED);
    LearningLoop.overRows(learner, sampler, normalized.vectors()).learnUntil(rounds);
    return learner
        .snapshot()
        .withFeatureNames(normalized.featureNames())
        .withRecipe(normalized.recipe());
  }
}
