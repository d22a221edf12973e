package io.github.sors.metric;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * The input of a learner of distances: labelled vectors, and triplets of them by position.
 *
 * <p>{@link Lmnn} uses the labels. All others use triplets, each of which gives two pairs, the
 * similar (x, x⁺) first and the dissimilar (x, x⁻) second, so that a comparison with learners of
 * triplets is fair.
 *
 * <p>Threads: immutable. Failures: labels, dimensions and numbers that do not fit, and triplets of
 * other rows, throw {@link IllegalArgumentException}.
 */
public final class MetricTraining {

  private final List<SparseVector> vectors;
  private final int[] labels;
  private final int dimension;
  private final LongFunction<Triplet> triplets;
  private final long rounds;
  private final int threads;

  /**
   * Creates a training set that uses all processors.
   *
   * @param vectors the rows
   * @param labels the class of each row
   * @param dimension the number of features
   * @param triplets the triplet at each position from 0 to below {@code rounds}, always the same
   *     for a position, and made of the vectors themselves
   * @param rounds the maximum number of steps if the algorithm learns from labels, else the number
   *     of triplets
   */
  public MetricTraining(
      List<SparseVector> vectors,
      int[] labels,
      int dimension,
      LongFunction<Triplet> triplets,
      long rounds) {
    this(
        List.copyOf(vectors),
        labels.clone(),
        dimension,
        Objects.requireNonNull(triplets, "triplets"),
        rounds,
        Runtime.getRuntime().availableProcessors());
    if (vectors.size() != labels.length) {
      throw new IllegalArgumentException(
          "expected as many labels as vectors, found "
              + labels.length
              + " labels and "
              + vectors.size()
              + " vectors");
    }
    for (SparseVector vector : vectors) {
      if (vector.dimension() > dimension) {
        throw new IllegalArgumentException(
            "expected vectors of " + dimension + " features, found " + vector.dimension());
      }
    }
    if (rounds < 0) {
      throw new IllegalArgumentException(
          "expected a number of rounds of at least 0, found " + rounds);
    }
  }

  private MetricTraining(
      List<SparseVector> vectors,
      int[] labels,
      int dimension,
      LongFunction<Triplet> triplets,
      long rounds,
      int threads) {
    this.vectors = vectors;
    this.labels = labels;
    this.dimension = dimension;
    this.triplets = triplets;
    this.rounds = rounds;
    this.threads = threads;
  }

  /** The same training with another number of threads; the model is bit-identical. */
  public MetricTraining withThreads(int newThreads) {
    if (newThreads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread, found " + newThreads);
    }
    return new MetricTraining(vectors, labels, dimension, triplets, rounds, newThreads);
  }

  /** The same training with other vectors, one for each of its own. */
  MetricTraining withVectors(List<SparseVector> newVectors, int newDimension) {
    IdentityHashMap<SparseVector, SparseVector> byOld = new IdentityHashMap<>();
    for (int row = 0; row < labels.length; row++) {
      byOld.put(vectors.get(row), newVectors.get(row));
    }
    return new MetricTraining(
        newVectors,
        labels,
        newDimension,
        position -> translated(triplets.apply(position), byOld),
        rounds,
        threads);
  }

  private static Triplet translated(
      Triplet triplet, IdentityHashMap<SparseVector, SparseVector> byOld) {
    SparseVector query = byOld.get(triplet.query());
    SparseVector positive = byOld.get(triplet.positive());
    SparseVector negative = byOld.get(triplet.negative());
    if (query == null || positive == null || negative == null) {
      throw new IllegalArgumentException("expected triplets of the training rows themselves");
    }
    return new Triplet(query, positive, negative);
  }

  List<SparseVector> vectors() {
    return vectors;
  }

  int label(int row) {
    return labels[row];
  }

  int size() {
    return labels.length;
  }

  int dimension() {
    return dimension;
  }

  long rounds() {
    return rounds;
  }

  int threads() {
    return threads;
  }

  /** The similar pair of a triplet, x - x⁺. */
  Difference similar(Triplet triplet) {
    return Difference.of(triplet.query(), triplet.positive());
  }

  /** The dissimilar pair of a triplet, x - x⁻. */
  Difference dissimilar(Triplet triplet) {
    return Difference.of(triplet.query(), triplet.negative());
  }

  Triplet triplet(long position) {
    return triplets.apply(position);
  }
}
