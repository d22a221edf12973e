package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to read files; options that are {@code null} or {@code AUTO} are detected from the files.
 *
 * <p>An option that does not apply to the format of a file is an error, and never ignored.
 *
 * <p>Threads: immutable. Failures: a separator that can be part of a number throws {@link
 * IllegalArgumentException}, a blank label column {@link io.github.sors.InvalidInputException},
 * null where a value is required {@link NullPointerException}.
 *
 * @param format the format of every file
 * @param labels Matrix Market: the file of labels, or null for a file of the same base name that
 *     ends in {@code .classes} or {@code .labels}
 * @param featureNames a file with the name of each feature, one per line, or null
 * @param rowNames a file with the name of each row of all files together, one per line, or null
 * @param orientation Matrix Market: whether a row of the data set is a column or a row of the
 *     matrix
 * @param zeroBased LIBSVM: whether indices count from 0 instead of from 1
 * @param labelColumn CSV: the name or the number (from 1) of the label's column, or null for the
 *     one named "label", "class" or "target" in whatever case; a file without one is refused unless
 *     this is {@link #NO_LABEL_COLUMN}
 * @param header CSV: whether the first line holds the names of the columns
 * @param separator CSV: the character between two cells, or null for the most frequent one of tab,
 *     semicolon and comma in the first line
 */
public record ReadOptions(
    Format format,
    @Nullable Path labels,
    @Nullable Path featureNames,
    @Nullable Path rowNames,
    Orientation orientation,
    boolean zeroBased,
    @Nullable String labelColumn,
    Header header,
    @Nullable Character separator) {

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

  /** The label column if no column has classes: all rows are of one class then. */
  public static final String NO_LABEL_COLUMN = "none";

  /** Detects everything from the files. */
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
          "expected the name or the number of the label column, found blanks");
    }
    if (separator != null
        && (Character.isLetterOrDigit(separator) || "\"\r\n.+-".indexOf(separator) >= 0)) {
      throw new IllegalArgumentException(
          "expected a separator other than a letter, digit, sign, point, quote or line end, found '"
              + separator
              + "'");
    }
  }

  /** These options with the format of every file. */
  public ReadOptions withFormat(Format newFormat) {
    return changed(copy -> copy.format = newFormat);
  }

  /** These options with a file of labels, or null. */
  public ReadOptions withLabels(@Nullable Path newLabels) {
    return changed(copy -> copy.labels = newLabels);
  }

  /** These options with a file of feature names, or null. */
  public ReadOptions withFeatureNames(@Nullable Path newFeatureNames) {
    return changed(copy -> copy.featureNames = newFeatureNames);
  }

  /** These options with a file of row names, or null. */
  public ReadOptions withRowNames(@Nullable Path newRowNames) {
    return changed(copy -> copy.rowNames = newRowNames);
  }

  /** These options with the side of a matrix that documents are on. */
  public ReadOptions withOrientation(Orientation newOrientation) {
    return changed(copy -> copy.orientation = newOrientation);
  }

  /** These options with features that count from 0, or from 1. */
  public ReadOptions withZeroBased(boolean newZeroBased) {
    return changed(copy -> copy.zeroBased = newZeroBased);
  }

  /** These options with the label's column, by name or number, or null. */
  public ReadOptions withLabelColumn(@Nullable String newLabelColumn) {
    return changed(copy -> copy.labelColumn = newLabelColumn);
  }

  /** These options with what the first line of a CSV file is. */
  public ReadOptions withHeader(Header newHeader) {
    return changed(copy -> copy.header = newHeader);
  }

  /** These options with the character between two cells, or null. */
  public ReadOptions withSeparator(@Nullable Character newSeparator) {
    return changed(copy -> copy.separator = newSeparator);
  }

  private ReadOptions changed(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.options();
  }

  /** The options in the middle of a change. */
  private static final class Copy {

    private Format format;
    private @Nullable Path labels;
    private @Nullable Path featureNames;
    private @Nullable Path rowNames;
    private Orientation orientation;
    private boolean zeroBased;
    private @Nullable String labelColumn;
    private Header header;
    private @Nullable Character separator;

    Copy(ReadOptions options) {
      format = options.format;
      labels = options.labels;
      featureNames = options.featureNames;
      rowNames = options.rowNames;
      orientation = options.orientation;
      zeroBased = options.zeroBased;
      labelColumn = options.labelColumn;
      header = options.header;
      separator = options.separator;
    }

    ReadOptions options() {
      return new ReadOptions(
          format,
          labels,
          featureNames,
          rowNames,
          orientation,
          zeroBased,
          labelColumn,
          header,
          separator);
    }
  }

  /** Checks that every option applies to the format of a file. */
  void requireApplicableTo(Format actual, String source) {
    requireUse(labels != null, "labels", Format.MATRIX_MARKET, actual, source);
    requireUse(
        orientation != Orientation.AUTO, "orientation", Format.MATRIX_MARKET, actual, source);
    requireUse(zeroBased, "zeroBased", Format.LIBSVM, actual, source);
    requireUse(labelColumn != null, "labelColumn", Format.CSV, actual, source);
    requireUse(header != Header.AUTO, "header", Format.CSV, actual, source);
    requireUse(separator != null, "separator", Format.CSV, actual, source);
  }

  private static void requireUse(
      boolean given, String option, Format expected, Format actual, String source) {
    if (given && actual != expected) {
      throw new InvalidInputException(
          source
              + ": "
              + option
              + " is an option for "
              + expected.title()
              + " files, but this file is read as "
              + actual.title(),
          Remedy.leaveOut(option).or("give the format of the file"));
    }
  }
}
