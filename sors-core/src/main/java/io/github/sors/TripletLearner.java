package io.github.sors;

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

  /** What has been learnt so far, as an immutable model; the learner goes on unchanged. */
  BilinearModel snapshot();

  /** How far the learner has come. */
  LearningProgress progress();

  /** Has a listener told of every round from now on, on the learning thread. */
  void addListener(LearningListener listener);
}
