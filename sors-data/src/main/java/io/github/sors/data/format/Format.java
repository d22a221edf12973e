package io.github.sors.data.format;

/** The text formats that hold labelled vectors. */
public enum Format {
  /** Detected from the content of the file. */
  AUTO("any"),
  /**
   * One row per line: a numeric label, then {@code index:value} for every value that is not zero.
   */
  LIBSVM("LIBSVM"),
  /** A sparse or dense matrix; the labels are in a file of their own. */
  MATRIX_MARKET("Matrix Market"),
  /** One row per line, with every value; one column holds the label. */
  CSV("CSV");

  private final String title;

  Format(String title) {
    this.title = title;
  }

  /** The name as a person writes it. */
  public String title() {
    return title;
  }
}
