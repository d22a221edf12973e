package io.github.sors.data.format;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import io.github.sors.SparseVector;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads CSV or TSV text in UTF-8: one row per line, one column per feature, one column for the
 * label.
 *
 * <p>No cell may be missing; cells may be quoted. Zeros are not stored. The text is streamed.
 */
final class CsvReader {

  private static final Set<String> LABEL_NAMES = Set.of("label", "class", "target");

  /** Marks of a missing number: not a name of a column, and an error as a value. */
  private static final Pattern MISSING_NUMBER =
      Pattern.compile("[+-]?(?:nan|inf|infinity)|na|null|\\?", Pattern.CASE_INSENSITIVE);

  private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]+");
  private static final int NOT_FOUND = -1;
  private static final int MAXIMUM_COLUMNS = 1 << 22;
  private static final int LONGEST_NUMBER = 1 << 12;

  private final String source;
  private final ReadOptions options;
  private final DatasetBuilder rows;
  private final byte[] number = new byte[LONGEST_NUMBER];

  private int columnCount;
  // empty where the file has no header
  private List<String> columnNames = List.of();
  private int labelColumn;
  private long line;

  private CsvReader(String source, ReadOptions options, DatasetBuilder rows) {
    this.source = source;
    this.options = options;
    this.rows = rows;
  }

  /** Appends the rows of a text; the stream supports marks. */
  static void read(InputStream in, String source, ReadOptions options, DatasetBuilder rows)
      throws IOException {
    new CsvReader(source, options, rows).read(in);
  }

  private void read(InputStream in) throws IOException {
    char separator = options.separator() == null ? CsvSeparator.detect(in) : options.separator();
    Reader text = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
    // not closed here, since that would close the caller's stream
    Iterable<CsvRecord> records =
        de.siegmar.fastcsv.reader.CsvReader.builder()
            .fieldSeparator(separator)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .trimWhitespacesAroundQuotes(true)
            .allowUnclosedQuote(false)
            .build(CsvRecordHandler.of(handler -> handler.maxFields(MAXIMUM_COLUMNS)), text);
    try {
      readRecords(records);
    } catch (CsvParseException e) {
      // the parser wraps what the stream below it throws
      if (e.getCause() instanceof InvalidInputException damaged) {
        throw damaged;
      }
      throw new InvalidInputException(
          source
              + ", after line "
              + line
              + ": expected well-formed CSV, found: "
              + InputErrors.printable(String.valueOf(e.getMessage())),
          e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw new InvalidInputException(
            source
                + ", after line "
                + line
                + ": expected text in UTF-8, found bytes that are not: save the file as UTF-8",
            e);
      }
      throw e.getCause();
    }
  }

  private void readRecords(Iterable<CsvRecord> records) {
    for (CsvRecord row : records) {
      boolean first = line == 0;
      line = row.getStartingLineNumber();
      if (first) {
        describeColumns(row);
      }
      if (!first || columnNames.isEmpty()) {
        addRow(row);
      }
    }
  }

  /** Finds the label column, and the names of all columns if the first line holds them. */
  private void describeColumns(CsvRecord first) {
    List<String> cells = first.getFields().stream().map(String::strip).toList();
    columnCount = cells.size();
    boolean unlabelled = isUnlabelled(cells);
    if (columnCount < 2 && !unlabelled) {
      throw error(
          "expected a label and at least one feature, separated by comma, semicolon or tab, found "
              + InputErrors.quote(cells.get(0)));
    }
    rows.requireFeatureCount(unlabelled ? columnCount : columnCount - 1, source);
    int named =
        unlabelled || options.header() == ReadOptions.Header.ABSENT
            ? NOT_FOUND
            : columnNamed(cells);
    labelColumn = unlabelled || named != NOT_FOUND ? named : columnNumbered(cells);
    boolean header =
        switch (options.header()) {
          case PRESENT -> true;
          case ABSENT -> false;
          case AUTO -> named != NOT_FOUND || hasNameOutsideLabel(cells);
        };
    if (header) {
      cells.forEach(cell -> requirePrintable(cell, "column name"));
      columnNames = cells;
      List<String> featureNames = new ArrayList<>(cells);
      if (!unlabelled) {
        featureNames.remove(labelColumn);
      }
      rows.nameFeatures(List.copyOf(featureNames), source);
    }
  }

  /** Whether no column has classes, which is what is asked for unless one is called so. */
  private boolean isUnlabelled(List<String> cells) {
    return ReadOptions.NO_LABEL_COLUMN.equals(options.labelColumn())
        && (options.header() == ReadOptions.Header.ABSENT
            || !cells.contains(ReadOptions.NO_LABEL_COLUMN));
  }

  /** The column with the name that was asked for, or else with one of the usual names. */
  private int columnNamed(List<String> cells) {
    String wanted = options.labelColumn();
    if (wanted != null) {
      return WHOLE_NUMBER.matcher(wanted).matches()
          ? NOT_FOUND
          : onlyColumn(cells, cell -> cell.equals(wanted.strip()));
    }
    return onlyColumn(cells, cell -> LABEL_NAMES.contains(cell.toLowerCase(Locale.ROOT)));
  }

  private int onlyColumn(List<String> cells, Predicate<String> isLabel) {
    int found = NOT_FOUND;
    for (int column = 0; column < columnCount; column++) {
      if (isLabel.test(cells.get(column))) {
        if (found != NOT_FOUND) {
          throw error(
              "expected one label column, found column "
                  + (found + 1)
                  + " "
                  + InputErrors.quote(cells.get(found))
                  + " and column "
                  + (column + 1)
                  + " "
                  + InputErrors.quote(cells.get(column))
                  + ": give the number of the label column");
        }
        found = column;
      }
    }
    return found;
  }

  /** The column with the number that was asked for; it is not guessed, as any column may do. */
  private int columnNumbered(List<String> cells) {
    String wanted = options.labelColumn();
    if (wanted == null) {
      throw InputErrors.at(
          source,
          line,
          "expected a column called label, class or target for the classes, found "
              + InputErrors.quote(String.join(", ", cells)),
          Remedy.set("labelColumn", Integer.toString(columnCount))
              .when("the last column has the classes")
              .or("give the name or the number of another, or 'none' if no column has them"));
    }
    byte[] digits = wanted.getBytes(StandardCharsets.UTF_8);
    long column = Decimals.parseIndex(digits, 0, digits.length);
    if (column == Decimals.MALFORMED) {
      throw error(
          "expected a label column named "
              + InputErrors.quote(wanted)
              + ", found "
              + InputErrors.quote(String.join(", ", cells))
              + ": give the name as it is in the first line, or the number of the column");
    }
    if (column < 1 || column > columnCount) {
      throw error(
          "expected a label column from 1 to "
              + columnCount
              + ", found "
              + InputErrors.quote(wanted));
    }
    return (int) (column - 1);
  }

  private boolean hasNameOutsideLabel(List<String> cells) {
    for (int column = 0; column < columnCount; column++) {
      String cell = cells.get(column);
      if (column != labelColumn
          && Float.isNaN(parse(cell))
          && !MISSING_NUMBER.matcher(cell).matches()) {
        return true;
      }
    }
    return false;
  }

  private void addRow(CsvRecord row) {
    if (row.getFieldCount() != columnCount) {
      throw error(
          "expected " + columnCount + " cells, as in the first line, found " + row.getFieldCount());
    }
    boolean unlabelled = labelColumn == NOT_FOUND;
    float[] values = new float[unlabelled ? columnCount : columnCount - 1];
    for (int feature = 0; feature < values.length; feature++) {
      int column = unlabelled || feature < labelColumn ? feature : feature + 1;
      String cell = row.getField(column).strip();
      values[feature] = parse(cell);
      if (!Float.isFinite(values[feature])) {
        throw wrongValue(cell, column);
      }
    }
    rows.add(SparseVector.ofDense(values), unlabelled ? ReadOptions.NO_LABEL_COLUMN : label(row));
  }

  private String label(CsvRecord row) {
    String label = row.getField(labelColumn).strip();
    requirePrintable(label, "label");
    if (label.isEmpty()) {
      throw error("expected a label in " + columnTitle(labelColumn) + ", found an empty cell");
    }
    return label;
  }

  private InvalidInputException wrongValue(String cell, int column) {
    if (cell.isEmpty()) {
      return error("expected a number in " + columnTitle(column) + ", found an empty cell");
    }
    return error(
        "expected a decimal number of at most "
            + Float.MAX_VALUE
            + " in size in "
            + columnTitle(column)
            + ", found "
            + InputErrors.quote(cell)
            + (cell.indexOf(',') >= 0 ? ": write numbers with a decimal point" : ""));
  }

  private float parse(String cell) {
    int length = cell.length();
    if (length > LONGEST_NUMBER) {
      return Float.NaN;
    }
    for (int i = 0; i < length; i++) {
      char character = cell.charAt(i);
      number[i] = (byte) (character < 0x80 ? character : '?');
    }
    return Decimals.parseFloat(number, 0, length);
  }

  private void requirePrintable(String text, String what) {
    if (InputErrors.hasControlCharacters(text)) {
      throw error(
          "expected a "
              + what
              + " without line breaks and control characters, found "
              + InputErrors.quote(text));
    }
  }

  private String columnTitle(int column) {
    String title = "column " + (column + 1);
    return columnNames.isEmpty()
        ? title
        : title + " (" + InputErrors.quote(columnNames.get(column)) + ")";
  }

  private InvalidInputException error(String problem) {
    return InputErrors.at(source, line, problem);
  }
}
