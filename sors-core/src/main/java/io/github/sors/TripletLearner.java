package io.github.sors;

import java.util.List;

/**
 * Learns a bilinear similarity from triplets, one at a time.
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

  /** What has been learnt so far, as an immutable model; the learner goes on unchanged. */
  BilinearModel snapshot();

  /** How far the learner has come. */
  LearningProgress progress();

  /** Calls a listener after every round from now on, on the learning thread. */
  void addListener(LearningListener listener);
}
