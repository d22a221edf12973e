package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.TripletLearner;
import java.util.ArrayList;
import java.util.List;

/**
 * Feeds triplets to a learner, one round per triplet, in the order of their positions.
 *
 * <pre>{@code
 * LearningLoop loop = LearningLoop.overRows(learner, source, vectors);
 * while (loop.learnSome(end)) {
 *   progress.reached(learner.progress().rounds());
 * }
 * }</pre>
 *
 * <p>The learner gets several triplets at once if they do not depend on its state, which is faster
 * and does not change the result. A learner of batches gets a whole batch: all its triplets are
 * drawn before any of them is learnt.
 *
 * <p>Threads: belongs to the thread of its learner. Failures: a triplet that the learner rejects
 * throws {@link io.github.sors.InvalidInputException} with its round; those before it are learnt. A
 * position that the source cannot resume at throws {@link IllegalArgumentException}.
 */
public final class LearningLoop {

  // triplets per call, as in the benchmarks; a run can be stopped between two calls
  private static final int LOOK_AHEAD = 256;
  // the largest batch
  private static final int MOST_AT_ONCE = 1024;

  /** Triplets by position. */
  public interface Feed {

    Triplet triplet(long position);

    /** Whether a triplet may be read before those at earlier positions have been learnt. */
    boolean allowsReadingAhead();

    /** The {@link TripletSource#refreshInterval} of the source. */
    default long refreshInterval() {
      return TripletSource.NEVER_REFRESHED;
    }

    /**
     * Whether the positive at one position is known to be a wrong answer to the query at another;
     * both positions must have been read recently.
     */
    default boolean isApart(long query, long positive) {
      return false;
    }

    /** The origin of a triplet, for error messages, such as {@code rows 3 5 8}. */
    String origin(long position);
  }

  private final TripletLearner learner;
  private final Feed feed;
  private final long roundsBefore;

  private LearningLoop(TripletLearner learner, Feed feed, long roundsBefore) {
    this.learner = learner;
    this.feed = feed;
    this.roundsBefore = roundsBefore;
  }

  /** Returns a loop that starts at position 0 of a feed, even if the learner has learnt before. */
  public static LearningLoop over(TripletLearner learner, Feed feed) {
    return new LearningLoop(learner, feed, learner.progress().rounds());
  }

  /**
   * Returns a loop over triplets of rows. Positions are rounds: a learner after n rounds continues
   * at position n.
   *
   * @throws IllegalArgumentException if the source cannot resume there
   */
  public static LearningLoop overRows(
      TripletLearner learner, TripletSource source, List<SparseVector> vectors) {
    long rounds = learner.progress().rounds();
    if (!source.canResumeAt(rounds)) {
      throw new IllegalArgumentException(
          "expected a learner after a multiple of "
              + source.refreshInterval()
              + " rounds, found "
              + rounds
              + " rounds");
    }
    learner.expect(vectors);
    return new LearningLoop(learner, new Rows(source, vectors), 0);
  }

  /**
   * Learns the next few triplets.
   *
   * @param end the position to stop before
   * @return false if the end is reached already and nothing was learnt
   * @throws InvalidInputException if the learner rejects a triplet; those before it are learnt
   */
  public boolean learnSome(long end) {
    long first = position();
    if (first >= end) {
      return false;
    }
    int batch = learner.batchSize();
    long stop = Math.min(end, feed.allowsReadingAhead() ? first + LOOK_AHEAD : first + 1);
    if (batch > 1) {
      // batches start at multiples of their size, even after an interruption
      stop = Math.min(end, first - first % batch + batch);
    }
    long interval = feed.refreshInterval();
    if (interval != TripletSource.NEVER_REFRESHED) {
      stop = Math.min(stop, first - first % interval + interval);
    }
    List<Triplet> triplets = new ArrayList<>((int) (stop - first));
    try {
      for (long position = first; position < stop; position++) {
        triplets.add(feed.triplet(position));
      }
      if (batch > 1) {
        learner.learnTogether(
            triplets, (query, positive) -> feed.isApart(first + query, first + positive));
      } else {
        learner.learn(triplets);
      }
    } catch (IllegalArgumentException e) {
      long refused = position();
      throw new InvalidInputException(
          "round "
              + (learner.progress().rounds() + 1)
              + ", "
              + feed.origin(refused)
              + ": "
              + e.getMessage(),
          e);
    }
    return true;
  }

  /** Learns all triplets before a position. */
  public void learnUntil(long end) {
    while (learnSome(end)) {
      // each call learns a few
    }
  }

  private long position() {
    return learner.progress().rounds() - roundsBefore;
  }

  private static final class Rows implements Feed {

    private final TripletSource source;
    private final List<SparseVector> vectors;
    private final TripletRows rows = new TripletRows();
    // of the latest positions, each at its remainder
    private final int[] queries = new int[MOST_AT_ONCE];
    private final int[] positives = new int[MOST_AT_ONCE];

    Rows(TripletSource source, List<SparseVector> vectors) {
      this.source = source;
      this.vectors = vectors;
    }

    @Override
    public Triplet triplet(long position) {
      source.read(position, rows);
      queries[(int) (position % MOST_AT_ONCE)] = rows.query();
      positives[(int) (position % MOST_AT_ONCE)] = rows.positive();
      return rows.of(vectors);
    }

    @Override
    public boolean isApart(long query, long positive) {
      return source.isApart(
          queries[(int) (query % MOST_AT_ONCE)], positives[(int) (positive % MOST_AT_ONCE)]);
    }

    @Override
    public boolean allowsReadingAhead() {
      return source.allowsReadingAhead();
    }

    @Override
    public long refreshInterval() {
      return source.refreshInterval();
    }

    @Override
    public String origin(long position) {
      if (source.allowsReadingAhead()) {
        source.read(position, rows);
      }
      // else they are what was read last
      return "rows " + rows;
    }
  }
}
