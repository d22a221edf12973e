package io.github.sors.index;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.List;

/**
 * An immutable part of an index: up to {@value #MAXIMUM_ITEMS} items in ascending order of their
 * ids.
 *
 * <p>The bound keeps the sums of a query, one an item, in the nearer caches, lets an item's number
 * fit 16 bits, and bounds what a merge costs. Features are numbered anew within the segment, so
 * that its arrays are as long as it has features, however large their indices are.
 */
abstract class Segment {

  static final int MAXIMUM_ITEMS = 1 << 14;

  /** So that no array or mapped section outgrows an {@code int}. */
  static final int MAXIMUM_VALUES = 1 << 27;

  private final IdTable ids;
  private final List<String> labels;
  private final char[] labelNumbers;
  // the features by their number here, ascending
  private final int[] features;

  Segment(Header header) {
    this.ids = header.ids;
    this.labels = header.labels;
    this.labelNumbers = header.labelNumbers;
    this.features = header.features;
  }

  /** What every layout has; the arrays are not copied. */
  static final class Header {

    private final IdTable ids;
    private final List<String> labels;
    private final char[] labelNumbers;
    private final int[] features;

    Header(IdTable ids, List<String> labels, char[] labelNumbers, int[] features) {
      this.ids = ids;
      this.labels = labels;
      this.labelNumbers = labelNumbers;
      this.features = features;
    }

    int itemCount() {
      return labelNumbers.length;
    }

    int[] features() {
      return features;
    }
  }

  final int size() {
    return labelNumbers.length;
  }

  final IdTable ids() {
    return ids;
  }

  final String label(int item) {
    return labels.get(labelNumbers[item]);
  }

  /** The number of a label here, or -1. */
  final int findLabel(String label) {
    return labels.indexOf(label);
  }

  final int labelNumber(int item) {
    return labelNumbers[item];
  }

  final int[] features() {
    return features;
  }

  final Item item(int number) {
    return new Item(ids.id(number), vector(number), label(number));
  }

  /** Adds to each item's score what it gets from a query. */
  abstract void score(BoundQuery query, double[] scores);

  /** How many values {@link #score} looks at. */
  abstract long cost(BoundQuery query);

  /** How many values are stored. */
  abstract long values();

  abstract SparseVector vector(int item);

  abstract void writeLayout(SectionWriter writer) throws IOException;

  final void write(SectionWriter writer) throws IOException {
    writer.begin("segment");
    writer.writeInt(this instanceof DenseSegment ? 1 : 0);
    writer.writeInt(labels.size());
    for (String label : labels) {
      writer.writeString(label);
    }
    writer.end();
    ids.write(writer);
    writer.begin("labels");
    for (char number : labelNumbers) {
      writer.writeInt(number);
    }
    writer.end();
    writer.writeInts("features", features);
    writeLayout(writer);
  }

  static Segment read(SectionReader reader) throws IOException {
    reader.begin("segment");
    boolean dense = reader.readInt() == 1;
    String[] labels = new String[reader.readCount(4)];
    for (int k = 0; k < labels.length; k++) {
      labels[k] = reader.readString();
    }
    reader.end();
    IdTable ids = IdTable.read(reader);
    int[] numbers = reader.readInts("labels");
    int[] features = reader.readInts("features");
    if (numbers.length != ids.size() || numbers.length > MAXIMUM_ITEMS) {
      throw new IllegalArgumentException("ids and labels do not go together");
    }
    requireAscending(features, 0, features.length, SparseVector.MAXIMUM_INDEX);
    char[] labelNumbers = new char[numbers.length];
    for (int k = 0; k < numbers.length; k++) {
      if (numbers[k] < 0 || numbers[k] >= labels.length) {
        throw new IllegalArgumentException("there is no label " + numbers[k]);
      }
      labelNumbers[k] = (char) numbers[k];
    }
    Header header = new Header(ids, List.of(labels), labelNumbers, features);
    return dense ? DenseSegment.read(header, reader) : SparseSegment.read(header, reader);
  }

  /**
   * Checks the starts of parts that follow each other.
   *
   * @throws IllegalArgumentException which the reader reports as an {@link InvalidInputException}
   */
  static void requireStarts(int[] starts, int end) {
    boolean good = starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] == end;
    for (int k = 1; k < starts.length && good; k++) {
      good = starts[k] >= starts[k - 1];
    }
    if (!good) {
      throw new IllegalArgumentException("parts that do not follow each other");
    }
  }

  /** Checks that numbers of at least 0 ascend up to a largest one, in the same way. */
  static void requireAscending(int[] numbers, int from, int to, int largest) {
    int previous = -1;
    for (int k = from; k < to; k++) {
      if (numbers[k] <= previous || numbers[k] > largest) {
        throw new IllegalArgumentException(
            "expected ascending numbers up to " + largest + ", found " + numbers[k]);
      }
      previous = numbers[k];
    }
  }

  /** Checks that a value is one of a vector, in the same way. */
  static void requireFinite(float value) {
    if (!Float.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite value, found " + value);
    }
  }
}
