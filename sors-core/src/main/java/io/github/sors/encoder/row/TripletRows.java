package io.github.sors.encoder.row;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;

/**
 * The rows of the three vectors of a triplet, with their encodings. Reused for one triplet after
 * another.
 *
 * <p>If the vectors have many features in common, in the same space, each of these has a single row
 * here, so that one pass over it serves all of them. All work can be split by columns, since
 * columns are independent.
 *
 * <p>Threads: belongs to one thread, except that threads may sum and move separate columns of one
 * triplet. Failures: numbers of vectors and columns are not checked.
 */
public final class TripletRows {

  static final int VECTORS = 3;
  // two cache lines
  private static final int MARGIN = 32;

  private final RowLayout layout;
  // the rows of one vector each: the query, the positive, the negative
  private final RowList[] own = new RowList[VECTORS];
  private final RowList common;
  private final Input[] inputs = new Input[VECTORS];
  private final float[][] values = new float[VECTORS][16];
  private final float[][] sums = new float[VECTORS][];
  // by panel and vector: the sums while they grow, so that threads do not write to the same line
  private final float[][][] panelSums;

  /** Creates the memory for triplets of rows that are stored so. */
  public TripletRows(RowLayout layout) {
    this.layout = layout;
    common = new RowList(layout);
    panelSums = new float[layout.panels()][VECTORS][layout.panelColumns() + 2 * MARGIN];
    for (int v = 0; v < VECTORS; v++) {
      own[v] = new RowList(layout);
      inputs[v] = new Input();
      sums[v] = new float[layout.columns()];
    }
  }

  /** The rows of one vector; 0 is the query, 1 the positive, 2 the negative. */
  public RowList own(int vector) {
    return own[vector];
  }

  /** The rows that serve several vectors. */
  public RowList common() {
    return common;
  }

  /** The values of a vector's features in the order of the common rows, 0 where it has none. */
  public float[] commonValues(int vector) {
    return values[vector];
  }

  /** The encoding of a vector, not divided by its length. */
  public float[] sum(int vector) {
    return sums[vector];
  }

  /** The number of rows; one that several vectors have may count several times. */
  public int rows() {
    return common.size() + own[0].size() + own[1].size() + own[2].size();
  }

  /** Whether the source had all rows of the triplet. */
  public boolean isComplete() {
    return common.isComplete() && own[0].isComplete() && own[1].isComplete() && own[2].isComplete();
  }

  /** Removes all rows. */
  public void clear() {
    common.clear();
    for (RowList list : own) {
      list.clear();
    }
  }

  /** Replaces the rows by those of a triplet. */
  public void locate(Triplet triplet, RowSource queryRows, RowSource itemRows) {
    clear();
    if (queryRows == itemRows && overlaps(triplet)) {
      merge(triplet);
      queryRows.locate(common);
      for (RowList list : own) {
        queryRows.locate(list);
      }
    } else {
      own[0].locate(triplet.query(), queryRows);
      own[1].locate(triplet.positive(), itemRows);
      own[2].locate(triplet.negative(), itemRows);
    }
  }

  /**
   * Whether the vectors are likely to share most of their features. Otherwise, finding the common
   * rows takes longer than what they save.
   */
  private static boolean overlaps(Triplet triplet) {
    long entries =
        (long) triplet.query().size() + triplet.positive().size() + triplet.negative().size();
    int dimension =
        Math.max(
            triplet.query().dimension(),
            Math.max(triplet.positive().dimension(), triplet.negative().dimension()));
    return entries > dimension / 2;
  }

  /**
   * Distributes the features: those of several vectors, and those of one. Which vectors have a
   * feature is computed, since the processor would often guess it wrong.
   */
  private void merge(Triplet triplet) {
    int entries = 0;
    for (int v = 0; v < VECTORS; v++) {
      inputs[v].take(vector(triplet, v));
      entries += vector(triplet, v).size();
    }
    reserveCommon(entries / 2 + 1);
    int[] featuresA = inputs[0].features;
    int[] featuresB = inputs[1].features;
    int[] featuresC = inputs[2].features;
    int a = 0;
    int b = 0;
    int c = 0;
    while (true) {
      int featureA = featuresA[a];
      int featureB = featuresB[b];
      int featureC = featuresC[c];
      int feature = Math.min(featureA, Math.min(featureB, featureC));
      if (feature == Input.END) {
        return;
      }
      int inA = featureA == feature ? 1 : 0;
      int inB = featureB == feature ? 1 : 0;
      int inC = featureC == feature ? 1 : 0;
      float valueA = inputs[0].values[a] * inA;
      float valueB = inputs[1].values[b] * inB;
      float valueC = inputs[2].values[c] * inC;
      a += inA;
      b += inB;
      c += inC;
      if (inA + inB + inC > 1) {
        int at = common.size();
        values[0][at] = valueA;
        values[1][at] = valueB;
        values[2][at] = valueC;
        common.add(feature, 1);
      } else {
        // the two others are 0
        own[inB + 2 * inC].add(feature, valueA + valueB + valueC);
      }
    }
  }

  private static SparseVector vector(Triplet triplet, int v) {
    return v == 0 ? triplet.query() : v == 1 ? triplet.positive() : triplet.negative();
  }

  private void reserveCommon(int capacity) {
    if (values[0].length < capacity) {
      for (int v = 0; v < VECTORS; v++) {
        values[v] = new float[capacity * 3 / 2];
      }
    }
  }

  /** A vector that is merged with others: its features and then {@code END}, and its values. */
  private static final class Input {

    static final int END = Integer.MAX_VALUE;

    int[] features = new int[16];
    float[] values = new float[16];

    void take(SparseVector vector) {
      int size = vector.size();
      if (features.length <= size) {
        features = new int[size * 3 / 2 + 1];
        values = new float[features.length];
      }
      System.arraycopy(vector.indexArray(), 0, features, 0, size);
      features[size] = END;
      double unit = RowList.unit(vector);
      float[] unscaled = vector.valueArray();
      for (int k = 0; k < size; k++) {
        values[k] = (float) (unscaled[k] * unit);
      }
    }
  }

  /** Computes the columns {@code [first, last)} of the encodings. */
  public void sumUp(int first, int last) {
    for (int at = first; at < last; at = common.endOfPanel(at, last)) {
      sumUpPanel(at, common.endOfPanel(at, last) - at);
    }
  }

  private void sumUpPanel(int at, int count) {
    int rowsAt = common.rowsAt(at);
    float[][] panel = panelSums[at / layout.panelColumns()];
    int panelAt = MARGIN + at % layout.panelColumns();
    for (float[] sum : panel) {
      Arrays.fill(sum, panelAt, panelAt + count, 0);
    }
    EncoderKernels.addToThree(
        panel, panelAt, values, common.blocks(), common.froms(), rowsAt, common.size(), count);
    for (int v = 0; v < VECTORS; v++) {
      own[v].addUp(panel[v], panelAt, rowsAt, count);
      System.arraycopy(panel[v], panelAt, sums[v], at, count);
    }
  }

  /** Moves every row by its steps along the gradients, in the columns {@code [first, last)}. */
  public void move(TripletSteps steps, int first, int last) {
    for (int at = first; at < last; at = common.endOfPanel(at, last)) {
      int rowsAt = common.rowsAt(at);
      int count = common.endOfPanel(at, last) - at;
      EncoderKernels.moveByThree(
          common.blocks(),
          common.froms(),
          rowsAt,
          common.size(),
          steps.common(),
          steps.gradients(),
          at,
          count);
      for (int v = 0; v < VECTORS; v++) {
        own[v].move(steps.own(v), steps.gradient(v), at, rowsAt, count);
      }
    }
  }
}
