package io.github.sors.data.fit;

import io.github.sors.data.triplet.TripletSampler;

/**
 * Rows with a class: rows of the same class are similar.
 *
 * <p>Threads: immutable. Failures: labels that give no triplet throw {@link
 * io.github.sors.InvalidInputException} when triplets are asked for.
 */
public final class LabelFeedback implements RowFeedback {

  private final int[] labels;
  private final int[] rows;

  /**
   * Creates feedback.
   *
   * @param labels the class of every row of the data set
   * @param rows the rows whose class is known
   */
  public LabelFeedback(int[] labels, int[] rows) {
    this.labels = labels.clone();
    this.rows = rows.clone();
  }

  /** The class of every row of the data set. */
  public int[] labels() {
    return labels.clone();
  }

  /** The class of a row. */
  public int label(int row) {
    return labels[row];
  }

  /** The rows whose class is known. */
  public int[] rows() {
    return rows.clone();
  }

  /** The same for some of the rows. */
  LabelFeedback of(int[] fewerRows) {
    return new LabelFeedback(labels, fewerRows);
  }

  @Override
  public TripletSampler triplets(long seed) {
    return TripletSampler.of(labels, rows, seed);
  }

  @Override
  public boolean knowsWrongAnswers() {
    return true;
  }

  @Override
  public String unit() {
    return "rows";
  }
}
