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
 * <p>The limit keeps the sums of a query, one per item, in the processor's cache, lets an item's
 * number fit into 16 bits, and limits the cost of a merge. A segment numbers its own features from
 * 0, so that the length of its arrays depends only on how many features it has.
 */
abstract class Segment {

  static final int MAXIMUM_ITEMS = 1 << 14;

  /** Keeps arrays and mapped sections within the range of an {@code int}. */
  static final int MAXIMUM_VALUES = 1 << 27;

  private final IdTable ids;
  private final List<String> labels;
  private final char[] labelNumbers;
  // the features in ascending order; their place is their number in this segment
  private final int[] features;

  Segment(Header header) {
    this.ids = header.ids;
    this.labels = header.labels;
    this.labelNumbers = header.labelNumbers;
    this.features = header.features;
  }

  /** The part that all layouts share; the arrays are not copied. */
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

  /** The number of a label in this segment, or -1. */
  final int findLabel(String label) {
    return labels.indexOf(label);
  }

  final int labelNumber(int item) {
    return labelNumbers[item];
  }

  final int[] features() {
    return features;
  }

  final IndexedItem item(int number) {
    return new IndexedItem(ids.id(number), vector(number), label(number));
  }

  /** Adds the score for a query to each item's sum. */
  abstract void score(BoundQuery query, double[] scores);

  /** The number of values that {@link #score} reads. */
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
      throw new IllegalArgumentException("the number of labels does not match the number of ids");
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
   * Checks the start offsets of consecutive parts.
   *
   * @throws IllegalArgumentException which the reader reports as an {@link InvalidInputException}
   */
  static void requireStarts(int[] starts, int end) {
    boolean good = starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] == end;
    for (int k = 1; k < starts.length && good; k++) {
      good = starts[k] >= starts[k - 1];
    }
    if (!good) {
      throw new IllegalArgumentException("the parts of an array overlap, or leave gaps");
    }
  }

  /**
   * Checks that numbers are strictly ascending, from at least 0 up to a largest one, in the same
   * way.
   */
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

  /** Checks that a value is finite, in the same way. */
  static void requireFinite(float value) {
    if (!Float.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite value, found " + value);
    }
  }
}
