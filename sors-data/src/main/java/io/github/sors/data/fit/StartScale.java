package io.github.sors.data.fit;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.TripletSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The size of the start's scores S(x, y) = xᵀy on the rows to learn from, and the options of
 * AdaSORS for it.
 *
 * <p>The paper's margin of 1 and step size of 0.1 suit scores of a certain size. If the scores of a
 * positive and a negative typically differ by 0.1, the first rounds with these options change
 * scores by more than their whole range, and neighbours that the start ranks right are lost. So the
 * margin is a multiple of the typical difference s, and the step size is chosen so that the first
 * step on a triplet moves its difference by the margin: while σ = δ, a step of η/δ · x(x⁺ - x⁻)ᵀ
 * moves it by η/δ · ‖x‖² ‖x⁺ - x⁻‖².
 *
 * @param difference s, the mean of |S(x, x⁺) - S(x, x⁻)| over triplets
 * @param squaredLength the mean of ‖x‖²
 * @param stepGain the mean of ‖x‖² ‖x⁺ - x⁻‖²
 */
public record StartScale(double difference, double squaredLength, double stepGain) {

  private static final int TRIPLETS = 1_000;

  // the margin in units of the typical difference
  private static final double MARGIN = 3;

  // δ in units of a squared length, like the entries of a gradient; the paper's value for unit
  // length
  private static final double DELTA = 0.1;

  /** Measures the first triplets of a source. */
  public static StartScale of(TripletSource source, List<SparseVector> vectors) {
    int count = (int) Math.min(TRIPLETS, source.size());
    double difference = 0;
    double squaredLength = 0;
    double stepGain = 0;
    for (int k = 0; k < count; k++) {
      Triplet triplet = source.triplet(k, vectors);
      double length = triplet.query().dot(triplet.query());
      double apart =
          triplet.positive().dot(triplet.positive())
              - 2 * triplet.positive().dot(triplet.negative())
              + triplet.negative().dot(triplet.negative());
      difference +=
          Math.abs(
              triplet.query().dot(triplet.positive()) - triplet.query().dot(triplet.negative()));
      squaredLength += length;
      stepGain += length * apart;
    }
    return new StartScale(difference / count, squaredLength / count, stepGain / count);
  }

  /** Whether all numbers are above zero, so that options can be computed. */
  public boolean isUsable() {
    return difference > 0
        && squaredLength > 0
        && stepGain > 0
        && Double.isFinite(difference + squaredLength + stepGain);
  }

  /** Margin, step size and smoothing of AdaSORS in these units. */
  public Map<String, String> adaSorsOptions() {
    double margin = MARGIN * difference;
    double delta = DELTA * squaredLength;
    return Map.of(
        "margin", rounded(margin),
        "delta", rounded(delta),
        "eta", rounded(delta * margin / stepGain));
  }

  /** Rounds to three digits, so that the reported options give the same bits when typed again. */
  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
