package io.github.sors.matrix;

import io.github.sors.kernel.Dither;
import io.github.sors.kernel.DitheredKernels;
import io.github.sors.kernel.ShrinkageKernels;
import io.github.sors.kernel.VarianceKernels;
import io.github.sors.matrix.store.GatheredEntries;
import io.github.sors.matrix.store.LevelReader;

/**
 * Applies a round to the gathered entries of one row, with the kernels for the shrinkage of the
 * matrix: one rate for all entries or one rate per entry.
 *
 * <p>In every method, {@code shrunk} is lambda times the clock before the round.
 */
final class EntryArithmetic {

  // far larger than rounding errors, far too small to matter
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

  /** The score of a row whose levels were turned into values. */
  float score(GatheredEntries entries, int offset, PreparedTriplet triplet) {
    return ShrinkageKernels.dot(entries.levels, offset, triplet.values(), triplet.count());
  }

  /**
   * Steps along the gradient of the row with the query's value x, from values to levels.
   *
   * @param clock whose decision must be not to dither steps; it may dither squares
   */
  void step(
      GatheredEntries entries,
      int offset,
      PreparedTriplet triplet,
      float x,
      double step,
      float shrunk,
      RowClock clock) {
    float[] p = triplet.values();
    int count = triplet.count();
    float[] values = entries.levels;
    float[] squares = entries.squares;
    float eta = (float) step;
    if (!adaptive) {
      ShrinkageKernels.step(values, offset, p, count, (float) (step * x), shrunk);
    } else if (clock.squareDither == Dither.NONE) {
      ShrinkageKernels.stepAdaptive(values, squares, offset, p, count, x, eta, shrunk, delta);
    } else {
      ShrinkageKernels.addSquares(squares, offset, p, count, x, clock.squareDither);
      ShrinkageKernels.stepScaled(values, squares, offset, p, count, x, eta, shrunk, delta);
    }
  }

  /** Does the same from levels to levels, if the clock has decided to dither steps. */
  void stepDithered(
      GatheredEntries entries,
      int offset,
      PreparedTriplet triplet,
      float x,
      double step,
      double shrunk,
      RowClock clock) {
    float[] p = triplet.values();
    int count = triplet.count();
    if (adaptive) {
      DitheredKernels.stepAdaptive(
          entries.levels,
          entries.squares,
          offset,
          p,
          count,
          x,
          step,
          shrunk,
          delta,
          clock.stepDither);
    } else {
      DitheredKernels.step(entries.levels, offset, p, count, step * x, shrunk, clock.stepDither);
    }
  }

  /** Steps by the variances of the entries, see {@link VarianceKernels#step}. */
  void stepByVariance(
      GatheredEntries entries,
      int offset,
      PreparedTriplet triplet,
      float x,
      double step,
      double r,
      double variance,
      RowClock clock) {
    VarianceKernels.step(
        entries.levels,
        entries.squares,
        offset,
        triplet.values(),
        triplet.count(),
        x,
        step,
        r,
        variance,
        clock.stepDither,
        clock.squareDither);
  }

  /**
   * The ratio of the thresholds to the values that a step is about to write.
   *
   * @param entries before the step
   */
  double excess(
      GatheredEntries entries,
      int offset,
      PreparedTriplet triplet,
      float x,
      double step,
      double shrunk) {
    float[] values = entries.levels;
    float[] p = triplet.values();
    int count = triplet.count();
    double scale = step * x;
    // four independent sums, which the processor computes in parallel
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int k = 0;
    if (!adaptive) {
      for (; k <= count - 4; k += 4) {
        a += Math.abs(values[offset + k] + scale * p[k]);
        b += Math.abs(values[offset + k + 1] + scale * p[k + 1]);
        c += Math.abs(values[offset + k + 2] + scale * p[k + 2]);
        d += Math.abs(values[offset + k + 3] + scale * p[k + 3]);
      }
    }
    for (; k < count; k++) {
      double value = values[offset + k];
      if (adaptive) {
        float g = x * p[k];
        value *= delta + (float) Math.sqrt(entries.squares[offset + k] + g * g);
      }
      a += Math.abs(value + scale * p[k]);
    }
    return shrunk * count / ((a + b) + (c + d));
  }

  /** The score of a row, without changing its levels. */
  float readAndScore(GatheredEntries row, float[] values, PreparedTriplet triplet, float shrunk) {
    float[] p = triplet.values();
    int count = triplet.count();
    return adaptive
        ? ShrinkageKernels.scoreAdaptive(row.levels, row.squares, values, p, count, shrunk, delta)
        : ShrinkageKernels.score(row.levels, values, p, count, shrunk);
  }

  /** Reads, scores and steps in one pass; only if nothing is dithered. */
  float play(GatheredEntries row, PreparedTriplet triplet, float x, double step, float shrunk) {
    float[] p = triplet.values();
    int count = triplet.count();
    return adaptive
        ? ShrinkageKernels.playAdaptive(
            row.levels, row.squares, p, count, x, (float) step, shrunk, delta)
        : ShrinkageKernels.play(row.levels, p, count, (float) (step * x), shrunk);
  }

  /** The square of an entry that does not shrink, after a step. */
  float steppedSquare(float square, float gradient, RowClock clock) {
    return clock.squareDither == Dither.NONE
        ? square + gradient * gradient
        : Dither.round(square, (double) gradient * gradient, clock.squareDither);
  }

  /** The value of an entry that does not shrink, after a step that resulted in the given square. */
  float steppedValue(float value, float square, float gradient, double step, RowClock clock) {
    if (clock.stepDither != Dither.NONE) {
      double sigma = adaptive ? delta + Math.sqrt(square) : 1;
      return Dither.round(value, step * gradient / sigma, clock.stepDither);
    }
    float scale = (float) step;
    if (adaptive) {
      scale = scale / (delta + (float) Math.sqrt(square));
    }
    return value + scale * gradient;
  }

  /** The average rate of a row's entries: how far a step of 1 moves them along the gradient. */
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
   * Whether |level| is below shrunk / (delta + √square) by more than rounding. Most touched entries
   * are, and this test takes no root and no division.
   */
  private boolean isSurelyZero(float level, float square, float shrunk) {
    float missing = shrunk - delta * Math.abs(level);
    return missing > CLEARLY * shrunk && square * level * level < (1 - CLEARLY) * missing * missing;
  }

  /** Reads the values of a row. */
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

  /**
   * Subtracts a part of a row's shrinkage from its levels, which remain levels. A difference that a
   * float cannot hold exactly is dithered.
   */
  LevelReader settler(double taken, RowClock clock) {
    float dither = Dither.of(clock.steps);
    return new LevelReader() {

      @Override
      public float valueOf(float level, float square) {
        if (adaptive && isSurelyZero(level, square, (float) taken)) {
          return 0;
        }
        double lost = adaptive ? taken / (delta + Math.sqrt(square)) : taken;
        if (Math.abs(level) <= lost) {
          return 0;
        }
        return Dither.round(level, level > 0 ? -lost : lost, dither);
      }

      @Override
      public void read(GatheredEntries entries, int count) {
        for (int k = 0; k < count; k++) {
          if (entries.levels[k] != 0) {
            entries.levels[k] = valueOf(entries.levels[k], adaptive ? entries.squares[k] : 0);
          }
        }
      }
    };
  }
}
