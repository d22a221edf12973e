package io.github.sors.encoder.row;

/**
 * How the rows of a triplet will move: the gradients of its three encodings, and the step of each
 * row along them. Reused for one triplet after another.
 *
 * <p>Threads: belongs to one thread. Failures: numbers of vectors are not checked.
 */
public final class TripletSteps {

  private final float[][] gradients;
  private final double[] squares = new double[TripletRows.VECTORS];
  private final float[][] own = new float[TripletRows.VECTORS][16];
  private final float[][] common = new float[TripletRows.VECTORS][16];

  /** Creates the memory for gradients of k numbers. */
  public TripletSteps(int k) {
    gradients = new float[TripletRows.VECTORS][k];
  }

  /** The gradient of the loss with respect to the encoding of a vector; written by the caller. */
  public float[] gradient(int vector) {
    return gradients[vector];
  }

  /** The squared length of each gradient, divided by k; written by the caller. */
  public double[] squares() {
    return squares;
  }

  /** The step of each of a vector's own rows; written by the caller. */
  public float[] own(int vector) {
    return own[vector];
  }

  /** The step of each common row along a vector's gradient; written by the caller. */
  public float[] common(int vector) {
    return common[vector];
  }

  float[][] gradients() {
    return gradients;
  }

  float[][] common() {
    return common;
  }

  /** Makes room for a step per row of a triplet. */
  public void reserve(TripletRows rows) {
    for (int v = 0; v < TripletRows.VECTORS; v++) {
      own[v] = atLeast(own[v], rows.own(v).size());
      common[v] = atLeast(common[v], rows.common().size());
    }
  }

  private static float[] atLeast(float[] steps, int count) {
    return steps.length >= count ? steps : new float[Math.max(count, 2 * steps.length)];
  }
}
