package io.github.sors.learn;

import io.github.sors.encoder.row.Slabs;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;

/**
 * The cosines of a triplet's encodings, and their gradients.
 *
 * @param query ‖h‖
 * @param positive ‖h⁺‖
 * @param negative ‖h⁻‖
 * @param toPositive S(x, x⁺), 0 where an encoding is zero
 * @param toNegative S(x, x⁻)
 */
record Cosines(
    double query, double positive, double negative, double toPositive, double toNegative) {

  static Cosines of(float[] h, float[] hPositive, float[] hNegative, int k) {
    double query = Math.sqrt(Slabs.dot(h, h, k));
    double positive = Math.sqrt(Slabs.dot(hPositive, hPositive, k));
    double negative = Math.sqrt(Slabs.dot(hNegative, hNegative, k));
    return new Cosines(
        query,
        positive,
        negative,
        cosine(Slabs.dot(h, hPositive, k), query * positive),
        cosine(Slabs.dot(h, hNegative, k), query * negative));
  }

  private static double cosine(double product, double lengths) {
    return lengths > 0 ? product / lengths : 0;
  }

  /** Δ = S(x, x⁺) - S(x, x⁻). */
  double difference() {
    return toPositive - toNegative;
  }

  /** Whether there is anything to learn: a query, and an item. */
  boolean teach() {
    return query > 0 && (positive > 0 || negative > 0);
  }

  /**
   * The gradients of the loss by h, h⁺ and h⁻.
   *
   * @param slope g, the derivative of the loss by Δ
   */
  void gradients(
      double slope,
      float[] h,
      float[] hPositive,
      float[] hNegative,
      float[] byQuery,
      float[] byPositive,
      float[] byNegative) {
    combine(byQuery, -slope * difference() / (query * query), h);
    Arrays.fill(byPositive, 0);
    Arrays.fill(byNegative, 0);
    if (positive > 0) {
      add(byQuery, slope / (query * positive), hPositive);
      add(byPositive, -slope * toPositive / (positive * positive), hPositive);
      add(byPositive, slope / (query * positive), h);
    }
    if (negative > 0) {
      add(byQuery, -slope / (query * negative), hNegative);
      add(byNegative, slope * toNegative / (negative * negative), hNegative);
      add(byNegative, -slope / (query * negative), h);
    }
  }

  private static void combine(float[] into, double weight, float[] vector) {
    Arrays.fill(into, 0);
    add(into, weight, vector);
  }

  private static void add(float[] into, double weight, float[] vector) {
    EncoderKernels.add(into, 0, (float) weight, vector, 0, vector.length);
  }
}
