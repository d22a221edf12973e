package io.github.sors.index;

import io.github.sors.SparseVector;
import java.nio.CharBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds segments from items. */
final class SegmentBuilder {

  // with at least this share of non-zero values, dense tiles are both smaller and faster
  private static final double DENSE_SHARE = 0.4;

  private SegmentBuilder() {}

  /** Splits items with distinct ids into as few segments as possible. */
  static List<Segment> build(Collection<IndexedItem> items) {
    List<Map.Entry<byte[], IndexedItem>> ordered = new ArrayList<>(items.size());
    for (IndexedItem item : items) {
      ordered.add(Map.entry(IdTable.encoded(item.id()), item));
    }
    ordered.sort((a, b) -> Arrays.compareUnsigned(a.getKey(), b.getKey()));
    List<Segment> segments = new ArrayList<>();
    int from = 0;
    long values = 0;
    for (int k = 0; k < ordered.size(); k++) {
      int more = ordered.get(k).getValue().vector().size();
      if (k - from == Segment.MAXIMUM_ITEMS
          || (k > from && values + more > Segment.MAXIMUM_VALUES)) {
        segments.add(segment(ordered.subList(from, k)));
        from = k;
        values = 0;
      }
      values += more;
    }
    if (from < ordered.size()) {
      segments.add(segment(ordered.subList(from, ordered.size())));
    }
    return segments;
  }

  private static Segment segment(List<Map.Entry<byte[], IndexedItem>> entries) {
    int count = entries.size();
    List<byte[]> ids = new ArrayList<>(count);
    Map<String, Integer> labels = new LinkedHashMap<>();
    char[] labelNumbers = new char[count];
    SparseVector[] vectors = new SparseVector[count];
    int total = 0;
    for (int i = 0; i < count; i++) {
      IndexedItem item = entries.get(i).getValue();
      ids.add(entries.get(i).getKey());
      Integer number = labels.putIfAbsent(item.label(), labels.size());
      labelNumbers[i] = (char) (number == null ? labels.size() - 1 : number);
      vectors[i] = item.vector();
      total = Math.addExact(total, vectors[i].size());
    }
    int[] features = features(vectors, total);
    Segment.Header header =
        new Segment.Header(IdTable.of(ids), List.copyOf(labels.keySet()), labelNumbers, features);
    boolean dense =
        count >= DenseSegment.LANES
            && total >= DENSE_SHARE * DenseSegment.length(count, features.length)
            && DenseSegment.length(count, features.length) <= Segment.MAXIMUM_VALUES;
    return dense ? dense(header, vectors) : sparse(header, vectors, total);
  }

  /** All features of the vectors, ascending, each once. */
  private static int[] features(SparseVector[] vectors, int total) {
    int[] all = new int[total];
    int at = 0;
    for (SparseVector vector : vectors) {
      System.arraycopy(vector.indexArray(), 0, all, at, vector.size());
      at += vector.size();
    }
    Arrays.sort(all);
    int distinct = 0;
    for (int feature : all) {
      if (distinct == 0 || feature != all[distinct - 1]) {
        all[distinct++] = feature;
      }
    }
    return Arrays.copyOf(all, distinct);
  }

  private static SparseSegment sparse(Segment.Header header, SparseVector[] vectors, int total) {
    int[] features = header.features();
    int[] rowStarts = new int[vectors.length + 1];
    int[] rowFeatures = new int[total];
    float[] rowValues = new float[total];
    int[] postingStarts = new int[features.length + 1];
    for (int i = 0; i < vectors.length; i++) {
      SparseVector vector = vectors[i];
      int at = rowStarts[i];
      int local = 0;
      for (int k = 0; k < vector.size(); k++) {
        local = Arrays.binarySearch(features, local, features.length, vector.index(k));
        rowFeatures[at + k] = local;
        rowValues[at + k] = vector.value(k);
        postingStarts[local + 1]++;
      }
      rowStarts[i + 1] = at + vector.size();
    }
    for (int f = 0; f < features.length; f++) {
      postingStarts[f + 1] += postingStarts[f];
    }
    int[] next = Arrays.copyOf(postingStarts, features.length);
    char[] postingItems = new char[total];
    float[] postingValues = new float[total];
    for (int i = 0; i < vectors.length; i++) {
      for (int k = rowStarts[i]; k < rowStarts[i + 1]; k++) {
        int place = next[rowFeatures[k]]++;
        postingItems[place] = (char) i;
        postingValues[place] = rowValues[k];
      }
    }
    return new SparseSegment(
        header,
        postingStarts,
        CharBuffer.wrap(postingItems),
        FloatBuffer.wrap(postingValues),
        rowStarts,
        IntBuffer.wrap(rowFeatures),
        FloatBuffer.wrap(rowValues));
  }

  private static DenseSegment dense(Segment.Header header, SparseVector[] vectors) {
    int[] features = header.features();
    float[] tiles = new float[(int) DenseSegment.length(vectors.length, features.length)];
    for (int i = 0; i < vectors.length; i++) {
      int tile = i / DenseSegment.LANES * DenseSegment.LANES * features.length;
      int local = 0;
      for (int k = 0; k < vectors[i].size(); k++) {
        local = Arrays.binarySearch(features, local, features.length, vectors[i].index(k));
        tiles[tile + local * DenseSegment.LANES + i % DenseSegment.LANES] = vectors[i].value(k);
      }
    }
    return new DenseSegment(header, FloatBuffer.wrap(tiles));
  }
}
