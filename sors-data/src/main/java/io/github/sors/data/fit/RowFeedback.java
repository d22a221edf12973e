package io.github.sors.data.fit;

import io.github.sors.data.triplet.TripletSource;

/**
 * What is known about which rows of a data set are similar: labels, groups or triplets.
 *
 * <p>Threads: immutable. Failures: feedback that gives no triplet throws {@link
 * io.github.sors.InvalidInputException} when triplets are asked for.
 */
public sealed interface RowFeedback permits LabelFeedback, GroupFeedback, TripletFeedback {

  /** The triplets to learn from. */
  TripletSource triplets(long seed);

  /** Whether it is known which rows are wrong answers to a query. */
  boolean knowsWrongAnswers();

  /** What is held out as a whole: {@code rows}, {@code groups} or {@code queries}. */
  String unit();
}
