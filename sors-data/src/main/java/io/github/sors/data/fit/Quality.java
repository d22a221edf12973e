package io.github.sors.data.fit;

import io.github.sors.eval.BlockedRankings;
import io.github.sors.eval.PairedDifference;
import java.util.List;
import java.util.Objects;

/**
 * The quality of a similarity on held-out data: some measures, each with one value per query.
 *
 * <p>The first few measures count when two similarities are compared; the others are only shown.
 * All values are fractions from 0 to 1, and more is better.
 *
 * <p>Threads: immutable. Failures: a measure that it does not have throws {@link
 * IllegalArgumentException}.
 */
public final class Quality {

  /** The share of triplets whose positive scores higher than their negative; ties count half. */
  public static final String TRIPLETS = "share of triplets ranked right";

  private final List<String> names;
  // by measure, then by query
  private final double[][] values;
  private final int counted;

  private Quality(List<String> names, int counted, double[]... values) {
    this.names = List.copyOf(names);
    this.values = values;
    this.counted = counted;
  }

  /** The quality of rankings by {@link BlockedRankings#MEASURES}: MAP and P@1 count. */
  static Quality ofRankings(double[][] values) {
    return new Quality(BlockedRankings.MEASURES, 2, values);
  }

  /** The quality on triplets: the share that is ranked right, per query. */
  static Quality ofTriplets(double[] sharesRight) {
    return new Quality(List.of(TRIPLETS), 1, sharesRight.clone());
  }

  /** The names of the measures; the one that decides comes first. */
  public List<String> names() {
    return names;
  }

  /** The names of the measures that count when similarities are compared. */
  public List<String> counted() {
    return names.subList(0, counted);
  }

  /** The number of queries. */
  public int queries() {
    return values[0].length;
  }

  /** The mean of a measure over the queries. */
  public double mean(String name) {
    return spread(name).mean();
  }

  /** The standard error of the mean: how much it would vary with other queries. */
  public double standardError(String name) {
    return spread(name).standardError();
  }

  private PairedDifference spread(String name) {
    return PairedDifference.ofDifferences(of(name));
  }

  /** The gain of a measure over another similarity on the same data. */
  public PairedDifference gainOver(Quality before, String name) {
    return PairedDifference.of(before.of(name), of(name));
  }

  /** The mean of the measures that count, by which the best similarity is chosen. */
  public double value() {
    return PairedDifference.ofDifferences(countedMeans()).mean();
  }

  /** The gain of the mean of the measures that count over another similarity. */
  PairedDifference valueGainOver(Quality before) {
    return PairedDifference.of(before.countedMeans(), countedMeans());
  }

  /** The mean of the measures that count, for every query. */
  private double[] countedMeans() {
    double[] means = new double[queries()];
    for (int measure = 0; measure < counted; measure++) {
      for (int query = 0; query < means.length; query++) {
        means[query] += values[measure][query] / counted;
      }
    }
    return means;
  }

  private double[] of(String name) {
    int measure = names.indexOf(Objects.requireNonNull(name, "name"));
    if (measure < 0) {
      throw new IllegalArgumentException("expected one of " + names + ", found " + name);
    }
    return values[measure];
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(text.length() == 0 ? "" : ", ").append(name).append(' ').append(mean(name));
    }
    return text.toString();
  }
}
