package io.github.sors.embedding;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.ModelDescription;
import io.github.sors.SparseVector;
import io.github.sors.kernel.EmbeddingKernels;
import java.util.Objects;

/**
 * A matrix M that is applied to the embedding of a query: S(q, d) = norm(Mᵀq) · d.
 *
 * <p>It is the paper's similarity xᵀMy, up to the length of the query. Items are not changed, so
 * every index that searches embeddings by inner product or cosine stays as it is: search it with
 * {@link #query} instead of the embedding. With M = I nothing changes.
 *
 * <p>Memory 4 d² bytes; {@link #query} costs O(d²), a score after it O(d).
 *
 * <p>Threads: immutable. Failures: a vector that does not belong to the space throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class Adapter implements Model {

  private final EmbeddingSpace space;
  private final QueryMatrix matrix;
  private final ModelDescription description;

  private Adapter(EmbeddingSpace space, QueryMatrix matrix, ModelDescription description) {
    this.space = space;
    this.matrix = matrix;
    this.description = description;
  }

  /** Returns the adapter that changes nothing: M = I. */
  public static Adapter identity(EmbeddingSpace space) {
    return new Adapter(space, QueryMatrix.identity(space.dimension()), ModelDescription.NONE);
  }

  /**
   * Returns an adapter with a matrix.
   *
   * @param rows M, row after row; used without a copy, so it must not be changed
   * @throws IllegalArgumentException if there are not d² finite numbers
   */
  public static Adapter of(EmbeddingSpace space, float[] rows) {
    int dimension = space.dimension();
    if (rows.length != dimension * dimension) {
      throw new IllegalArgumentException(
          "expected " + dimension + " × " + dimension + " numbers, found " + rows.length);
    }
    for (float value : rows) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("expected finite numbers, found " + value);
      }
    }
    return new Adapter(space, new QueryMatrix(dimension, rows), ModelDescription.NONE);
  }

  /** Returns an adapter over a matrix that may change later, as the adapter then does. */
  public static Adapter of(EmbeddingSpace space, QueryMatrix matrix) {
    return new Adapter(space, matrix, ModelDescription.NONE);
  }

  /** Which embeddings the adapter is for. */
  public EmbeddingSpace space() {
    return space;
  }

  /** M, row after row; must not be modified. */
  public float[] matrix() {
    return matrix.values();
  }

  /** Returns norm(Mᵀq), the embedding to search with instead of q; q itself if Mᵀq is zero. */
  public float[] query(float[] embedding) {
    return matrix.transformed(space.unit(embedding, "the query"));
  }

  /** Scores an item for a query: the inner product of {@link #query} and the item's direction. */
  public double score(float[] query, float[] item) {
    float[] moved = query(query);
    return EmbeddingKernels.dot(moved, 0, space.unit(item, "the item"), 0, moved.length);
  }

  @Override
  public double score(SparseVector query, SparseVector item) {
    return scorerFor(query).score(item);
  }

  /** The scorer treats an item without any number as one that scores 0. */
  @Override
  public ItemScorer scorerFor(SparseVector query) {
    if (query.size() == 0) {
      return item -> 0;
    }
    float[] moved = query(dense(query));
    return item -> {
      double sum = 0;
      for (int k = 0; k < item.size(); k++) {
        int feature = item.index(k);
        sum += feature < moved.length ? (double) moved[feature] * item.value(k) : 0;
      }
      return sum == 0 ? 0 : sum / Math.sqrt(item.squaredNorm());
    };
  }

  private float[] dense(SparseVector vector) {
    if (vector.dimension() > space.dimension()) {
      throw new InvalidInputException(
          "the query: expected " + space.dimension() + " numbers, found " + vector.dimension());
    }
    return dense(vector, space.dimension());
  }

  /** Returns the numbers of a vector, zeros included. */
  static float[] dense(SparseVector vector, int dimension) {
    float[] values = new float[dimension];
    for (int k = 0; k < vector.size(); k++) {
      values[vector.index(k)] = vector.value(k);
    }
    return values;
  }

  @Override
  public int queryDimension() {
    return space.dimension();
  }

  @Override
  public int itemDimension() {
    return space.dimension();
  }

  @Override
  public long bytes() {
    return (long) Float.BYTES * matrix.values().length;
  }

  @Override
  public ModelDescription description() {
    return description;
  }

  @Override
  public Adapter withDescription(ModelDescription newDescription) {
    return new Adapter(space, matrix, Objects.requireNonNull(newDescription, "description"));
  }
}
