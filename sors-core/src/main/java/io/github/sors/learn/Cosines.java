package io.github.sors.learn;

import io.github.sors.encoder.row.Slabs;
import io.github.sors.encoder.row.TripletRows;

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

  /** The inner products that cosines are made of, as pairs of vectors of the triplet. */
  static final int[][] PRODUCTS = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}};

  static Cosines of(TripletRows triplet, int k) {
    double[] products = new double[PRODUCTS.length];
    for (int p = 0; p < products.length; p++) {
      products[p] = Slabs.dot(triplet.sum(PRODUCTS[p][0]), triplet.sum(PRODUCTS[p][1]), k);
    }
    return of(products);
  }

  /** The cosines of the given {@link #PRODUCTS}. */
  static Cosines of(double[] products) {
    double query = Math.sqrt(products[0]);
    double positive = Math.sqrt(products[1]);
    double negative = Math.sqrt(products[2]);
    return new Cosines(
        query,
        positive,
        negative,
        cosine(products[3], query * positive),
        cosine(products[4], query * negative));
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

  /** The loss of a triplet of some weight. */
  double loss(double tau, double weight) {
    double z = -difference() / tau;
    return weight * (z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z)));
  }

  /** g, the derivative of the loss by Δ. */
  double slope(double tau, double weight) {
    double z = -difference() / tau;
    return -weight / (1 + Math.exp(-z)) / tau;
  }

  /**
   * Writes the gradients of the loss by h, h⁺ and h⁻ in the columns {@code [first, end)}.
   *
   * @param slope g, the derivative of the loss by Δ
   */
  void gradients(double slope, TripletRows triplet, int first, int end) {
    float[] h = triplet.sum(0);
    float[] hPositive = triplet.sum(1);
    float[] hNegative = triplet.sum(2);
    float[] byQuery = triplet.gradient(0);
    float[] byPositive = triplet.gradient(1);
    float[] byNegative = triplet.gradient(2);
    // rounded product by product: where two terms are opposite, nothing must be left of them
    float ownQuery = (float) (-slope * difference() / (query * query));
    float crossPositive = positive > 0 ? (float) (slope / (query * positive)) : 0;
    float crossNegative = negative > 0 ? (float) (-slope / (query * negative)) : 0;
    float ownPositive = positive > 0 ? (float) (-slope * toPositive / (positive * positive)) : 0;
    float ownNegative = negative > 0 ? (float) (slope * toNegative / (negative * negative)) : 0;
    for (int j = first; j < end; j++) {
      byQuery[j] = (ownQuery * h[j] + crossPositive * hPositive[j]) + crossNegative * hNegative[j];
      byPositive[j] = ownPositive * hPositive[j] + crossPositive * h[j];
      byNegative[j] = ownNegative * hNegative[j] + crossNegative * h[j];
    }
  }
}
