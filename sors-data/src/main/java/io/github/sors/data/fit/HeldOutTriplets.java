package io.github.sors.data.fit;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.eval.Gain;
import io.github.sors.parallel.Workers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Held-out triplets: the measure is the share that a similarity ranks right, per query, since the
 * triplets of one query are not independent. A tie is half right.
 */
final class HeldOutTriplets implements HeldOut {

  private final List<SparseVector> vectors;
  private final FixedTriplets triplets;
  // the positions of the triplets of each query
  private final List<List<Integer>> positions;
  private final int threads;

  /**
   * Creates held-out triplets.
   *
   * @param vectors the rows that the triplets are about, normalised
   */
  HeldOutTriplets(List<SparseVector> vectors, FixedTriplets triplets, int threads) {
    this.vectors = vectors;
    this.triplets = triplets;
    this.threads = threads;
    Map<Integer, List<Integer>> byQuery = new LinkedHashMap<>();
    TripletRows triplet = new TripletRows();
    for (int position = 0; position < triplets.size(); position++) {
      triplets.read(position, triplet);
      byQuery.computeIfAbsent(triplet.query(), query -> new ArrayList<>()).add(position);
    }
    this.positions = List.copyOf(byQuery.values());
  }

  private double[] sharesRight(Similarity similarity) {
    double[] shares = new double[positions.size()];
    try (Workers workers =
        new Workers(Math.max(1, Math.min(threads, shares.length)), "sors-triplets")) {
      workers.forEach(
          shares.length,
          TripletRows::new,
          (triplet, query) -> shares[query] = shareRight(similarity, query, triplet));
    }
    return shares;
  }

  private double shareRight(Similarity similarity, int query, TripletRows triplet) {
    List<Integer> own = positions.get(query);
    triplets.read(own.get(0), triplet);
    Similarity.ItemScorer scorer = similarity.scorerFor(vectors.get(triplet.query()));
    double right = 0;
    for (int position : own) {
      triplets.read(position, triplet);
      double positive = scorer.score(vectors.get(triplet.positive()));
      double negative = scorer.score(vectors.get(triplet.negative()));
      if (Double.isNaN(positive) || Double.isNaN(negative)) {
        throw new IllegalStateException("the scores of triplet " + triplet + " are not numbers");
      }
      right += positive > negative ? 1 : positive == negative ? 0.5 : 0;
    }
    return right / own.size();
  }

  @Override
  public Quality measure(Similarity similarity) {
    return Quality.ofTriplets(sharesRight(similarity));
  }

  @Override
  public List<Gain> gains(Similarity start, Similarity learnt) {
    return List.of(Gain.ofUnits(Quality.TRIPLETS, unit(), sharesRight(start), sharesRight(learnt)));
  }

  @Override
  public int units() {
    return positions.size();
  }

  @Override
  public String unit() {
    return "queries";
  }
}
