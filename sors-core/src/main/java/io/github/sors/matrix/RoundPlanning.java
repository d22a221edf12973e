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
    return plan(plan, triplets, etas, plan.most(), RoundPlanning::isWorthSharing);
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
        .forEachRow(rounds, (k, thread) -> valid[k] = plan.triplet(k).takeIfValid(triplets.get(k)));
    double time = matrix.clock();
    double largest = matrix.largestAddend();
    for (int k = 0; k < rounds; k++) {
      PreparedTriplet triplet = plan.triplet(k);
      // stop here: the round played alone throws with a message that says what is wrong
      if (!valid[k] || !triplet.allows(etas[k])) {
        break;
      }
      triplet.number(rowNumbers, columnNumbers);
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

  private static boolean isWorthSharing(Triplet triplet) {
    long queryFeatures = triplet.query().size();
    long smallest = Math.max(triplet.positive().size(), triplet.negative().size());
    long largest = (long) triplet.positive().size() + triplet.negative().size();
    return queryFeatures * smallest >= Round.SMALLEST_SHARED_ROUND
        && queryFeatures * largest <= Round.LARGEST_GATHER;
  }
}
