package io.github.sors.learn.round;

import io.github.sors.encoder.row.Slabs;
import io.github.sors.encoder.row.TripletRows;
import io.github.sors.encoder.row.TripletSteps;

/**
 * The cosines of a triplet's encodings, and their gradients.
 *
 * @param query ‖h‖
 * @param positive ‖h⁺‖
 * @param negative ‖h⁻‖
 * @param toPositive S(x, x⁺), 0 if an encoding is zero
 * @param toNegative S(x, x⁻)
 */
public record Cosines(
    double query, double positive, double negative, double toPositive, double toNegative) {

  public static Cosines of(TripletRows triplet, int k) {
    float[] h = triplet.sum(0);
    float[] hPositive = triplet.sum(1);
    float[] hNegative = triplet.sum(2);
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
  public double difference() {
    return toPositive - toNegative;
  }

  /**
   * Whether the triplet can teach anything: the query and at least one item have encodings that are
   * not zero.
   */
  public boolean teach() {
    return query > 0 && (positive > 0 || negative > 0);
  }

  /**
   * Writes the gradients of the loss with respect to h, h⁺ and h⁻.
   *
   * @param slope g, the derivative of the loss with respect to Δ
   */
  public void gradients(double slope, TripletRows triplet, TripletSteps steps) {
    float[] h = triplet.sum(0);
    float[] hPositive = triplet.sum(1);
    float[] hNegative = triplet.sum(2);
    float[] byQuery = steps.gradient(0);
    float[] byPositive = steps.gradient(1);
    float[] byNegative = steps.gradient(2);
    // each product is rounded separately, so that opposite terms cancel exactly
    float ownQuery = (float) (-slope * difference() / (query * query));
    float crossPositive = positive > 0 ? (float) (slope / (query * positive)) : 0;
    float crossNegative = negative > 0 ? (float) (-slope / (query * negative)) : 0;
    float ownPositive = positive > 0 ? (float) (-slope * toPositive / (positive * positive)) : 0;
    float ownNegative = negative > 0 ? (float) (slope * toNegative / (negative * negative)) : 0;
    for (int j = 0; j < h.length; j++) {
      byQuery[j] = (ownQuery * h[j] + crossPositive * hPositive[j]) + crossNegative * hNegative[j];
      byPositive[j] = ownPositive * hPositive[j] + crossPositive * h[j];
      byNegative[j] = ownNegative * hNegative[j] + crossNegative * h[j];
    }
  }
}
