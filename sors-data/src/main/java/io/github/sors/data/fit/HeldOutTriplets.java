package io.github.sors.data.fit;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.CounterRandom;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.TripletRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Validation triplets, held out of a list: the measure is the share that a similarity ranks right.
 *
 * <p>Triplets with the same query are not independent, so the share is computed per query; with
 * fewer than {@value #LEAST_QUERIES} queries, per triplet.
 *
 * <p>Threads: immutable. Failures: triplets that are too few to hold some out give no value, not an
 * exception.
 *
 * @since 0.1.0
 */
public final class HeldOutTriplets implements Validation {

  /** The share of the triplets that is held out. */
  public static final double SHARE = 0.2;

  /** The approximate maximum number of held-out triplets. */
  public static final int MOST_TRIPLETS = 10_000;

  /** The minimum number of triplets to distinguish a gain from noise. */
  public static final int LEAST_TRIPLETS = 20;

  private static final int LEAST_QUERIES = 20;

  private static final long STREAM = 0x7661_6c69_6461_7465L;

  private final List<SparseVector> vectors;
  private final FixedTriplets learning;
  // query, positive and negative of one triplet after the other
  private final int[] heldOut;
  // the group that each triplet counts for
  private final int[] groups;
  private final int groupCount;

  private HeldOutTriplets(List<SparseVector> vectors, FixedTriplets learning, int[] heldOut) {
    this.vectors = List.copyOf(vectors);
    this.learning = learning;
    this.heldOut = heldOut;
    Map<Integer, Integer> places = new LinkedHashMap<>();
    int triplets = heldOut.length / 3;
    int[] byQuery = new int[triplets];
    for (int k = 0; k < triplets; k++) {
      byQuery[k] = places.computeIfAbsent(heldOut[3 * k], query -> places.size());
    }
    boolean grouped = places.size() >= LEAST_QUERIES;
    this.groups = grouped ? byQuery : IntStream.range(0, triplets).toArray();
    this.groupCount = grouped ? places.size() : triplets;
  }

  /**
   * Holds out some triplets at random; the others keep their order.
   *
   * @param vectors the rows that the triplets are about, normalised
   * @return empty if there are too few triplets to hold some out
   */
  public static Optional<HeldOutTriplets> of(
      List<SparseVector> vectors, FixedTriplets triplets, long seed) {
    int total = (int) triplets.size();
    double share = Math.min(SHARE, MOST_TRIPLETS / (double) Math.max(1, total));
    long key = CounterRandom.bits(seed, STREAM);
    int[] kept = new int[total];
    int[] heldOut = new int[3 * total];
    int keptCount = 0;
    int heldOutCount = 0;
    TripletRows rows = new TripletRows();
    for (int k = 0; k < total; k++) {
      triplets.read(k, rows);
      double uniform = (CounterRandom.bits(key, k) >>> 11) * 0x1p-53;
      if (uniform < share) {
        heldOutCount = put(rows, heldOut, heldOutCount);
      } else {
        kept[keptCount++] = k;
      }
    }
    return heldOutCount < 3 * LEAST_TRIPLETS
        ? Optional.empty()
        : Optional.of(
            new HeldOutTriplets(
                vectors,
                triplets.select(Arrays.copyOf(kept, keptCount)),
                Arrays.copyOf(heldOut, heldOutCount)));
  }

  private static int put(TripletRows rows, int[] target, int place) {
    target[place] = rows.query();
    target[place + 1] = rows.positive();
    target[place + 2] = rows.negative();
    return place + 3;
  }

  /** The remaining triplets to learn from, in order. */
  public FixedTriplets learning() {
    return learning;
  }

  @Override
  public Quality measure(Similarity similarity) {
    double[] right = new double[groupCount];
    int[] sizes = new int[groupCount];
    for (int k = 0; k < groups.length; k++) {
      Similarity.ItemScorer scorer = similarity.scorerFor(vectors.get(heldOut[3 * k]));
      double positive = scorer.score(vectors.get(heldOut[3 * k + 1]));
      double negative = scorer.score(vectors.get(heldOut[3 * k + 2]));
      right[groups[k]] += positive > negative ? 1 : positive == negative ? 0.5 : 0;
      sizes[groups[k]]++;
    }
    for (int group = 0; group < groupCount; group++) {
      right[group] /= sizes[group];
    }
    return Quality.ofTriplets(right);
  }

  @Override
  public String description() {
    return String.format(Locale.ROOT, "%,d validation triplets", groups.length);
  }
}
