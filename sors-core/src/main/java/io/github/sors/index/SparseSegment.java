package io.github.sors.index;

import io.github.sors.SparseVector;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;

/**
 * A segment of sparse vectors: for each feature the items that have it, and each item's features.
 *
 * <p>A query is answered feature by feature: for each feature, weight times value is added to the
 * sum of every item that has it. The sums of a segment stay in the cache, and the postings are read
 * once, sequentially. Features are processed in ascending order, as in {@link WeightedQuery#score},
 * so the sums are bit-identical.
 */
final class SparseSegment extends Segment {

  // the postings of feature f are those from postingStarts[f] to below postingStarts[f + 1]
  private final int[] postingStarts;
  private final CharBuffer postingItems;
  private final FloatBuffer postingValues;
  // the same values by item
  private final int[] rowStarts;
  private final IntBuffer rowFeatures;
  private final FloatBuffer rowValues;

  SparseSegment(
      Header header,
      int[] postingStarts,
      CharBuffer postingItems,
      FloatBuffer postingValues,
      int[] rowStarts,
      IntBuffer rowFeatures,
      FloatBuffer rowValues) {
    super(header);
    this.postingStarts = postingStarts;
    this.postingItems = postingItems;
    this.postingValues = postingValues;
    this.rowStarts = rowStarts;
    this.rowFeatures = rowFeatures;
    this.rowValues = rowValues;
  }

  @Override
  void score(BoundQuery query, double[] scores) {
    PostingWindow window = new PostingWindow(postingItems, postingValues);
    for (int k = 0; k < query.size; k++) {
      int from = postingStarts[query.features[k]];
      int to = postingStarts[query.features[k] + 1];
      while (from < to) {
        int end = window.cover(from, to);
        int shift = window.start();
        ScoringLoops.addPostings(
            query.weights[k], window.items(), window.values(), from - shift, end - shift, scores);
        from = end;
      }
    }
  }

  @Override
  long cost(BoundQuery query) {
    long postings = 0;
    for (int k = 0; k < query.size; k++) {
      postings += postingStarts[query.features[k] + 1] - postingStarts[query.features[k]];
    }
    return postings;
  }

  @Override
  long values() {
    return postingValues.capacity();
  }

  @Override
  SparseVector vector(int item) {
    int[] indices = new int[rowStarts[item + 1] - rowStarts[item]];
    float[] values = new float[indices.length];
    rowFeatures.get(rowStarts[item], indices);
    rowValues.get(rowStarts[item], values);
    for (int k = 0; k < indices.length; k++) {
      indices[k] = features()[indices[k]];
    }
    return SparseVector.ofTrusted(indices, values);
  }

  @Override
  void writeLayout(SectionWriter writer) throws IOException {
    writer.writeInts("postingStarts", postingStarts);
    writer.writeChars("postingItems", postingItems.duplicate());
    writer.writeFloats("postingValues", postingValues.duplicate());
    writer.writeInts("rowStarts", rowStarts);
    writer.writeInts("rowFeatures", rowFeatures.duplicate());
    writer.writeFloats("rowValues", rowValues.duplicate());
  }

  static SparseSegment read(Header header, SectionReader reader) throws IOException {
    int[] postingStarts = reader.readInts("postingStarts");
    CharBuffer postingItems = reader.map("postingItems").asCharBuffer();
    FloatBuffer postingValues = reader.map("postingValues").asFloatBuffer();
    int[] rowStarts = reader.readInts("rowStarts");
    IntBuffer rowFeatures = reader.map("rowFeatures").asIntBuffer();
    FloatBuffer rowValues = reader.map("rowValues").asFloatBuffer();
    int values = postingValues.capacity();
    requireStarts(postingStarts, values);
    requireStarts(rowStarts, values);
    if (postingStarts.length != header.features().length + 1
        || rowStarts.length != header.itemCount() + 1
        || postingItems.capacity() != values
        || rowFeatures.capacity() != values
        || rowValues.capacity() != values) {
      throw new IllegalArgumentException(
          "the number of postings does not match the number of values");
    }
    for (int k = 0; k < values; k++) {
      requireFinite(postingValues.get(k));
      requireFinite(rowValues.get(k));
      if (postingValues.get(k) == 0 || rowValues.get(k) == 0) {
        throw new IllegalArgumentException("expected a value other than zero, found 0");
      }
      if (postingItems.get(k) >= header.itemCount()) {
        throw new IllegalArgumentException("there is no item " + (int) postingItems.get(k));
      }
    }
    requireRows(rowStarts, rowFeatures, header.features().length);
    return new SparseSegment(
        header, postingStarts, postingItems, postingValues, rowStarts, rowFeatures, rowValues);
  }

  private static void requireRows(int[] rowStarts, IntBuffer rowFeatures, int features) {
    for (int item = 0; item + 1 < rowStarts.length; item++) {
      int[] numbers = new int[rowStarts[item + 1] - rowStarts[item]];
      rowFeatures.get(rowStarts[item], numbers);
      requireAscending(numbers, 0, numbers.length, features - 1);
    }
  }
}
