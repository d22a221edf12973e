package io.github.sors.learn.round;

import io.github.sors.Triplet;
import io.github.sors.TripletLearner.Separation;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowList;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.kernel.EncoderKernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The vectors of a batch of triplets that are learnt together: their rows, encodings, cosines and
 * gradients. Reused for one batch after another.
 *
 * <p>The items are all positives, followed by the negatives of those triplets for which no other
 * positive serves as a negative. Columns are independent of each other, and so are the comparisons
 * of different queries.
 */
public final class TripletBatch {

  private final int k;
  private final RowLayout layout;
  private final List<RowList> queryLists = new ArrayList<>();
  private final List<RowList> itemLists = new ArrayList<>();
  private float[][] querySums = new float[0][];
  private float[][] itemSums = new float[0][];
  private float[][] queryGradients = new float[0][];
  private float[][] itemGradients = new float[0][];
  // by query and item: whether the item is compared with the query
  private boolean[][] compared = new boolean[0][];
  private double[] weights = new double[0];
  private double[] queryLengths = new double[0];
  private double[] itemLengths = new double[0];
  // by query and item: the contribution of each to the gradient of the other
  private float[][] byItem = new float[0][];
  private float[][] byQuery = new float[0][];
  private double[][] projections = new double[0][];
  private float[] ownQuery = new float[0];
  private float[] ownItem = new float[0];
  private int queries;
  private int items;
  private int[] zeros = new int[0];

  public TripletBatch(RowLayout layout) {
    this.k = layout.columns();
    this.layout = layout;
  }

  /** The number of queries. */
  public int queries() {
    return queries;
  }

  /** The number of rows of all vectors. */
  public long rows() {
    long rows = 0;
    for (int query = 0; query < queries; query++) {
      rows += queryLists.get(query).size();
    }
    for (int item = 0; item < items; item++) {
      rows += itemLists.get(item).size();
    }
    return rows;
  }

  /** Replaces the rows by those of a batch. */
  public void locate(
      List<Triplet> triplets,
      Separation separation,
      EncodingRows queryRows,
      EncodingRows itemRows) {
    queries = triplets.size();
    items = queries;
    compared = new boolean[queries][2 * queries];
    weights = new double[queries];
    makeRoom(2 * queries);
    for (int query = 0; query < queries; query++) {
      Triplet triplet = triplets.get(query);
      weights[query] = triplet.weight();
      queryLists.get(query).locate(triplet.query(), queryRows);
      itemLists.get(query).locate(triplet.positive(), itemRows);
      boolean alone = true;
      for (int other = 0; other < queries; other++) {
        boolean apart = other != query && separation.isApart(query, other);
        compared[query][other] = apart;
        alone &= !apart;
      }
      if (alone) {
        compared[query][items] = true;
        itemLists.get(items++).locate(triplet.negative(), itemRows);
      }
    }
    queryLengths = new double[queries];
    itemLengths = new double[items];
    byItem = new float[queries][items];
    byQuery = new float[items][queries];
    projections = new double[queries][items];
    ownQuery = new float[queries];
    ownItem = new float[items];
  }

  private void makeRoom(int mostItems) {
    if (itemLists.size() >= mostItems) {
      return;
    }
    while (itemLists.size() < mostItems) {
      queryLists.add(new RowList(layout));
      itemLists.add(new RowList(layout));
    }
    querySums = sums(queryLists);
    itemSums = sums(itemLists);
    queryGradients = new float[mostItems][k];
    itemGradients = new float[mostItems][k];
    zeros = new int[mostItems];
  }

  private static float[][] sums(List<RowList> lists) {
    return lists.stream().map(RowList::sum).toArray(float[][]::new);
  }

  /** Computes the columns {@code [first, last)} of the encodings. */
  public void sumUp(int first, int last) {
    for (int query = 0; query < queries; query++) {
      queryLists.get(query).sumUp(first, last);
    }
    for (int item = 0; item < items; item++) {
      itemLists.get(item).sumUp(first, last);
    }
  }

  /** Compares a query with its items, and returns its loss. */
  public double compare(int query, double tau) {
    float[] h = querySums[query];
    double length = Math.sqrt(Slabs.dot(h, h, k));
    queryLengths[query] = length;
    double[] cosines = new double[items];
    double[] lengths = new double[items];
    for (int item = 0; item < items; item++) {
      if (item == query || compared[query][item]) {
        lengths[item] = Math.sqrt(Slabs.dot(itemSums[item], itemSums[item], k));
        double product = length * lengths[item];
        cosines[item] = product > 0 ? Slabs.dot(h, itemSums[item], k) / product : 0;
      }
    }
    double largest = 0;
    for (int item = 0; item < items; item++) {
      if (compared[query][item]) {
        largest = Math.max(largest, (cosines[item] - cosines[query]) / tau);
      }
    }
    double[] shares = new double[items];
    double total = Math.exp(-largest);
    for (int item = 0; item < items; item++) {
      if (compared[query][item]) {
        shares[item] = Math.exp((cosines[item] - cosines[query]) / tau - largest);
        total += shares[item];
      }
    }
    double wrong = 0;
    for (int item = 0; item < items; item++) {
      shares[item] /= total;
      wrong += shares[item];
    }
    shares[query] = -wrong;
    for (int item = 0; item < items; item++) {
      double slope = weights[query] * shares[item] / tau;
      double product = length * lengths[item];
      if (slope != 0 && product > 0) {
        byItem[query][item] = (float) (slope / product);
        projections[query][item] = slope * cosines[item];
      }
    }
    return weights[query] * (largest + Math.log(total));
  }

  /** Combines the comparisons of all queries into the coefficients of each vector. */
  public void finishComparison() {
    for (int item = 0; item < items; item++) {
      itemLengths[item] = Math.sqrt(Slabs.dot(itemSums[item], itemSums[item], k));
    }
    double[] ofItems = new double[items];
    for (int query = 0; query < queries; query++) {
      double ofQuery = 0;
      for (int item = 0; item < items; item++) {
        byQuery[item][query] = byItem[query][item];
        ofQuery += projections[query][item];
        ofItems[item] += projections[query][item];
      }
      ownQuery[query] = own(ofQuery, queryLengths[query]);
    }
    for (int item = 0; item < items; item++) {
      ownItem[item] = own(ofItems[item], itemLengths[item]);
    }
  }

  private static float own(double projection, double length) {
    return length > 0 ? (float) (-projection / (length * length)) : 0;
  }

  /** Writes the gradients in the columns {@code [first, last)}. */
  public void writeGradients(int first, int last) {
    for (int query = 0; query < queries; query++) {
      combine(
          queryGradients[query],
          ownQuery[query],
          querySums[query],
          byItem[query],
          itemSums,
          items,
          first,
          last);
    }
    for (int item = 0; item < items; item++) {
      combine(
          itemGradients[item],
          ownItem[item],
          itemSums[item],
          byQuery[item],
          querySums,
          queries,
          first,
          last);
    }
  }

  /** own · h + Σ weights · others. */
  private void combine(
      float[] gradient,
      float own,
      float[] sum,
      float[] factors,
      float[][] others,
      int count,
      int first,
      int last) {
    Arrays.fill(gradient, first, last, 0);
    EncoderKernels.add(gradient, first, own, sum, first, last - first);
    int other = 0;
    for (; other <= count - 4; other += 4) {
      EncoderKernels.addFour(gradient, first, factors, other, others, zeros, first, last - first);
    }
    for (; other < count; other++) {
      EncoderKernels.add(gradient, first, factors[other], others[other], first, last - first);
    }
  }

  /** Computes the step of each row. */
  public void planSteps(EncodingRows queryRows, EncodingRows itemRows, double eta) {
    double[] ofQueries = squares(queryGradients, queries);
    double[] ofItems = squares(itemGradients, items);
    for (int query = 0; query < queries; query++) {
      queryRows.addSquares(queryLists.get(query), ofQueries[query]);
    }
    for (int item = 0; item < items; item++) {
      itemRows.addSquares(itemLists.get(item), ofItems[item]);
    }
    for (int query = 0; query < queries; query++) {
      queryRows.planAddedSteps(queryLists.get(query), ofQueries[query], eta);
    }
    for (int item = 0; item < items; item++) {
      itemRows.planAddedSteps(itemLists.get(item), ofItems[item], eta);
    }
  }

  private double[] squares(float[][] gradients, int count) {
    double[] squares = new double[count];
    for (int vector = 0; vector < count; vector++) {
      squares[vector] = Slabs.dot(gradients[vector], gradients[vector], k) / k;
    }
    return squares;
  }

  /** Moves every row by its steps along the gradients, in the columns {@code [first, last)}. */
  public void move(int first, int last) {
    for (int query = 0; query < queries; query++) {
      queryLists.get(query).move(queryGradients[query], first, last);
    }
    for (int item = 0; item < items; item++) {
      itemLists.get(item).move(itemGradients[item], first, last);
    }
  }
}
