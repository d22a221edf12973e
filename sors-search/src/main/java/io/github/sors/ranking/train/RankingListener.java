package io.github.sors.ranking.train;

/** Hears how far a training is. */
@FunctionalInterface
public interface RankingListener {

  /** Ignores it. */
  RankingListener NONE = (step, done, all) -> {};

  /**
   * A part of a step is done; called by the thread of the training, or by one of its helpers.
   *
   * @param step what is done, in words
   * @param done how many parts of the step are done
   * @param all of how many
   */
  void progress(String step, int done, int all);
}
