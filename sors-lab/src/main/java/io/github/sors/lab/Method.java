package io.github.sors.lab;

import java.util.Optional;

/**
 * A way of learning a similarity from labelled rows, as a study compares it with others.
 *
 * <p>Methods are immutable and may be shared by threads.
 */
public interface Method {

  /** The name on the command line, such as {@code sors-1}. */
  String name();

  /** The name in a table, such as {@code SORS-I}. */
  String title();

  /** What kind of similarity it learns, and how. */
  Kind kind();

  /** What tuning tries. */
  Grid grid();

  /** What is taken where nothing better is known. */
  Parameters defaults();

  /** The parameters that the paper gives for one of its data sets, if it does. */
  Optional<Parameters> published(String dataSet);

  /** The rounds after which it stops in any case. */
  default long mostRounds() {
    return Long.MAX_VALUE;
  }

  /** What {@code sors train --iterations} has to be for a training of so many rounds. */
  default long iterations(long rounds) {
    return rounds;
  }

  /**
   * Learns from rows.
   *
   * @throws CannotTrainException if it needs more memory or time than it is given, or cannot work
   *     on such data
   */
  LearntSimilarity train(TrainingTask task) throws CannotTrainException;

  /** The kinds of methods, in the order in which tables list them. */
  enum Kind {
    /** Nothing is learnt. */
    UNLEARNT,
    /** A distance. */
    METRIC,
    /** A bilinear similarity, learnt from one triplet after the other. */
    ONLINE_BILINEAR,
    /** Whatever the data choose. */
    AUTOMATIC,
    /** A classifier of the labels: the limit of what triplets can reach. */
    LABELLED
  }
}
