package io.github.sors;

import java.util.List;

/**
 * Learns a similarity from triplets, one at a time.
 *
 * <p>Threads: one thread learns; its models are immutable and can be shared. Failures: a triplet
 * that cannot be learnt throws {@link IllegalArgumentException} and leaves the model unchanged.
 */
public interface TripletLearner {

  /** The name of the algorithm on the command line, such as {@code adasors-2}. */
  String algorithm();

  /**
   * Prepares for triplets that consist of these vectors. A learner may use it to arrange its memory
   * for them, or do nothing; it learns the same from any triplet with and without it. Only useful
   * before the first round.
   */
  default void expect(List<SparseVector> vectors) {}

  /**
   * Plays one round: computes the loss of the current model on the triplet, then updates the model.
   *
   * @return the loss before the update
   * @throws IllegalArgumentException if the triplet has a value that is not finite, or so large
   *     that an update would not be finite; the model is unchanged then
   */
  double learn(Triplet triplet);

  /**
   * Plays one round per triplet, in order. The result is the same as learning them one by one, but
   * this may be much faster.
   *
   * <p>Listeners are called for every round in order, but possibly after later rounds have been
   * played: the state of the learner that they see may include later rounds.
   *
   * @return the loss of each triplet
   * @throws IllegalArgumentException as from {@link #learn(Triplet)}; the triplets before the
   *     invalid one have been learnt then
   */
  default double[] learn(List<Triplet> triplets) {
    double[] losses = new double[triplets.size()];
    for (int k = 0; k < losses.length; k++) {
      losses[k] = learn(triplets.get(k));
    }
    return losses;
  }

  /**
   * The number of triplets that the learner prefers to learn {@linkplain #learnTogether together}.
   */
  default int batchSize() {
    return 1;
  }

  /**
   * Decides which positives of a batch are known to be wrong answers to queries of other triplets.
   */
  @FunctionalInterface
  interface Separation {

    /**
     * Whether the positive of one triplet is known to be a worse answer to the query of another
     * than that query's own positive.
     *
     * @param query the position of one triplet in the batch
     * @param positive the position of the other
     */
    boolean isApart(int query, int positive);
  }

  /**
   * Learns a batch of triplets, one round each. A learner that supports batches computes all
   * gradients with the model before the batch, and may use the positives of some triplets as
   * negatives of others. Most learners learn the triplets one after the other.
   *
   * @return the loss of each triplet
   * @throws IllegalArgumentException as from {@link #learn(Triplet)}
   */
  default double[] learnTogether(List<Triplet> batch, Separation separation) {
    return learn(batch);
  }

  /** Returns an immutable model of what was learnt so far; does not change the learner. */
  Model snapshot();

  /** The progress so far. */
  LearningProgress progress();

  /** Calls a listener after every round from now on, on the learning thread. */
  void addListener(LearningListener listener);
}
