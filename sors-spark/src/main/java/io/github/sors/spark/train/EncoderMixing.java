package io.github.sors.spark.train;

import io.github.sors.LearningProgress;
import io.github.sors.encoder.row.EncoderRows;
import io.github.sors.encoder.row.RandomStart;
import io.github.sors.learn.EncoderOptions;
import java.util.Arrays;
import java.util.List;

/**
 * Mixes what several partitions have made of the same rows of an encoder.
 *
 * <p>With w₀ and G₀ the row and its squared gradients before, w_p and G_p after the rounds of
 * partition p:
 *
 * <pre>
 * G ← G₀ + Σ_p (G_p - G₀)              w ← w₀ + Σ_p f_p (w_p - w₀)
 *
 * scaled  f_p = (δ + √G_p) / (δ + √G)
 * sum     f_p = 1
 * mean    f_p = 1 / the number of partitions that have changed the row
 * </pre>
 *
 * <p>AdaGrad divides a step by the root of the squared gradients. A partition knows only its own;
 * {@code scaled} reduces its step to about what it would have been with those of all partitions. A
 * row that a single partition has changed is taken as it is.
 */
public final class EncoderMixing {

  /** The factor of a partition's change. */
  public enum Rule {
    SCALED,
    SUM,
    MEAN
  }

  private final int k;
  private final RandomStart start;
  private final Rule rule;
  private final double delta;

  EncoderMixing(EncoderOptions options, Rule rule) {
    this.k = options.dimensions();
    this.start = new RandomStart(options.seed(), 0, k);
    this.rule = rule;
    this.delta = options.delta();
  }

  /**
   * Mixes changes into a block.
   *
   * @param before the block before the slice
   * @param changes the changes of the partitions, in their order
   */
  EncoderBlock mixed(EncoderBlock before, List<EncoderBlock> changes) {
    int[] features = union(before, changes);
    double[] squares = new double[features.length];
    float[] values = new float[capacity(features.length)];
    double[] sum = new double[k];
    float[] base = new float[k];
    int[] places = new int[changes.size()];
    int place = 0;
    for (int row = 0; row < features.length; row++) {
      int feature = features[row];
      EncoderRows old = before.rows();
      if (place < old.size() && old.features()[place] == feature) {
        System.arraycopy(old.values(), place * k, base, 0, k);
        squares[row] = old.squares()[place++];
      } else {
        start.fill(feature, base, 0);
      }
      mix(feature, changes, places, base, sum, squares, row, values);
    }
    LearningProgress progress = LearningProgress.NONE;
    for (EncoderBlock change : changes) {
      progress = plus(progress, change.progress());
    }
    return new EncoderBlock(before.source(), new EncoderRows(features, squares, values), progress);
  }

  /** Writes one mixed row, and moves on to the next place of each partition that has the row. */
  private void mix(
      int feature,
      List<EncoderBlock> changes,
      int[] places,
      float[] base,
      double[] sum,
      double[] squares,
      int row,
      float[] values) {
    double before = squares[row];
    int count = 0;
    int last = -1;
    for (int p = 0; p < places.length; p++) {
      EncoderRows changed = changes.get(p).rows();
      if (places[p] < changed.size() && changed.features()[places[p]] == feature) {
        squares[row] += changed.squares()[places[p]] - before;
        count++;
        last = p;
      }
    }
    int at = row * k;
    if (count == 1) {
      EncoderRows changed = changes.get(last).rows();
      System.arraycopy(changed.values(), places[last] * k, values, at, k);
      squares[row] = changed.squares()[places[last]++];
    } else {
      Arrays.fill(sum, 0);
      for (int p = 0; p < places.length && count > 0; p++) {
        EncoderRows changed = changes.get(p).rows();
        if (places[p] < changed.size() && changed.features()[places[p]] == feature) {
          double factor = factor(changed.squares()[places[p]], squares[row], count);
          int from = places[p]++ * k;
          for (int j = 0; j < k; j++) {
            sum[j] += factor * (changed.values()[from + j] - base[j]);
          }
        }
      }
      for (int j = 0; j < k; j++) {
        values[at + j] = (float) (base[j] + sum[j]);
      }
    }
  }

  private double factor(double square, double total, int count) {
    return switch (rule) {
      case SCALED -> (delta + Math.sqrt(square)) / (delta + Math.sqrt(total));
      case SUM -> 1;
      case MEAN -> 1.0 / count;
    };
  }

  private static int[] union(EncoderBlock before, List<EncoderBlock> changes) {
    int total = before.rows().size();
    for (EncoderBlock change : changes) {
      total = Math.addExact(total, change.rows().size());
    }
    int[] all = Arrays.copyOf(before.rows().features(), total);
    int end = before.rows().size();
    for (EncoderBlock change : changes) {
      System.arraycopy(change.rows().features(), 0, all, end, change.rows().size());
      end += change.rows().size();
    }
    Arrays.sort(all);
    int count = 0;
    for (int k = 0; k < total; k++) {
      if (k == 0 || all[k] != all[k - 1]) {
        all[count++] = all[k];
      }
    }
    return Arrays.copyOf(all, count);
  }

  /** The number of values of some rows. */
  private int capacity(int rows) {
    long needed = (long) rows * k;
    if (needed > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "a block of the encoder has "
              + rows
              + " rows of "
              + k
              + " numbers, more than fit into an array: take more partitions, or a smaller"
              + " encodingLength");
    }
    return (int) needed;
  }

  static LearningProgress plus(LearningProgress one, LearningProgress other) {
    return new LearningProgress(
        one.rounds() + other.rounds(),
        one.activeRounds() + other.activeRounds(),
        one.cumulativeLoss() + other.cumulativeLoss(),
        one.touchedEntries() + other.touchedEntries());
  }
}
