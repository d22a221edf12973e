package io.github.sors.data.triplet;

import io.github.sors.Triplet;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.feedback.FeedbackReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * A finite list of given triplets, as a triplet file holds them.
 *
 * <p>Threads: immutable. Failures: rows that are negative or not three per triplet, and weights
 * that do not fit, throw {@link IllegalArgumentException}; a position beyond the end throws {@link
 * IndexOutOfBoundsException}, a bad file {@link io.github.sors.InvalidInputException}.
 */
public final class FixedTriplets implements TripletSource {

  private final int[] rows;
  // one per triplet; empty if all are 1
  private final double[] weights;

  private FixedTriplets(int[] rows, double[] weights) {
    this.rows = rows;
    this.weights = Arrays.stream(weights).allMatch(weight -> weight == 1) ? new double[0] : weights;
  }

  /**
   * Returns the triplets of the given rows.
   *
   * @param rows query, positive and negative of the first triplet, then of the second, …
   * @throws IllegalArgumentException if they are not three per triplet or one is negative
   */
  public static FixedTriplets of(int... rows) {
    if (rows.length % 3 != 0) {
      throw new IllegalArgumentException("expected three rows per triplet, found " + rows.length);
    }
    for (int row : rows) {
      if (row < 0) {
        throw new IllegalArgumentException("expected rows from 0, found " + row);
      }
    }
    return new FixedTriplets(rows.clone(), new double[0]);
  }

  /**
   * Reads a file of triplets, see {@link FeedbackReader#triplets(Path)}; it is not kept as text.
   *
   * @param rows the rows of the data set that the triplets are about
   */
  public static FixedTriplets read(Path file, RowIds rows) throws IOException {
    Builder triplets = new Builder();
    FeedbackReader.triplets(
        file,
        (query, positive, negative, weight) ->
            triplets.add(rows.row(query), rows.row(positive), rows.row(negative), weight));
    return triplets.build();
  }

  /**
   * Returns the triplets of feedback: each preferred item beside each rejected one, with the weight
   * of the feedback.
   *
   * @param rows the rows of the data set that the feedback is about
   */
  public static FixedTriplets of(List<Feedback> feedback, RowIds rows) {
    Builder triplets = new Builder();
    for (Feedback one : feedback) {
      int query = rows.row(one.query());
      for (String preferred : one.preferred()) {
        for (String rejected : one.rejected()) {
          triplets.add(query, rows.row(preferred), rows.row(rejected), one.weight());
        }
      }
    }
    return triplets.build();
  }

  /** Grows with the triplets that are added. */
  private static final class Builder {
    private int[] rows = new int[3 * 1024];
    private double[] weights = new double[1024];
    private int count;

    void add(int query, int positive, int negative, double weight) {
      if (count == weights.length) {
        int larger = Math.toIntExact(Math.min(2L * count, Integer.MAX_VALUE / 3));
        rows = Arrays.copyOf(rows, 3 * larger);
        weights = Arrays.copyOf(weights, larger);
      }
      rows[3 * count] = query;
      rows[3 * count + 1] = positive;
      rows[3 * count + 2] = negative;
      weights[count++] = weight;
    }

    FixedTriplets build() {
      return new FixedTriplets(Arrays.copyOf(rows, 3 * count), Arrays.copyOf(weights, count));
    }
  }

  /**
   * Returns these triplets with weights.
   *
   * @param newWeights one per triplet
   * @throws IllegalArgumentException if their number differs, or one is not a valid {@link
   *     Triplet#weight}
   */
  public FixedTriplets withWeights(double... newWeights) {
    if (newWeights.length != size()) {
      throw new IllegalArgumentException(
          "expected a weight for each of " + size() + " triplets, found " + newWeights.length);
    }
    for (double weight : newWeights) {
      if (!Triplet.isWeight(weight)) {
        throw new IllegalArgumentException(
            "expected weights above 0 and at most " + Triplet.LARGEST_WEIGHT + ", found " + weight);
      }
    }
    return new FixedTriplets(rows, newWeights.clone());
  }

  /** Returns the triplets at some positions, with their weights. */
  public FixedTriplets select(int... positions) {
    int[] selected = new int[3 * positions.length];
    double[] selectedWeights = new double[isWeighted() ? positions.length : 0];
    for (int k = 0; k < positions.length; k++) {
      System.arraycopy(rows, 3 * positions[k], selected, 3 * k, 3);
      if (isWeighted()) {
        selectedWeights[k] = weights[positions[k]];
      }
    }
    return new FixedTriplets(selected, selectedWeights);
  }

  /** Whether a triplet has a weight other than 1. */
  public boolean isWeighted() {
    return weights.length > 0;
  }

  @Override
  public long size() {
    return rows.length / 3;
  }

  @Override
  public void read(long position, TripletRows target) {
    int number = (int) Objects.checkIndex(position, size());
    int first = 3 * number;
    target.set(rows[first], rows[first + 1], rows[first + 2], isWeighted() ? weights[number] : 1);
  }

  /** The number of triplets and a checksum of their content, independent of the file. */
  public String fingerprint() {
    CRC32C checksum = new CRC32C();
    ByteBuffer bytes = ByteBuffer.allocate(4 * 3 + 8);
    for (int number = 0; number < size(); number++) {
      bytes.clear();
      for (int k = 3 * number; k < 3 * number + 3; k++) {
        bytes.putInt(rows[k]);
      }
      if (isWeighted()) {
        bytes.putDouble(weights[number]);
      }
      checksum.update(bytes.flip());
    }
    return String.format(Locale.ROOT, "%d triplets, CRC32C %08x", size(), checksum.getValue());
  }
}
