package io.github.sors.search;

import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.Slabs;
import java.util.Arrays;
import java.util.List;

/** The pairs of an encoder, xᵢ (wᵢ·wⱼ) yⱼ / (‖Wᵀx‖ ‖Wᵀy‖), of one query with its items. */
final class EncoderPairs {

  // about a millisecond for encodings of 256 numbers
  private static final int COMPARED_PAIRS = 1 << 15;

  /**
   * A query or an item.
   *
   * @param table the rows of its features
   * @param named its features that have names, and rows that are not zero
   * @param sum Wᵀx of these
   * @param length ‖Wᵀx‖ of all its features
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Side(EncodingTable table, SparseVector named, double[] sum, double length) {

    static Side of(EncodingTable table, SparseVector all, SparseVector named) {
      double[] sum = sum(table, named);
      double[] whole = named.size() == all.size() ? sum : sum(table, all);
      return new Side(table, named, sum, Math.sqrt(dot(whole, whole)));
    }

    private static double[] sum(EncodingTable table, SparseVector vector) {
      double[] sum = new double[table.rowLength()];
      float[] row = new float[sum.length];
      for (int a = 0; a < vector.size(); a++) {
        table.copyRow(vector.index(a), row, 0);
        double value = vector.value(a);
        for (int j = 0; j < row.length; j++) {
          sum[j] += value * row[j];
        }
      }
      return sum;
    }

    /** The features that contribute most to the inner product with a direction, at most so many. */
    SparseVector strongest(int most, float[] direction) {
      if (named.size() <= most) {
        return named;
      }
      TopScores best = new TopScores(most);
      float[] row = new float[direction.length];
      for (int a = 0; a < named.size(); a++) {
        table.copyRow(named.index(a), row, 0);
        best.offer(a, Math.abs(named.value(a) * Slabs.dot(row, direction, row.length)));
      }
      int[] places = new int[best.size()];
      for (int rank = 0; rank < places.length; rank++) {
        places[rank] = best.worstNumber();
        best.removeWorst();
      }
      Arrays.sort(places);
      return at(named, places);
    }

    private static SparseVector at(SparseVector vector, int[] places) {
      int[] features = new int[places.length];
      float[] values = new float[places.length];
      for (int k = 0; k < places.length; k++) {
        features[k] = vector.index(places[k]);
        values[k] = vector.value(places[k]);
      }
      return SparseVector.ofTrusted(features, values);
    }

    float[][] rows(SparseVector features) {
      float[][] rows = new float[features.size()][table.rowLength()];
      for (int a = 0; a < rows.length; a++) {
        table.copyRow(features.index(a), rows[a], 0);
      }
      return rows;
    }
  }

  private final EncoderModel model;
  private final Side query;
  private final float[] ofQuery;
  private final int most;

  EncoderPairs(EncoderModel model, SparseVector query, SparseVector named, int most) {
    this.model = model;
    this.query = Side.of(model.queryTable(), query, named);
    this.ofQuery = model.encodeQuery(query);
    this.most = most;
  }

  Explainer.Split of(SparseVector all, SparseVector named) {
    Side item = Side.of(model.itemTable(), all, named);
    double lengths = query.length() * item.length();
    if (query.named().size() == 0 || item.named().size() == 0 || lengths == 0) {
      return Explainer.Split.NONE;
    }
    int least = (int) Math.sqrt(COMPARED_PAIRS);
    int mostOfQuery = Math.max(least, COMPARED_PAIRS / item.named().size());
    SparseVector left = query.strongest(mostOfQuery, model.encodeItem(all));
    SparseVector right = item.strongest(Math.max(least, COMPARED_PAIRS / left.size()), ofQuery);
    float[][] leftRows = query.rows(left);
    float[][] rightRows = item.rows(right);
    int k = model.encodingLength();
    TopScores best = new TopScores(Math.min(most, left.size() * right.size()));
    long count = (long) query.named().size() * item.named().size();
    for (int a = 0; a < leftRows.length; a++) {
      for (int b = 0; b < rightRows.length; b++) {
        double weight = Slabs.dot(leftRows[a], rightRows[b], k);
        if (weight == 0) {
          // random rows are often orthogonal
          count--;
        } else {
          best.offer(a * rightRows.length + b, Math.abs(left.value(a) * weight * right.value(b)));
        }
      }
    }
    Explanation.Pair[] strongest = new Explanation.Pair[best.size()];
    for (int rank = strongest.length - 1; rank >= 0; rank--) {
      int a = best.worstNumber() / rightRows.length;
      int b = best.worstNumber() % rightRows.length;
      best.removeWorst();
      double weight = Slabs.dot(leftRows[a], rightRows[b], k);
      double contribution = left.value(a) * weight * right.value(b) / lengths;
      strongest[rank] =
          new Explanation.Pair(left.index(a), right.index(b), (float) weight, contribution);
    }
    return new Explainer.Split(List.of(strongest), count, dot(query.sum(), item.sum()) / lengths);
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum += left[j] * right[j];
    }
    return sum;
  }
}
