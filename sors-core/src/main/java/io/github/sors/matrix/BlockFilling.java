package io.github.sors.matrix;

import io.github.sors.Triplet;
import io.github.sors.feature.FeatureNumbering;
import java.util.List;

/** Decides which rounds to play at once, and fills a {@link SpeculativeBlock} with them. */
final class BlockFilling {

  // blocks pay if vectors have at least one in so many features: with fewer, gathering them from a
  // row costs more than bringing the row into the cache once saves
  private static final int DENSE_SHARE = 2;

  private final LazyMatrix matrix;
  private final SpeculativeBlock block;
  private final FeatureNumbering rowNumbers;
  private final FeatureNumbering columnNumbers;

  BlockFilling(LazyMatrix matrix, SpeculativeBlock block) {
    this.matrix = matrix;
    this.block = block;
    this.rowNumbers = matrix.rowNumbers();
    this.columnNumbers = matrix.columnNumbers();
  }

  /** Takes as many triplets as make one block; returns whether that is worthwhile. */
  boolean fill(List<Triplet> triplets, double[] etas) {
    block.clear();
    int most = SpeculativeBlock.roundsInCache(Math.max(1, columnNumbers.size()));
    most = Math.min(most, triplets.size());
    if (most < 2 || !suitsBlock(triplets.get(0)) || !suitsBlock(triplets.get(1))) {
      return false;
    }
    double time = matrix.clock();
    double largest = matrix.largestAddend();
    for (int k = 0; k < most; k++) {
      Triplet triplet = triplets.get(k);
      // whoever plays an impossible one alone will say what is wrong with it
      if (!suitsBlock(triplet)
          || !block.next().takeIfValid(triplet)
          || !block.next().allows(etas[k])) {
        break;
      }
      block.next().number(rowNumbers, columnNumbers);
      largest = Math.max(largest, Math.abs(etas[k]) * block.next().largestProduct());
      block.add(etas[k], time, columnNumbers.size(), largest);
      time += etas[k];
    }
    return block.rounds() > 1 && matrix.hasRoomForBlock();
  }

  private boolean suitsBlock(Triplet triplet) {
    return isDense(triplet) && matrix.isWithin(triplet);
  }

  /** Whether the vectors have a good part of all features, and a round is worth some effort. */
  private boolean isDense(Triplet triplet) {
    long queryFeatures = triplet.query().size();
    long itemFeatures = Math.max(triplet.positive().size(), triplet.negative().size());
    return queryFeatures * itemFeatures >= Round.SMALLEST_SHARED_ROUND
        && queryFeatures * DENSE_SHARE >= rowNumbers.size()
        && itemFeatures * DENSE_SHARE >= columnNumbers.size();
  }
}
