package io.github.sors.tune;

/**
 * A way of learning a similarity from labelled rows, to be tuned or compared with others.
 *
 * <p>Threads: immutable; several tasks may be trained at once. Failures: data that cannot be learnt
 * from, or limits that do not suffice, throw {@link CannotTrainException}.
 */
public interface Method {

  /** The name on the command line, such as {@code sors-1}. */
  String name();

  /** The name in a table, such as {@code SORS-I}. */
  String title();

  /** The kind of the method. */
  Kind kind();

  /** The grid for tuning. */
  Grid grid();

  /** The default parameters. */
  Parameters defaults();

  /** The maximum number of rounds. */
  default long mostRounds() {
    return Long.MAX_VALUE;
  }

  /** The value of {@code sors train --rounds} for the given number of rounds. */
  default long ownRounds(long rounds) {
    return rounds;
  }

  /**
   * Learns from rows.
   *
   * @throws CannotTrainException if it exceeds its memory or time limit, or does not support such
   *     data
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
    /** Chosen automatically. */
    AUTOMATIC,
    /** A classifier of the labels: an upper limit for learning from triplets. */
    LABELLED
  }
}
