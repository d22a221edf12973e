package io.github.sors.matrix;

import io.github.sors.kernel.ShrinkageKernels;

/**
 * What a round does to the entries of one row, once they lie side by side: the kernels that suit a
 * matrix, with one rate of shrinkage for all entries or with one for each.
 *
 * <p>Everywhere {@code shrunk} is lambda times the clock before the round.
 */
final class EntryArithmetic {

  // far more than rounding, far less than would matter
  private static final float CLEARLY = 1e-3f;

  private final boolean adaptive;
  private final float delta;

  EntryArithmetic(Shrinkage shrinkage) {
    this.adaptive = shrinkage.adaptive();
    this.delta = (float) shrinkage.delta();
  }

  /** Turns levels into values. */
  void read(GatheredEntries entries, int offset, int count, float shrunk) {
    if (shrunk == 0) {
      return;
    }
    if (adaptive) {
      ShrinkageKernels.readAdaptive(entries.levels, entries.squares, offset, count, shrunk, delta);
    } else {
      ShrinkageKernels.read(entries.levels, offset, count, shrunk);
    }
  }

  /** The score of values that were read. */
  float score(GatheredEntries entries, int offset, HeldTriplet triplet) {
    return ShrinkageKernels.dot(entries.levels, offset, triplet.values(), triplet.count());
  }

  /** Steps along the gradient of the row with the query's value x, from values to levels. */
  void step(
      GatheredEntries entries,
      int offset,
      HeldTriplet triplet,
      float x,
      double step,
      float shrunk) {
    float[] p = triplet.values();
    int count = triplet.count();
    if (adaptive) {
      ShrinkageKernels.stepAdaptive(
          entries.levels, entries.squares, offset, p, count, x, (float) step, shrunk, delta);
    } else {
      ShrinkageKernels.step(entries.levels, offset, p, count, (float) (step * x), shrunk);
    }
  }

  /** The score of a row whose levels stay as they are. */
  float readAndScore(GatheredEntries row, float[] values, HeldTriplet triplet, float shrunk) {
    float[] p = triplet.values();
    int count = triplet.count();
    return adaptive
        ? ShrinkageKernels.scoreAdaptive(row.levels, row.squares, values, p, count, shrunk, delta)
        : ShrinkageKernels.score(row.levels, values, p, count, shrunk);
  }

  /** Reads, scores and steps in one go. */
  float play(GatheredEntries row, HeldTriplet triplet, float x, double step, float shrunk) {
    float[] p = triplet.values();
    int count = triplet.count();
    return adaptive
        ? ShrinkageKernels.playAdaptive(
            row.levels, row.squares, p, count, x, (float) step, shrunk, delta)
        : ShrinkageKernels.play(row.levels, p, count, (float) (step * x), shrunk);
  }

  /** The square of an entry that does not shrink, after a step. */
  float steppedSquare(float square, float gradient) {
    return square + gradient * gradient;
  }

  /** The value of an entry that does not shrink, after a step that has brought its square here. */
  float steppedValue(float value, float square, float gradient, double step) {
    float scale = (float) step;
    if (adaptive) {
      scale = scale / (delta + (float) Math.sqrt(square));
    }
    return value + scale * gradient;
  }

  /** By how much the entries of a row, on average, go along the gradient if the step is 1. */
  double typicalRate(GatheredEntries row, int count) {
    if (!adaptive) {
      return 1;
    }
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += 1 / (delta + Math.sqrt(row.squares[k]));
    }
    return sum / count;
  }

  /**
   * Whether |level| is below shrunk / (delta + √square) by more than rounding: most entries that
   * were ever touched are, and this takes no root and no division to see.
   */
  private boolean isSurelyZero(float level, float square, float shrunk) {
    float missing = shrunk - delta * Math.abs(level);
    return missing > CLEARLY * shrunk && square * level * level < (1 - CLEARLY) * missing * missing;
  }

  LevelReader reader(float shrunk) {
    return new LevelReader() {

      @Override
      public float valueOf(float level, float square) {
        if (!adaptive) {
          return ShrinkageKernels.soft(level, shrunk);
        }
        return isSurelyZero(level, square, shrunk)
            ? 0
            : ShrinkageKernels.soft(level, shrunk / (delta + (float) Math.sqrt(square)));
      }

      @Override
      public void read(GatheredEntries entries, int count) {
        EntryArithmetic.this.read(entries, 0, count, shrunk);
      }
    };
  }
}
