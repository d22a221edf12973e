package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How files are to be read; what is {@code null} or {@code AUTO} is found out from the files.
 *
 * <p>An option that the format of a file has no use for is an error when the file is read, never
 * ignored.
 *
 * @param format the format of every file
 * @param labels Matrix Market: the file of labels, or null for a file of the same base name that
 *     ends in {@code .classes} or {@code .labels}
 * @param featureNames a file with the name of each feature, one a line, or null
 * @param rowNames a file with the name of each row of all files together, one a line, or null
 * @param orientation Matrix Market: whether a row of the data set is a column or a row of the
 *     matrix
 * @param zeroBased LIBSVM: whether indices count from 0 instead of from 1
 * @param labelColumn CSV: the name or the number (from 1) of the label's column, or null for the
 *     one named "label", "class" or "target" in whatever case, else the last
 * @param header CSV: whether the first line holds the names of the columns
 * @param separator CSV: the character between two cells, or null for the most frequent one of tab,
 *     semicolon and comma in the first line
 */
public record ReadOptions(
    Format format,
    Path labels,
    Path featureNames,
    Path rowNames,
    Orientation orientation,
    boolean zeroBased,
    String labelColumn,
    Header header,
    Character separator) {

  /** Which side of a matrix the rows of a data set, such as documents, are on. */
  public enum Orientation {
    /** Columns if there are as many labels as columns, else rows. */
    AUTO,
    /** One column a document, as in a matrix of terms × documents. */
    DOCUMENTS_AS_COLUMNS,
    /** One row a document. */
    DOCUMENTS_AS_ROWS
  }

  /** What the first line of a CSV file is. */
  public enum Header {
    /** Names if a cell outside the label's column is not a number, or one names that column. */
    AUTO,
    /** The names of the columns. */
    PRESENT,
    /** The first row. */
    ABSENT
  }

  /** Finds everything out from the files. */
  public static final ReadOptions DEFAULT =
      new ReadOptions(
          Format.AUTO, null, null, null, Orientation.AUTO, false, null, Header.AUTO, null);

  /**
   * @throws IllegalArgumentException if the separator can be part of a number or of a line's end
   * @throws InvalidInputException if the label column is blank
   */
  public ReadOptions {
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(orientation, "orientation");
    Objects.requireNonNull(header, "header");
    if (labelColumn != null && labelColumn.isBlank()) {
      throw new InvalidInputException(
          "the name or the number of the label column expected, found blanks");
    }
    if (separator != null
        && (Character.isLetterOrDigit(separator) || "\"\r\n.+-".indexOf(separator) >= 0)) {
      throw new IllegalArgumentException(
          "a separator that is no letter, digit, sign, point, quote or line end expected, found '"
              + separator
              + "'");
    }
  }

  public ReadOptions withFormat(Format newFormat) {
    return new ReadOptions(
        newFormat,
        labels,
        featureNames,
        rowNames,
        orientation,
        zeroBased,
        labelColumn,
        header,
        separator);
  }

  public ReadOptions withLabels(Path newLabels) {
    return new ReadOptions(
        format,
        newLabels,
        featureNames,
        rowNames,
        orientation,
        zeroBased,
        labelColumn,
        header,
        separator);
  }

  public ReadOptions withFeatureNames(Path newFeatureNames) {
    return new ReadOptions(
        format,
        labels,
        newFeatureNames,
        rowNames,
        orientation,
        zeroBased,
        labelColumn,
        header,
        separator);
  }

  public ReadOptions withRowNames(Path newRowNames) {
    return new ReadOptions(
        format,
        labels,
        featureNames,
        newRowNames,
        orientation,
        zeroBased,
        labelColumn,
        header,
        separator);
  }

  public ReadOptions withOrientation(Orientation newOrientation) {
    return new ReadOptions(
        format,
        labels,
        featureNames,
        rowNames,
        newOrientation,
        zeroBased,
        labelColumn,
        header,
        separator);
  }

  public ReadOptions withZeroBased(boolean newZeroBased) {
    return new ReadOptions(
        format,
        labels,
        featureNames,
        rowNames,
        orientation,
        newZeroBased,
        labelColumn,
        header,
        separator);
  }

  public ReadOptions withLabelColumn(String newLabelColumn) {
    return new ReadOptions(
        format,
        labels,
        featureNames,
        rowNames,
        orientation,
        zeroBased,
        newLabelColumn,
        header,
        separator);
  }

  public ReadOptions withHeader(Header newHeader) {
    return new ReadOptions(
        format,
        labels,
        featureNames,
        rowNames,
        orientation,
        zeroBased,
        labelColumn,
        newHeader,
        separator);
  }

  public ReadOptions withSeparator(Character newSeparator) {
    return new ReadOptions(
        format,
        labels,
        featureNames,
        rowNames,
        orientation,
        zeroBased,
        labelColumn,
        header,
        newSeparator);
  }

  /** Checks that every option means something to a file of the given format. */
  void requireApplicableTo(Format actual, String source) {
    requireUse(labels != null, "--labels", Format.MATRIX_MARKET, actual, source);
    requireUse(
        orientation != Orientation.AUTO,
        "the option that says where the documents are",
        Format.MATRIX_MARKET,
        actual,
        source);
    requireUse(zeroBased, "--zero-based", Format.LIBSVM, actual, source);
    requireUse(labelColumn != null, "the label column", Format.CSV, actual, source);
    requireUse(header != Header.AUTO, "the option about a header line", Format.CSV, actual, source);
    requireUse(separator != null, "the separator", Format.CSV, actual, source);
  }

  private static void requireUse(
      boolean given, String option, Format expected, Format actual, String source) {
    if (given && actual != expected) {
      throw new InvalidInputException(
          source
              + ": "
              + option
              + " is for "
              + expected.title()
              + " files, but this is read as "
              + actual.title()
              + ": leave the option out, or say which format the file has");
    }
  }
}
