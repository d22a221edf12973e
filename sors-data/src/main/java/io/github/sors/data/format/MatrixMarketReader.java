package io.github.sors.data.format;

import io.github.sors.SparseVector;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Reads Matrix Market text, {@code coordinate} or {@code array}, whose columns or rows are
 * documents.
 *
 * <p>Entries may come in any order. All of them are kept until the last is read, 16 bytes each.
 */
final class MatrixMarketReader {

  private static final String BANNER = "%%MatrixMarket";
  private static final String EXPECTED_HEADER =
      BANNER + " matrix coordinate|array real|integer|pattern general";

  private final TextScanner scanner;
  private final String source;

  private boolean coordinate;
  private boolean pattern;
  private long rowCount;
  private long columnCount;
  private long entryCount;
  private long sizeLine;
  private boolean documentsAsColumns;
  private int documentCount;

  // the entries in the order of the file
  private final IntList documents = new IntList();
  private final IntList features = new IntList();
  private final FloatList values = new FloatList();
  // the number of entries before each line that holds none
  private final IntList entriesBeforeGaps = new IntList();

  private MatrixMarketReader(TextScanner scanner, String source) {
    this.scanner = scanner;
    this.source = source;
  }

  /** Whether a line is, or tries to be, the first line of a Matrix Market file. */
  static boolean isHeader(String line) {
    return line.regionMatches(true, 0, BANNER, 0, BANNER.length());
  }

  /**
   * Appends the documents of a text.
   *
   * @param labels the label of each document
   * @param labelSource what to call the labels in messages
   */
  static void read(
      InputStream in,
      String source,
      List<String> labels,
      String labelSource,
      ReadOptions.Orientation orientation,
      DatasetBuilder rows)
      throws IOException {
    TextScanner scanner = new TextScanner(in, source, Format.MATRIX_MARKET.title(), '%');
    MatrixMarketReader reader = new MatrixMarketReader(scanner, source);
    reader.readHeader();
    reader.readSize();
    reader.orient(labels.size(), labelSource, orientation);
    rows.requireFeatureCount(
        (int) (reader.documentsAsColumns ? reader.rowCount : reader.columnCount), source);
    if (reader.coordinate) {
      reader.readCoordinates();
    } else {
      reader.readArray();
    }
    reader.addDocuments(labels, rows);
  }

  private void readHeader() throws IOException {
    String header = scanner.nextLine() ? scanner.restOfLine() : "";
    String[] words = header.toLowerCase(Locale.ROOT).split("\\s+", -1);
    if (!isHeader(header) || words.length != 5 || !words[1].equals("matrix")) {
      throw InputErrors.at(
          source, 1, "expected '" + EXPECTED_HEADER + "', found " + InputErrors.quote(header));
    }
    coordinate = words[2].equals("coordinate");
    pattern = words[3].equals("pattern");
    if (!coordinate && !words[2].equals("array")) {
      throw scanner.error("expected 'coordinate' or 'array', found " + InputErrors.quote(words[2]));
    }
    if (!pattern && !words[3].equals("real") && !words[3].equals("integer")) {
      throw scanner.error(
          "expected real, integer or pattern values, found "
              + InputErrors.quote(words[3])
              + ", which is not supported");
    }
    if (pattern && !coordinate) {
      throw scanner.error("expected real or integer values in an array, found 'pattern'");
    }
    if (!words[4].equals("general")) {
      throw scanner.error(
          "expected a general matrix, found "
              + InputErrors.quote(words[4])
              + ", which is not supported: write all entries of the matrix");
    }
  }

  private void readSize() throws IOException {
    while (scanner.nextLine()) {
      if (scanner.nextToken()) {
        sizeLine = scanner.line();
        rowCount = size("the number of rows");
        requireToken("the number of columns");
        columnCount = size("the number of columns");
        if (coordinate) {
          requireToken("the number of entries");
          entryCount = size("the number of entries");
        } else {
          entryCount = rowCount * columnCount;
        }
        requireLineEnd();
        return;
      }
    }
    throw scanner.error("expected a line with the size of the matrix, found the end of the file");
  }

  private long size(String what) {
    long size = Decimals.parseIndex(scanner.bytes(), 0, scanner.length());
    int largest = SparseVector.MAXIMUM_INDEX + 1;
    if (size == Decimals.MALFORMED || size > largest) {
      throw scanner.error(
          "expected " + what + " from 0 to " + largest + ", found " + scanner.quoted());
    }
    return size;
  }

  private void orient(int labelCount, String labelSource, ReadOptions.Orientation orientation) {
    documentsAsColumns =
        switch (orientation) {
          case DOCUMENTS_AS_COLUMNS -> true;
          case DOCUMENTS_AS_ROWS -> false;
          case AUTO -> labelCount == columnCount || labelCount != rowCount;
        };
    if (labelCount != (documentsAsColumns ? columnCount : rowCount)) {
      throw InputErrors.at(
          source,
          sizeLine,
          "a matrix of "
              + rowCount
              + " rows and "
              + columnCount
              + " columns needs "
              + switch (orientation) {
                case DOCUMENTS_AS_COLUMNS -> columnCount + " labels, one per column";
                case DOCUMENTS_AS_ROWS -> rowCount + " labels, one per row";
                case AUTO -> columnCount + " or " + rowCount + " labels, one per column or row";
              }
              + ", found "
              + labelCount
              + " in "
              + labelSource);
    }
    documentCount = labelCount;
  }

  private void readCoordinates() throws IOException {
    while (scanner.nextLine()) {
      if (!scanner.nextToken()) {
        entriesBeforeGaps.add(documents.size());
        continue;
      }
      requireRoomForEntry();
      int row = position("row", rowCount);
      requireToken("a column number");
      int column = position("column", columnCount);
      float value = 1;
      if (!pattern) {
        requireToken("a value");
        value = value();
      }
      requireLineEnd();
      addEntry(row, column, value);
    }
    requireAllEntries(documents.size());
  }

  private void readArray() throws IOException {
    long read = 0;
    while (scanner.nextLine()) {
      while (scanner.nextToken()) {
        if (read == entryCount) {
          throw tooManyEntries();
        }
        float value = value();
        if (value != 0) {
          addEntry((int) (read % rowCount), (int) (read / rowCount), value);
        }
        read++;
      }
    }
    requireAllEntries(read);
  }

  private void addEntry(int row, int column, float value) {
    documents.add(documentsAsColumns ? column : row);
    features.add(documentsAsColumns ? row : column);
    values.add(value);
  }

  private int position(String what, long count) {
    long position = Decimals.parseIndex(scanner.bytes(), 0, scanner.length());
    if (position < 1 || position > count) {
      throw scanner.error(
          "expected a "
              + what
              + " number from 1 to "
              + count
              + ", as line "
              + sizeLine
              + " says, found "
              + scanner.quoted());
    }
    return (int) (position - 1);
  }

  private float value() {
    float value = Decimals.parseFloat(scanner.bytes(), 0, scanner.length());
    if (!Float.isFinite(value)) {
      throw scanner.error(
          "expected a decimal number of at most "
              + Float.MAX_VALUE
              + " in size, found "
              + scanner.quoted());
    }
    return value;
  }

  private void requireToken(String what) throws IOException {
    if (!scanner.nextToken()) {
      throw scanner.error("expected " + what + ", found the end of the line");
    }
  }

  private void requireLineEnd() throws IOException {
    if (scanner.nextToken()) {
      throw scanner.error("expected the end of the line, found " + scanner.quoted());
    }
  }

  private void requireRoomForEntry() {
    if (documents.size() == entryCount) {
      throw tooManyEntries();
    }
  }

  private RuntimeException tooManyEntries() {
    return scanner.error(
        "expected " + entryCount + " entries, as line " + sizeLine + " says, found more");
  }

  private void requireAllEntries(long found) {
    if (found < entryCount) {
      throw scanner.error(
          "expected "
              + entryCount
              + " entries, as line "
              + sizeLine
              + " says, found the end of the file after "
              + found
              + ": the file is incomplete");
    }
  }

  /** Brings the entries of each document together and in order. */
  private void addDocuments(List<String> labels, DatasetBuilder rows) {
    int[] starts = new int[documentCount + 1];
    for (int k = 0; k < documents.size(); k++) {
      starts[documents.get(k) + 1]++;
    }
    for (int document = 0; document < documentCount; document++) {
      starts[document + 1] += starts[document];
    }
    int[] ends = starts.clone();
    int[] entries = new int[documents.size()];
    for (int k = 0; k < entries.length; k++) {
      entries[ends[documents.get(k)]++] = k;
    }
    for (int document = 0; document < documentCount; document++) {
      rows.add(vector(entries, starts[document], starts[document + 1]), labels.get(document));
    }
  }

  private SparseVector vector(int[] entries, int from, int to) {
    // the feature in the upper half: the order of these numbers is that of the features, and that
    // of the file for the same feature
    long[] sorted = new long[to - from];
    for (int k = 0; k < sorted.length; k++) {
      sorted[k] = (long) features.get(entries[from + k]) << 32 | entries[from + k];
    }
    Arrays.sort(sorted);
    int[] indices = new int[sorted.length];
    float[] entryValues = new float[sorted.length];
    for (int k = 0; k < sorted.length; k++) {
      int entry = (int) sorted[k];
      indices[k] = features.get(entry);
      entryValues[k] = values.get(entry);
      if (k > 0 && indices[k] == indices[k - 1]) {
        int document = documents.get(entry);
        throw InputErrors.at(
            source,
            lineOf(entry),
            "expected each position once, found row "
                + (1 + (documentsAsColumns ? indices[k] : document))
                + ", column "
                + (1 + (documentsAsColumns ? document : indices[k]))
                + " again: keep one of its values, or their sum");
      }
    }
    return SparseVector.of(indices, entryValues);
  }

  /** The line of an entry: those that hold no entry are known, all others hold one. */
  private long lineOf(int entry) {
    long line = sizeLine + 1 + entry;
    for (int k = 0; k < entriesBeforeGaps.size() && entriesBeforeGaps.get(k) <= entry; k++) {
      line++;
    }
    return line;
  }
}
