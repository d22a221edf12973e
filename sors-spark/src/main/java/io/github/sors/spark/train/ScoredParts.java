package io.github.sors.spark.train;

import java.io.Serializable;
import java.util.Arrays;

/** The scores of a block for its parts of some rounds, in plain arrays. */
final class ScoredParts implements Serializable {

  private static final long serialVersionUID = 1;

  private final long first;
  // by round: how many terms it has, and ‖x‖² ‖x⁺ - x⁻‖², or 0 if it has no part here
  private final int[] counts;
  private final double[] squaredNorms;
  private int[] positions = new int[1024];
  private double[] terms = new double[1024];
  // empty for algorithms that do not need them
  private double[] variances = new double[0];
  private int size;
  private long touchedEntries;

  /** Creates scores for rounds from a triplet number on. */
  ScoredParts(long first, int rounds) {
    this.first = first;
    this.counts = new int[rounds];
    this.squaredNorms = new double[rounds];
  }

  private ScoredParts(ScoredParts other) {
    this.first = other.first;
    this.counts = other.counts;
    this.squaredNorms = other.squaredNorms;
    this.positions = Arrays.copyOf(other.positions, other.size);
    this.terms = Arrays.copyOf(other.terms, other.size);
    this.variances = Arrays.copyOf(other.variances, Math.min(other.size, other.variances.length));
    this.size = other.size;
    this.touchedEntries = other.touchedEntries;
  }

  /** Adds a part; parts come in the order of their rounds. */
  void add(TripletParts.Part part, double[] newTerms, double[] newVariances) {
    int end = size + newTerms.length;
    if (end > terms.length) {
      positions = Arrays.copyOf(positions, Math.max(end, 2 * size));
      terms = Arrays.copyOf(terms, positions.length);
    }
    System.arraycopy(part.positions(), 0, positions, size, newTerms.length);
    System.arraycopy(newTerms, 0, terms, size, newTerms.length);
    if (newVariances.length > 0) {
      variances = variances.length < end ? Arrays.copyOf(variances, terms.length) : variances;
      System.arraycopy(newVariances, 0, variances, size, newVariances.length);
    }
    int round = (int) (part.number() - first);
    counts[round] = newTerms.length;
    squaredNorms[round] = part.squaredNorm();
    size = end;
    touchedEntries += part.touchedEntries();
  }

  /** The same scores in arrays of their size, to be sent. */
  ScoredParts trimmed() {
    return new ScoredParts(this);
  }

  /** The number of entries of M that were read. */
  long touchedEntries() {
    return touchedEntries;
  }

  /** ‖x‖² ‖x⁺ - x⁻‖² of a round, counted from 0; 0 if it has no part here. */
  double squaredNorm(int round) {
    return squaredNorms[round];
  }

  /** Reads the scores round by round. */
  final class Cursor {

    private int round;
    private int at;

    /** The number of terms of the current round. */
    int count() {
      return counts[round];
    }

    /** Writes the terms of the current round to their positions, and moves to the next round. */
    void read(double[] intoTerms, double[] intoVariances) {
      for (int end = at + counts[round++]; at < end; at++) {
        intoTerms[positions[at]] = terms[at];
        intoVariances[positions[at]] = variances.length == 0 ? 0 : variances[at];
      }
    }
  }
}
