package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Why a model gives an item its score: the pairs of features whose contributions add up to it.
 *
 * <p>A similarity is S(x, y) = Σ xᵢ Mᵢⱼ yⱼ over the features i of the query and j of the item, so
 * every non-zero Mᵢⱼ among them is one pair, and the pairs add up to the score. A distance is S(x,
 * y) = -Σ zᵢ Mᵢⱼ zⱼ over the features in which the two differ, z = x - y. A cosine is S(x, y) = Σ
 * xᵢ Mᵢⱼ yⱼ / √(xᵀMx · yᵀMy). An encoder has S(x, y) = Σ xᵢ (wᵢ·wⱼ) yⱼ / (‖Wᵀx‖ ‖Wᵀy‖) over all
 * pairs.
 *
 * <p>The model has the names of the features: {@link Model#queryFeature} and {@link
 * Model#itemFeature}. Costs O(Σ (nnz(row i) + nnz(y)), i in x) with a matrix, O(nnz(x) · nnz(y) ·
 * k) with an encoder, and sorting the pairs.
 *
 * <p>Threads: immutable. Failures: a kind of model that has no pairs of features throws {@link
 * IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public final class Explanation {

  /**
   * The contribution of one pair of features to a score.
   *
   * @param queryFeature the feature i of the query
   * @param itemFeature the feature j of the item
   * @param weight the learnt weight of the pair, Mᵢⱼ or wᵢ·wⱼ
   * @param contribution the amount that the pair adds to the score: xᵢ Mᵢⱼ yⱼ, divided by √(xᵀMx ·
   *     yᵀMy) in a cosine, -zᵢ Mᵢⱼ zⱼ of a distance, or an encoder's xᵢ (wᵢ·wⱼ) yⱼ / (‖Wᵀx‖ ‖Wᵀy‖)
   */
  public record Pair(int queryFeature, int itemFeature, float weight, double contribution) {}

  private static final Comparator<Pair> STRONGEST_FIRST =
      Comparator.comparingDouble((Pair pair) -> -Math.abs(pair.contribution()))
          .thenComparingInt(Pair::queryFeature)
          .thenComparingInt(Pair::itemFeature);

  private final double score;
  private final List<Pair> pairs;

  private Explanation(double score, List<Pair> pairs) {
    this.score = score;
    this.pairs = pairs;
  }

  /**
   * Explains the score of an item for a query, both normalised as the model requires.
   *
   * @throws IllegalArgumentException if this kind of model has no pairs of features
   */
  public static Explanation of(Model model, SparseVector query, SparseVector item) {
    List<Pair> pairs;
    if (model instanceof BilinearModel matrix) {
      pairs = pairs(matrix, query, item);
    } else if (model instanceof EncoderModel encoder) {
      pairs = pairs(encoder, query, item);
    } else {
      throw new IllegalArgumentException("cannot explain a " + model.getClass().getName());
    }
    pairs.sort(STRONGEST_FIRST);
    return new Explanation(model.score(query, item), List.copyOf(pairs));
  }

  /**
   * Explains a score in limited time. An encoder has one pair per query feature and item feature;
   * if these are too many, only the features of each side that contribute most to the score are
   * paired.
   *
   * @param mostPairs the approximate maximum number of pairs of an encoder
   */
  public static Explanation bounded(
      Model model, SparseVector query, SparseVector item, int mostPairs) {
    if (!(model instanceof EncoderModel encoder)
        || (long) query.size() * item.size() <= mostPairs) {
      return of(model, query, item);
    }
    int most = (int) Math.sqrt(mostPairs);
    float[] ofQuery = encoder.encodeQuery(query);
    float[] ofItem = encoder.encodeItem(item);
    double score = encoder.score(query, item);
    SparseVector strongestOfQuery =
        strongest(query, most, feature -> dot(encoder.queryRow(feature), ofItem));
    SparseVector strongestOfItem =
        strongest(item, most, feature -> dot(encoder.itemRow(feature), ofQuery));
    double lengths =
        length(query, rows(query, encoder::queryRow)) * length(item, rows(item, encoder::itemRow));
    List<Pair> pairs = pairs(encoder, strongestOfQuery, strongestOfItem, lengths);
    pairs.sort(STRONGEST_FIRST);
    return new Explanation(score, List.copyOf(pairs));
  }

  /** The features of a vector whose value times weight is largest in absolute value. */
  private static SparseVector strongest(
      SparseVector vector, int most, IntToDoubleFunction weights) {
    TopScores best = new TopScores(Math.min(most, vector.size()));
    for (int k = 0; k < vector.size(); k++) {
      best.offer(k, Math.abs(vector.value(k) * weights.applyAsDouble(vector.index(k))));
    }
    int[] places = new int[best.size()];
    for (int rank = 0; rank < places.length; rank++) {
      places[rank] = best.worstNumber();
      best.removeWorst();
    }
    Arrays.sort(places);
    int[] features = new int[places.length];
    float[] values = new float[places.length];
    for (int k = 0; k < places.length; k++) {
      features[k] = vector.index(places[k]);
      values[k] = vector.value(places[k]);
    }
    return SparseVector.of(features, values);
  }

  private static List<Pair> pairs(BilinearModel model, SparseVector query, SparseVector item) {
    return switch (model.form()) {
      case SIMILARITY ->
          pairs(model, query.indexArray(), valuesOf(query), item.indexArray(), valuesOf(item), 1);
      case COSINE -> {
        double lengths = model.lengths(query, item);
        yield lengths == 0
            ? new ArrayList<>()
            : pairs(
                model,
                query.indexArray(),
                valuesOf(query),
                item.indexArray(),
                valuesOf(item),
                1 / lengths);
      }
      case DISTANCE -> {
        int[] indices = differing(query, item);
        double[] difference = new double[indices.length];
        Arrays.setAll(
            difference, k -> (double) query.get(indices[k]) - (double) item.get(indices[k]));
        yield pairs(model, indices, difference, indices, difference, -1);
      }
    };
  }

  /** Every pair of a feature of the query and one of the item whose rows are not orthogonal. */
  private static List<Pair> pairs(EncoderModel model, SparseVector query, SparseVector item) {
    double lengths =
        length(query, rows(query, model::queryRow)) * length(item, rows(item, model::itemRow));
    return pairs(model, query, item, lengths);
  }

  private static float[][] rows(SparseVector vector, IntFunction<float[]> rowOf) {
    float[][] rows = new float[vector.size()][];
    Arrays.setAll(rows, k -> rowOf.apply(vector.index(k)));
    return rows;
  }

  private static List<Pair> pairs(
      EncoderModel model, SparseVector query, SparseVector item, double lengths) {
    float[][] queryRows = rows(query, model::queryRow);
    float[][] itemRows = rows(item, model::itemRow);
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < query.size() && lengths > 0; a++) {
      for (int b = 0; b < item.size(); b++) {
        double weight = dot(queryRows[a], itemRows[b]);
        double contribution = query.value(a) * weight * item.value(b) / lengths;
        if (contribution != 0) {
          pairs.add(new Pair(query.index(a), item.index(b), (float) weight, contribution));
        }
      }
    }
    return pairs;
  }

  /** ‖Wᵀx‖. */
  private static double length(SparseVector vector, float[][] rows) {
    double squares = 0;
    for (int j = 0; rows.length > 0 && j < rows[0].length; j++) {
      double sum = 0;
      for (int a = 0; a < rows.length; a++) {
        sum += (double) vector.value(a) * rows[a][j];
      }
      squares += sum * sum;
    }
    return Math.sqrt(squares);
  }

  private static double dot(float[] left, float[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum += (double) left[j] * right[j];
    }
    return sum;
  }

  private static double[] valuesOf(SparseVector vector) {
    double[] values = new double[vector.size()];
    Arrays.setAll(values, vector::value);
    return values;
  }

  /** The features in which two vectors are not equal, ascending. */
  private static int[] differing(SparseVector query, SparseVector item) {
    return IntStream.concat(Arrays.stream(query.indexArray()), Arrays.stream(item.indexArray()))
        .sorted()
        .distinct()
        .filter(index -> query.get(index) != item.get(index))
        .toArray();
  }

  /** All pairs of a left and a right feature between which the matrix has an entry. */
  private static List<Pair> pairs(
      BilinearModel model,
      int[] leftIndices,
      double[] leftValues,
      int[] rightIndices,
      double[] rightValues,
      double scale) {
    int[] columns = model.columnArray();
    float[] weights = model.valueArray();
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < leftIndices.length && leftIndices[a] < model.queryDimension(); a++) {
      int row = leftIndices[a];
      int k = model.rowStart(row);
      int end = model.rowEnd(row);
      for (int b = 0; b < rightIndices.length && k < end; b++) {
        while (k < end && columns[k] < rightIndices[b]) {
          k++;
        }
        if (k < end && columns[k] == rightIndices[b]) {
          double contribution = scale * leftValues[a] * weights[k] * rightValues[b];
          pairs.add(new Pair(row, columns[k], weights[k], contribution));
        }
      }
    }
    return pairs;
  }

  /** The score, which is the sum of the contributions of all pairs, up to rounding. */
  public double score() {
    return score;
  }

  /** All pairs, the largest contribution in absolute value first; ties by the two indices. */
  public List<Pair> pairs() {
    return pairs;
  }

  /** The first {@code n} of the {@link #pairs}, or all if there are fewer. */
  public List<Pair> strongest(int n) {
    return pairs.subList(0, Math.min(n, pairs.size()));
  }
}
