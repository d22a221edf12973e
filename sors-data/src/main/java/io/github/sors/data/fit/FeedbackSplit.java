package io.github.sors.data.fit;

import io.github.sors.SparseVector;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.eval.Gain;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Two parts of some feedback: one to learn from, and one that is held out to measure what was
 * learnt.
 *
 * <p>What belongs together is held out together, or the other part would give its answers away, see
 * {@link UnitSplit}:
 *
 * <ul>
 *   <li>of labels, a share of the rows of every class, see {@link Split};
 *   <li>of groups, whole groups;
 *   <li>of triplets, whole queries. Triplets in which such a row stands as positive or negative for
 *       another query are in neither part.
 * </ul>
 *
 * <p>The same feedback, share and seed give the same parts, in the original order.
 *
 * <p>Threads: immutable. Failures: a share out of range throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class FeedbackSplit {

  /** The usual share of groups and queries to hold out. */
  public static final double SHARE = 0.2;

  /** The maximum number of rows that are queries where a gain is measured. */
  public static final int MOST_QUERIES = 1_000;

  // larger shares, for feedback of which the first leaves too little to measure
  private static final double[] SHARES = {SHARE, 0.3, 0.5};

  // ranking takes time proportional to the square of the rows
  private static final int MOST_VALIDATION_ROWS = 2_000;
  private static final int MOST_VALIDATION_TRIPLETS = 10_000;

  // other streams than that of a test part, which has the same seed
  private static final long VALIDATION = 0x7661_6c69_6461_7465L;

  // the part of UnitSplit.holdingOut
  private static final int HELD_OUT = 0;

  private final RowFeedback learning;
  private final RowFeedback heldOut;

  private FeedbackSplit(RowFeedback learning, RowFeedback heldOut) {
    this.learning = learning;
    this.heldOut = heldOut;
  }

  /**
   * Holds out a share.
   *
   * @param share from 0 to below 1
   */
  public static FeedbackSplit of(RowFeedback feedback, double share, long seed) {
    if (feedback instanceof LabelFeedback labels) {
      return ofLabels(labels, share, seed);
    }
    if (feedback instanceof GroupFeedback groups) {
      return ofGroups(groups.groups(), share, seed);
    }
    return ofTriplets(((TripletFeedback) feedback).list(), share, seed);
  }

  /** Holds out everything: for feedback that nothing was learnt from. */
  public static FeedbackSplit holdingOutAll(RowFeedback feedback) {
    if (feedback instanceof LabelFeedback labels) {
      return new FeedbackSplit(labels.of(new int[0]), labels);
    }
    if (feedback instanceof GroupFeedback groups) {
      return new FeedbackSplit(new GroupFeedback(groups.groups().select()), groups);
    }
    return new FeedbackSplit(new TripletFeedback(FixedTriplets.of()), feedback);
  }

  /**
   * Holds out what a choice needs: the smallest usual share that is enough to measure, of much
   * feedback less, since a choice measures often.
   *
   * @param vectors the rows of the data set, normalised
   * @return empty if there is too little to hold some out and learn from the rest
   */
  public static Optional<FeedbackSplit> forChoosing(
      RowFeedback feedback, List<SparseVector> vectors, long seed) {
    for (double share : SHARES) {
      FeedbackSplit split =
          of(feedback, Math.min(share, affordableShare(feedback)), seed ^ VALIDATION);
      if (split.allHeldOut(vectors, 1).isEnough() && split.hasSomethingToLearnFrom(vectors)) {
        return Optional.of(split);
      }
    }
    return Optional.empty();
  }

  private static double affordableShare(RowFeedback feedback) {
    if (feedback instanceof TripletFeedback triplets) {
      return MOST_VALIDATION_TRIPLETS / (double) Math.max(1, triplets.list().size());
    }
    int rows =
        feedback instanceof LabelFeedback labels
            ? labels.rows().length
            : ((GroupFeedback) feedback).groups().rows().length;
    return MOST_VALIDATION_ROWS / (double) Math.max(1, rows);
  }

  private boolean hasSomethingToLearnFrom(List<SparseVector> vectors) {
    return (learning instanceof LabelFeedback labels
            ? HeldOutRankings.ofLabels(vectors, labels, 1, 1).units()
            : learning instanceof GroupFeedback groups
                ? groups.groups().paired()
                : ((TripletFeedback) learning).list().size())
        > 0;
  }

  private static FeedbackSplit ofLabels(LabelFeedback feedback, double share, long seed) {
    int[] rows = feedback.rows();
    Split split = Split.perClass(Arrays.stream(rows).map(feedback::label).toArray(), share, seed);
    return new FeedbackSplit(
        feedback.of(Arrays.stream(split.train()).map(place -> rows[place]).toArray()),
        feedback.of(Arrays.stream(split.test()).map(place -> rows[place]).toArray()));
  }

  private static FeedbackSplit ofGroups(RowGroups groups, double share, long seed) {
    UnitSplit units =
        UnitSplit.holdingOut(IntStream.range(0, groups.paired()).toArray(), share, seed);
    // a group of one row has nothing to find, but its row can be a wrong answer
    IntStream unpaired = IntStream.range(groups.paired(), groups.size());
    return new FeedbackSplit(
        new GroupFeedback(
            groups.select(
                IntStream.concat(Arrays.stream(units.learning(HELD_OUT)), unpaired).toArray())),
        new GroupFeedback(groups.select(units.heldOut(HELD_OUT))));
  }

  private static FeedbackSplit ofTriplets(FixedTriplets triplets, double share, long seed) {
    TripletRows triplet = new TripletRows();
    int[] queries = new int[(int) triplets.size()];
    for (int position = 0; position < queries.length; position++) {
      triplets.read(position, triplet);
      queries[position] = triplet.query();
    }
    UnitSplit units = UnitSplit.holdingOut(queries, share, seed);
    int[] heldOut = units.heldOut(HELD_OUT);
    BitSet out = new BitSet();
    Arrays.stream(heldOut).forEach(position -> out.set(queries[position]));
    int[] learning =
        Arrays.stream(units.learning(HELD_OUT))
            .filter(
                position -> {
                  triplets.read(position, triplet);
                  return !out.get(triplet.positive()) && !out.get(triplet.negative());
                })
            .toArray();
    return new FeedbackSplit(
        new TripletFeedback(triplets.select(learning)),
        new TripletFeedback(triplets.select(heldOut)));
  }

  /** What to learn from. */
  public RowFeedback learning() {
    return learning;
  }

  /**
   * What is held out, for measuring.
   *
   * @param vectors the rows of the data set, normalised
   */
  public HeldOut heldOut(List<SparseVector> vectors, int threads) {
    return heldOut(vectors, MOST_QUERIES, threads);
  }

  /** The same with all its queries, however long that takes. */
  public HeldOut allHeldOut(List<SparseVector> vectors, int threads) {
    return heldOut(vectors, Integer.MAX_VALUE, threads);
  }

  private HeldOut heldOut(List<SparseVector> vectors, int mostQueries, int threads) {
    if (heldOut instanceof LabelFeedback labels) {
      return HeldOutRankings.ofLabels(vectors, labels, mostQueries, threads);
    }
    if (heldOut instanceof GroupFeedback groups) {
      return HeldOutRankings.ofGroups(
          vectors, groups.groups(), ((GroupFeedback) learning).groups(), mostQueries, threads);
    }
    return new HeldOutTriplets(vectors, ((TripletFeedback) heldOut).list(), threads);
  }

  /** Says that what is held out is too few, and how many would do. */
  public static String tooFew(int found, String unit, double share) {
    return String.format(
        Locale.ROOT,
        "too few to tell a gain from chance: %,d held-out %s, of %d that it takes; about %,d %s in"
            + " all would do",
        found,
        unit,
        Gain.LEAST_UNITS,
        (int) Math.ceil(Gain.LEAST_UNITS / share),
        unit);
  }
}
