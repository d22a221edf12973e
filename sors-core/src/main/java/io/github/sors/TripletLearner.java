package io.github.sors;

import java.util.List;

/**
 * Learns a similarity from triplets, one at a time.
 *
 * <p>A learner is mutable and belongs to one thread at a time; the models it hands out are
 * immutable and may be shared.
 */
public interface TripletLearner {

  /** The name of the algorithm as the command line knows it, such as {@code adasors-2}. */
  String algorithm();

  /**
   * Plays one round: suffers the loss of the current model on the triplet, then updates the model.
   *
   * @return the loss that the model had before the update
   * @throws IllegalArgumentException if the triplet holds a value that is not finite or so large
   *     that an update would not be; the model is as before then
   */
  double learn(Triplet triplet);

  /**
   * Plays a round for each triplet, in their order: the same as learning them one by one, but a
   * learner that sees several at once may be much faster.
   *
   * <p>Listeners hear of every round in order, but possibly only when some rounds more have been
   * played: what they see of the learner is no older than their round.
   *
   * @return the loss of each triplet
   * @throws IllegalArgumentException as from {@link #learn(Triplet)}; the triplets before the one
   *     that is refused have been learnt then
   */
  default double[] learn(List<Triplet> triplets) {
    double[] losses = new double[triplets.size()];
    for (int k = 0; k < losses.length; k++) {
      losses[k] = learn(triplets.get(k));
    }
    return losses;
  }

  /** How many triplets the learner wants to learn {@linkplain #learnTogether together}. */
  default int batchSize() {
    return 1;
  }

  /** Which positives of a batch are known to be wrong answers to queries of other triplets. */
  @FunctionalInterface
  interface Separation {

    /**
     * Whether the positive of one triplet is known to be a worse answer to the query of another
     * than that query's own positive.
     *
     * @param query the place of one triplet in the batch
     * @param positive the place of the other
     */
    boolean isApart(int query, int positive);
  }

  /**
   * Learns a batch of triplets, a round for each. A learner of batches sees all of them with the
   * model before the batch, and may take the positives of some triplets as negatives of others;
   * most learners learn them one after the other.
   *
   * @return the loss of each triplet
   * @throws IllegalArgumentException as from {@link #learn(Triplet)}
   */
  default double[] learnTogether(List<Triplet> batch, Separation separation) {
    return learn(batch);
  }

  /** What has been learnt so far, as an immutable model; the learner goes on unchanged. */
  Model snapshot();

  /** How far the learner has come. */
  LearningProgress progress();

  /** Calls a listener after every round from now on, on the learning thread. */
  void addListener(LearningListener listener);
}
