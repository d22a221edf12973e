package io.github.sors.adapter;

import io.github.sors.embedding.Embeddings;
import io.github.sors.embedding.LocatedRows;
import io.github.sors.embedding.QueryMatrix;
import io.github.sors.kernel.EmbeddingKernels;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;

/**
 * The loss of one choice over its candidates C, and its gradient:
 *
 * <pre>
 * target   t = (1 - a) · softmax(q·C / τ) + a · (equal parts for the chosen items)
 * loss     L = -Σ tᵢ log softmax(norm(Mᵀq)·C / τ)ᵢ
 * gradient of norm(Mᵀq) = n:  g = Σ (pᵢ - tᵢ) cᵢ / τ        of Mᵀq:  (g - (g·n) n) / ‖Mᵀq‖
 * </pre>
 *
 * <p>The first part of the target is the start's own opinion; it anchors what is learnt. If nothing
 * was chosen, the skipped items' part of the second goes to all others, in proportion to the start.
 * Candidates with the same numbers are one candidate. Costs O(d² + |C| d).
 */
final class ListwiseLoss {

  private final Embeddings items;
  private final int dimension;
  private final Candidates candidates;
  private final LocatedRows rows;
  private float[] startScores = {};
  private float[] scores = {};
  private double[] target = {};
  private float[] slopes = {};
  private int[] kept = {};
  private final float[] moved;

  ListwiseLoss(Embeddings items) {
    this.items = items;
    dimension = items.space().dimension();
    candidates = new Candidates(items);
    rows = new LocatedRows(dimension, 0);
    moved = new float[dimension];
  }

  /** Where the candidates are filled in, the chosen items first. */
  Candidates candidates() {
    return candidates;
  }

  /**
   * Computes the loss over the candidates.
   *
   * @param temperature τ
   * @param trust a
   * @param factor of the gradient
   * @param gradient where the gradient of Mᵀq is written
   * @return the loss, without the factor
   */
  double compute(
      LoggedChoice choice,
      QueryMatrix matrix,
      double temperature,
      double trust,
      double factor,
      float[] gradient,
      int at) {
    Arrays.fill(gradient, at, at + dimension, 0);
    double length = matrix.transform(choice.query(), moved, 0);
    int size = locate();
    float[][] arrays = rows.arrays();
    int[] offsets = rows.offsets();
    EmbeddingKernels.dotsOfTwo(
        choice.query(), 0, moved, 0, arrays, offsets, size, dimension, startScores, scores);
    double part = choice.chosen().length == 0 ? 0 : 1.0 / choice.chosen().length;
    for (int k = 0; k < size; k++) {
      target[k] = k < choice.chosen().length ? part : 0;
    }
    size = unite(size);
    setTarget(choice, size, temperature, trust);
    double loss = setSlopes(size, temperature, factor);
    if (length == 0) {
      return loss;
    }
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.addFour(gradient, at, slopes, k, arrays, offsets, 0, dimension);
    }
    for (; k < size; k++) {
      EncoderKernels.add(gradient, at, slopes[k], arrays[k], offsets[k], dimension);
    }
    float along = EmbeddingKernels.dot(gradient, at, moved, 0, dimension);
    float scale = (float) (1 / length);
    for (int j = 0; j < dimension; j++) {
      gradient[at + j] = (gradient[at + j] - along * moved[j]) * scale;
    }
    return loss;
  }

  private int locate() {
    int size = candidates.size();
    rows.reserve(size);
    if (scores.length < size) {
      startScores = new float[size];
      scores = new float[size];
      target = new double[size];
      slopes = new float[size];
      kept = new int[size];
    }
    for (int k = 0; k < size; k++) {
      items.locate(candidates.get(k), rows, k);
      kept[k] = candidates.get(k);
    }
    return size;
  }

  /** Drops candidates that equal an earlier one, which gets their part of the target. */
  private int unite(int size) {
    int[] table = new int[Integer.highestOneBit(Math.max(1, size)) * 4];
    int mask = table.length - 1;
    int left = 0;
    for (int k = 0; k < size; k++) {
      // equal vectors have equal scores
      int place = ((Float.floatToRawIntBits(startScores[k]) * 0x9E3779B9) >>> 5) & mask;
      int same = -1;
      while (table[place] != 0 && same < 0) {
        int other = table[place] - 1;
        if (startScores[other] == startScores[k] && rows.areEqual(other, k)) {
          same = other;
        } else {
          place = (place + 1) & mask;
        }
      }
      if (same >= 0) {
        target[same] += target[k];
        continue;
      }
      rows.move(k, left);
      startScores[left] = startScores[k];
      scores[left] = scores[k];
      target[left] = target[k];
      kept[left] = kept[k];
      table[place] = ++left;
    }
    return left;
  }

  private void setTarget(LoggedChoice choice, int size, double temperature, double trust) {
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < size; k++) {
      most = Math.max(most, startScores[k]);
    }
    double sum = 0;
    double allowed = 0;
    double[] weights = new double[size];
    for (int k = 0; k < size; k++) {
      weights[k] = Math.exp((startScores[k] - most) / temperature);
      sum += weights[k];
      allowed += isAmong(choice.skipped(), kept[k]) ? 0 : weights[k];
    }
    boolean refusal = choice.chosen().length == 0;
    for (int k = 0; k < size; k++) {
      double wanted = target[k];
      if (refusal) {
        boolean refused = isAmong(choice.skipped(), kept[k]);
        wanted = allowed == 0 ? weights[k] / sum : refused ? 0 : weights[k] / allowed;
      }
      target[k] = (1 - trust) * weights[k] / sum + trust * wanted;
    }
  }

  private static boolean isAmong(int[] numbers, int number) {
    for (int other : numbers) {
      if (other == number) {
        return true;
      }
    }
    return false;
  }

  private double setSlopes(int size, double temperature, double factor) {
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < size; k++) {
      most = Math.max(most, scores[k]);
    }
    double sum = 0;
    for (int k = 0; k < size; k++) {
      sum += Math.exp((scores[k] - most) / temperature);
    }
    double logSum = Math.log(sum);
    double loss = 0;
    for (int k = 0; k < size; k++) {
      double logShare = (scores[k] - most) / temperature - logSum;
      loss -= target[k] * logShare;
      slopes[k] = (float) (factor * (Math.exp(logShare) - target[k]) / temperature);
    }
    return loss;
  }
}
