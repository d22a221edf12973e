package io.github.sors.data.triplet;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;

/**
 * The row numbers of one triplet, reused by a {@link TripletSource}.
 *
 * <p>Threads: belongs to one thread. Failures: rows are not checked before {@link #of}, which
 * throws {@link IndexOutOfBoundsException}.
 */
public final class TripletRows {

  private int query;
  private int positive;
  private int negative;
  private double weight = 1;

  /** Creates a triplet; all three rows are 0 until a source sets them. */
  public TripletRows() {}

  /** Sets the three rows of a triplet of weight 1; called by sources. */
  public void set(int newQuery, int newPositive, int newNegative) {
    set(newQuery, newPositive, newNegative, 1);
  }

  /** Sets the three rows and the {@linkplain Triplet#weight weight}; called by sources. */
  public void set(int newQuery, int newPositive, int newNegative, double newWeight) {
    query = newQuery;
    positive = newPositive;
    negative = newNegative;
    weight = newWeight;
  }

  /** The row that is the query, <i>x</i>. */
  public int query() {
    return query;
  }

  /** The row that is closer to the query, <i>x⁺</i>. */
  public int positive() {
    return positive;
  }

  /** The row that is farther from the query, <i>x⁻</i>. */
  public int negative() {
    return negative;
  }

  /** The weight of the triplet. */
  public double weight() {
    return weight;
  }

  /** The triplet of the vectors at these rows. */
  public Triplet of(List<SparseVector> vectors) {
    return new Triplet(vectors.get(query), vectors.get(positive), vectors.get(negative), weight);
  }

  /** The rows as a line of a triplet file: query, positive, negative, and a weight other than 1. */
  @Override
  public String toString() {
    return query + " " + positive + " " + negative + (weight == 1 ? "" : " " + weight);
  }
}
