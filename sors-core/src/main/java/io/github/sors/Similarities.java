package io.github.sors;

import java.util.Arrays;
import java.util.List;

/**
 * Similarities that need no learning: the baselines for learnt ones.
 *
 * <p>Threads: immutable; a scorer belongs to one thread. Failures: none; an empty vector has the
 * cosine 0.
 */
public final class Similarities {

  private Similarities() {}

  /** The inner product: the bilinear similarity with M = I, the default start of the learners. */
  public static Similarity dot() {
    return new OfProduct((product, query, item) -> product);
  }

  /** The cosine of the angle between the vectors; 0 if one of them is empty. */
  public static Similarity cosine() {
    return new OfProduct(
        (product, query, item) -> {
          double lengths = Math.sqrt(query * item);
          return lengths == 0 ? 0 : product / lengths;
        });
  }

  /** The negative squared Euclidean distance, -‖x - y‖². */
  public static Similarity euclidean() {
    return new OfProduct((product, query, item) -> 2 * product - query - item);
  }

  /** Computes a similarity from xᵀy, ‖x‖² and ‖y‖². */
  @FunctionalInterface
  private interface Formula {
    double score(double product, double squaredQuery, double squaredItem);
  }

  private record OfProduct(Formula formula) implements Similarity {

    @Override
    public double score(SparseVector query, SparseVector item) {
      return formula.score(query.dot(item), query.squaredNorm(), item.squaredNorm());
    }

    /** Expands the query to an array once, so that the cost per item is its number of entries. */
    @Override
    public ItemScorer scorerFor(SparseVector query) {
      float[] spread = new float[query.dimension()];
      for (int k = 0; k < query.size(); k++) {
        spread[query.index(k)] = query.value(k);
      }
      double squaredQuery = query.squaredNorm();
      return item -> {
        int[] indices = item.indexArray();
        float[] values = item.valueArray();
        double product = 0;
        double squaredItem = 0;
        for (int k = 0; k < indices.length; k++) {
          double value = values[k];
          squaredItem += value * value;
          if (indices[k] < spread.length) {
            product += spread[indices[k]] * value;
          }
        }
        return formula.score(product, squaredQuery, squaredItem);
      };
    }

    /** Stores the items by feature, so that a query only visits its own features. */
    @Override
    public PreparedItems prepare(List<SparseVector> items) {
      SparseVector[] prepared = items.toArray(SparseVector[]::new);
      if (!ItemColumns.suits(prepared)) {
        return Similarity.super.prepare(items);
      }
      ItemColumns columns = new ItemColumns(prepared);
      double[] squaredItems = new double[prepared.length];
      Arrays.setAll(squaredItems, number -> prepared[number].squaredNorm());
      return query -> {
        double[] products = columns.products(query);
        double squaredQuery = query.squaredNorm();
        return number -> formula.score(products[number], squaredQuery, squaredItems[number]);
      };
    }
  }
}
