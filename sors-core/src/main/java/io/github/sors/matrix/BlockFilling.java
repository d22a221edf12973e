package io.github.sors.matrix;

import io.github.sors.Triplet;
import io.github.sors.feature.FeatureNumbering;
import java.util.List;

/** Decides which rounds to play at once, and fills a {@link SpeculativeBlock} with them. */
final class BlockFilling {

  // a block is faster only if a vector has at least one in this many features; for sparser vectors,
  // gathering from a row costs more than loading the row into the cache once saves
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

  /** Fills the block with triplets; returns whether playing it as a block is worthwhile. */
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
      // stop here: the round played alone throws with a message that says what is wrong
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

  /** Whether the vectors are dense enough, and a round large enough, for a block. */
  private boolean isDense(Triplet triplet) {
    long queryFeatures = triplet.query().size();
    long itemFeatures = Math.max(triplet.positive().size(), triplet.negative().size());
    return queryFeatures * itemFeatures >= Round.SMALLEST_SHARED_ROUND
        && queryFeatures * DENSE_SHARE >= rowNumbers.size()
        && itemFeatures * DENSE_SHARE >= columnNumbers.size();
  }
}
