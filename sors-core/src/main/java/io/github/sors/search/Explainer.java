package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Explains the hits of a query, in about the time that scoring them takes and in little memory.
 *
 * <p>A similarity takes one walk over the rows of M that the query has, as its expansion Mᵀx does,
 * and O(nnz(y)) per item; a cosine also yᵀMy per item, and a distance a walk over the rows in which
 * query and item differ, as their scores do. An encoder has a weight for every pair of features: of
 * more than 32,768 pairs, those of the features that contribute most by themselves are compared.
 *
 * <p>Threads: immutable. Failures: a kind of model that has no pairs of features, and a negative
 * number of pairs, throw {@link IllegalArgumentException}.
 */
public final class Explainer {

  /**
   * An item that was found.
   *
   * @param item its vector, normalised as the model requires
   * @param score its score for the query
   */
  public record Scored(SparseVector item, double score) {}

  /**
   * The pairs of a query and an item.
   *
   * @param strongest those that contribute most, in the order of {@link Explanation#pairs}
   * @param count the number of all pairs
   * @param sum the sum of the contributions of all pairs
   */
  record Split(List<Explanation.Pair> strongest, long count, double sum) {
    static final Split NONE = new Split(List.of(), 0, 0);
  }

  private final Model model;
  private final int most;
  private final int namedQueryFeatures;
  private final int namedItemFeatures;

  private Explainer(Model model, int most, int namedQueryFeatures, int namedItemFeatures) {
    if (!(model instanceof BilinearModel) && !(model instanceof EncoderModel)) {
      throw new IllegalArgumentException("cannot explain a " + model.getClass().getName());
    }
    if (most < 0) {
      throw new IllegalArgumentException("expected a number of pairs of 0 or more, found " + most);
    }
    this.model = model;
    this.most = most;
    this.namedQueryFeatures = namedQueryFeatures;
    this.namedItemFeatures = namedItemFeatures;
  }

  /**
   * An explainer that lists the pairs of all features.
   *
   * @param most how many pairs to list of each item at most
   */
  public Explainer(Model model, int most) {
    this(model, most, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** This explainer, listing only pairs of features for which the model has names. */
  public Explainer onlyNamed() {
    return new Explainer(model, most, model.queryFeatures().size(), model.itemFeatures().size());
  }

  /**
   * Explains the scores of items.
   *
   * @param query the query, normalised as the model requires
   */
  public List<Explanation> explain(SparseVector query, List<Scored> hits) {
    List<SparseVector> items = hits.stream().map(Scored::item).toList();
    SparseVector namedQuery = below(query, namedQueryFeatures);
    List<SparseVector> namedItems =
        items.stream().map(item -> below(item, namedItemFeatures)).toList();
    Split[] splits = new Split[items.size()];
    if (namedQuery.size() == 0 && !isDistance()) {
      Arrays.fill(splits, Split.NONE);
    } else if (model instanceof BilinearModel matrix) {
      split(matrix, query, namedQuery, items, namedItems, splits);
    } else {
      EncoderPairs pairs = new EncoderPairs((EncoderModel) model, query, namedQuery, most);
      Arrays.setAll(splits, number -> pairs.of(items.get(number), namedItems.get(number)));
    }
    boolean unnamedInQuery = namedQuery.size() < query.size();
    List<Explanation> explanations = new ArrayList<>(splits.length);
    for (int number = 0; number < splits.length; number++) {
      boolean unnamed = unnamedInQuery || namedItems.get(number).size() < items.get(number).size();
      explanations.add(explanation(hits.get(number).score(), splits[number], unnamed));
    }
    return explanations;
  }

  private boolean isDistance() {
    return model instanceof BilinearModel matrix && matrix.form() == BilinearModel.Form.DISTANCE;
  }

  private static Explanation explanation(double score, Split split, boolean unnamed) {
    double listed = 0;
    for (Explanation.Pair pair : split.strongest()) {
      listed += pair.contribution();
    }
    long others = split.count() - split.strongest().size();
    return new Explanation(
        score,
        split.strongest(),
        others,
        others == 0 ? 0 : split.sum() - listed,
        unnamed ? score - split.sum() : 0);
  }

  private void split(
      BilinearModel matrix,
      SparseVector query,
      SparseVector namedQuery,
      List<SparseVector> items,
      List<SparseVector> namedItems,
      Split[] splits) {
    switch (matrix.form()) {
      case SIMILARITY -> {
        double[] scales = new double[splits.length];
        Arrays.fill(scales, 1);
        new ProductPairs(matrix, namedQuery, namedItems, most).split(scales, splits);
      }
      case COSINE -> {
        double[] scales = new double[splits.length];
        double ofQuery = matrix.length(query);
        Arrays.parallelSetAll(
            scales,
            number -> {
              double lengths = ofQuery * matrix.length(items.get(number));
              return lengths == 0 ? 0 : 1 / lengths;
            });
        new ProductPairs(matrix, namedQuery, namedItems, most).split(scales, splits);
      }
      case DISTANCE -> {
        DifferencePairs pairs = new DifferencePairs(matrix, namedQuery, most);
        Arrays.setAll(splits, number -> pairs.of(namedItems.get(number)));
      }
    }
  }

  /** The part of a vector whose features are below a number. */
  private static SparseVector below(SparseVector vector, int bound) {
    if (vector.dimension() <= bound) {
      return vector;
    }
    int place = Arrays.binarySearch(vector.indexArray(), bound);
    int size = place < 0 ? -place - 1 : place;
    return SparseVector.ofTrusted(
        Arrays.copyOf(vector.indexArray(), size), Arrays.copyOf(vector.valueArray(), size));
  }
}
