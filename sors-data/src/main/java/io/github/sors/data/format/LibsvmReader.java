package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import io.github.sors.SparseVector;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads LIBSVM (SVMlight) text: {@code label feature:value feature:value … # comment}, one row per
 * line.
 *
 * <p>Labels are numbers, each distinct one a class. Indices ascend and count from 1 by default; in
 * the vectors they count from 0. A blank may follow the colon. Zeros are not stored, {@code
 * qid:number} is ignored, and so are lines without a token. The text is streamed: apart from the
 * rows themselves, memory is constant.
 */
final class LibsvmReader {

  private final TextScanner scanner;
  private final int firstIndex;
  private final DatasetBuilder rows;

  // the entries of the current row
  private final IntList indices = new IntList();
  private final FloatList values = new FloatList();

  private LibsvmReader(TextScanner scanner, boolean zeroBased, DatasetBuilder rows) {
    this.scanner = scanner;
    this.firstIndex = zeroBased ? 0 : 1;
    this.rows = rows;
  }

  /** Appends the rows of a text. */
  static void read(InputStream in, String source, boolean zeroBased, DatasetBuilder rows)
      throws IOException {
    TextScanner scanner = new TextScanner(in, source, Format.LIBSVM.title(), '#');
    new LibsvmReader(scanner, zeroBased, rows).readRows();
  }

  private void readRows() throws IOException {
    while (scanner.nextLine()) {
      if (scanner.nextToken()) {
        String label = label();
        indices.clear();
        values.clear();
        long previous = firstIndex - 1L;
        while (scanner.nextToken()) {
          if (!isQueryNumber()) {
            previous = addEntry(previous);
          }
        }
        rows.add(SparseVector.ofTrusted(indices.toArray(), values.toArray()), label);
      }
    }
  }

  private String label() {
    String label = scanner.token();
    if (DatasetBuilder.number(label).isPresent()) {
      return label;
    }
    if (label.indexOf(',') >= 0) {
      throw scanner.error(
          "expected one label per row, found "
              + scanner.quoted()
              + ": rows of several labels are not supported, keep one label of each row");
    }
    throw scanner.error(
        "expected a number as label at the start of the line, found " + scanner.quoted());
  }

  /** Adds the entry in the current token, if it is not zero; returns its index in the file. */
  private long addEntry(long previous) throws IOException {
    byte[] bytes = scanner.bytes();
    int length = scanner.length();
    int colon = 0;
    while (colon < length && bytes[colon] != ':') {
      colon++;
    }
    if (colon == length) {
      throw scanner.error("expected feature:value, found " + scanner.quoted());
    }
    long index = Decimals.parseIndex(bytes, 0, colon);
    if (index <= previous || index - firstIndex > SparseVector.MAXIMUM_INDEX) {
      throw wrongIndex(index, previous);
    }
    int start = colon + 1;
    // some writers put a blank after the colon
    if (start == length) {
      if (!scanner.nextToken()) {
        throw scanner.error(
            "expected a finite decimal number after the colon, found '"
                + index
                + ":' at the end of the line");
      }
      start = 0;
    }
    float value = Decimals.parseFloat(bytes, start, scanner.length());
    if (!Float.isFinite(value)) {
      throw wrongValue(value);
    }
    if (value != 0) {
      indices.add((int) (index - firstIndex));
      values.add(value);
    }
    return index;
  }

  private InvalidInputException wrongIndex(long index, long previous) {
    int largest = SparseVector.MAXIMUM_INDEX + firstIndex;
    if (index == Decimals.MALFORMED) {
      return scanner.error(
          "expected a whole number from "
              + firstIndex
              + " to "
              + largest
              + " before the colon, found "
              + scanner.quoted());
    }
    if (index < firstIndex) {
      return scanner.error(
          "expected a feature from 1 on, as LIBSVM counts from 1, found " + scanner.quoted(),
          Remedy.set("zeroBased").when("this file counts from 0"));
    }
    if (index - firstIndex > SparseVector.MAXIMUM_INDEX) {
      return scanner.error(
          "expected a feature of at most " + largest + ", found " + scanner.quoted());
    }
    if (index == previous) {
      return scanner.error(
          "expected each feature once per row, found feature "
              + index
              + " again: keep one of its values, or their sum");
    }
    return scanner.error(
        "expected ascending features, found feature "
            + index
            + " after "
            + previous
            + ": sort the entries of each row by feature");
  }

  private InvalidInputException wrongValue(float value) {
    return scanner.error(
        Float.isInfinite(value)
            ? "expected a value of at most "
                + Float.MAX_VALUE
                + " in size, found "
                + scanner.quoted()
                + ", which does not fit single precision"
            : "expected a finite decimal number after the colon, found " + scanner.quoted());
  }

  private boolean isQueryNumber() {
    byte[] bytes = scanner.bytes();
    if (bytes[0] != 'q' || scanner.length() < 4) {
      return false;
    }
    return bytes[1] == 'i'
        && bytes[2] == 'd'
        && bytes[3] == ':'
        && Decimals.parseIndex(bytes, 4, scanner.length()) != Decimals.MALFORMED;
  }
}
