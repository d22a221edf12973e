package io.github.sors.matrix;

import io.github.sors.Triplet;
import io.github.sors.feature.FeatureNumbering;
import java.util.List;
import java.util.function.Predicate;

/** Decides which rounds to play at once, and how. */
final class RoundPlanning {

  // a block is faster only if a vector has at least one in this many features; for sparser vectors,
  // gathering from a row costs more than loading the row into the cache once saves
  private static final int DENSE_SHARE = 2;
  // the entries from which a round takes longer than the waiting for other threads: some 5 µs on a
  // server; an entry takes 6 ns in dense rows and 20 to 60 in hashed ones
  private static final long SMALLEST_DENSE_ROUND = 2048;
  private static final long SMALLEST_HASHED_ROUND = 512;

  private final LazyMatrix matrix;
  private final FeatureNumbering rowNumbers;
  private final FeatureNumbering columnNumbers;

  RoundPlanning(LazyMatrix matrix) {
    this.matrix = matrix;
    this.rowNumbers = matrix.rowNumbers();
    this.columnNumbers = matrix.columnNumbers();
  }

  /** Plans a {@link SpeculativeBlock}; returns whether playing it is worthwhile. */
  boolean planBlock(PlannedRounds plan, List<Triplet> triplets, double[] etas) {
    int most = SpeculativeBlock.roundsInCache(Math.max(1, columnNumbers.size()));
    return matrix.hasRoomForBlock()
        && plan(plan, triplets, etas, most, this::isDense)
        && matrix.hasRoomForBlock();
  }

  /** Plans rounds for {@link RoundLanes}; returns whether playing them is worthwhile. */
  boolean planLanes(PlannedRounds plan, List<Triplet> triplets, double[] etas) {
    long smallest = matrix.hasDenseRows() ? SMALLEST_DENSE_ROUND : SMALLEST_HASHED_ROUND;
    return plan(plan, triplets, etas, plan.most(), triplet -> isWorthSharing(triplet, smallest));
  }

  private boolean plan(
      PlannedRounds plan,
      List<Triplet> triplets,
      double[] etas,
      int most,
      Predicate<Triplet> suits) {
    plan.clear();
    int rounds = 0;
    while (rounds < Math.min(most, triplets.size())
        && suits.test(triplets.get(rounds))
        && matrix.isWithin(triplets.get(rounds))) {
      rounds++;
    }
    if (rounds < 2) {
      return false;
    }
    boolean[] valid = new boolean[rounds];
    matrix
        .workers()
        .forEachRow(
            rounds,
            (k, thread) -> {
              valid[k] = plan.triplet(k).takeIfValid(triplets.get(k));
              if (valid[k]) {
                plan.triplet(k).find(rowNumbers, columnNumbers);
              }
            });
    double time = matrix.clock();
    double largest = matrix.largestAddend();
    for (int k = 0; k < rounds; k++) {
      PreparedTriplet triplet = plan.triplet(k);
      // stop here: the round played alone throws with a message that says what is wrong
      if (!valid[k] || !triplet.allows(etas[k])) {
        break;
      }
      if (!triplet.isNumbered()) {
        triplet.number(rowNumbers, columnNumbers);
      }
      largest = Math.max(largest, Math.abs(etas[k]) * triplet.largestProduct());
      plan.add(etas[k], time, columnNumbers.size(), largest);
      time += etas[k];
    }
    return plan.count() > 1;
  }

  /** Whether the vectors are dense enough, and a round large enough, for a block. */
  private boolean isDense(Triplet triplet) {
    long queryFeatures = triplet.query().size();
    long itemFeatures = Math.max(triplet.positive().size(), triplet.negative().size());
    return queryFeatures * itemFeatures >= Round.SMALLEST_SHARED_ROUND
        && queryFeatures * DENSE_SHARE >= rowNumbers.size()
        && itemFeatures * DENSE_SHARE >= columnNumbers.size();
  }

  private static boolean isWorthSharing(Triplet triplet, long smallestShared) {
    long queryFeatures = triplet.query().size();
    long smallest = Math.max(triplet.positive().size(), triplet.negative().size());
    long largest = (long) triplet.positive().size() + triplet.negative().size();
    return queryFeatures * smallest >= smallestShared
        && queryFeatures * largest <= Round.LARGEST_GATHER;
  }
}
