package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Sparse vectors in a few plain arrays, by position. */
final class PackedVectors implements Serializable {

  private static final long serialVersionUID = 1;

  // where each vector starts, and a last one
  private final int[] starts;
  private final int[] indices;
  private final float[] values;

  private PackedVectors(int[] starts, int[] indices, float[] values) {
    this.starts = starts;
    this.indices = indices;
    this.values = values;
  }

  /** Packs vectors in the order given. */
  static PackedVectors of(Iterator<SparseVector> vectors) {
    int[] starts = new int[16];
    int[] indices = new int[256];
    float[] values = new float[256];
    int count = 0;
    while (vectors.hasNext()) {
      SparseVector vector = vectors.next();
      int start = starts[count];
      int end = Math.addExact(start, vector.size());
      if (++count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
      }
      if (end > indices.length) {
        int larger = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, 2L * indices.length));
        indices = Arrays.copyOf(indices, larger);
        values = Arrays.copyOf(values, larger);
      }
      System.arraycopy(vector.indexArray(), 0, indices, start, vector.size());
      System.arraycopy(vector.valueArray(), 0, values, start, vector.size());
      starts[count] = end;
    }
    int entries = starts[count];
    return new PackedVectors(
        Arrays.copyOf(starts, count + 1),
        Arrays.copyOf(indices, entries),
        Arrays.copyOf(values, entries));
  }

  /** Joins packs, one after the other. */
  static PackedVectors joined(List<PackedVectors> packs) {
    int count = 0;
    int entries = 0;
    for (PackedVectors pack : packs) {
      count = Math.addExact(count, pack.size());
      entries = Math.addExact(entries, pack.indices.length);
    }
    int[] starts = new int[count + 1];
    int[] indices = new int[entries];
    float[] values = new float[entries];
    count = 0;
    entries = 0;
    for (PackedVectors pack : packs) {
      for (int k = 0; k < pack.size(); k++) {
        starts[count++] = entries + pack.starts[k];
      }
      System.arraycopy(pack.indices, 0, indices, entries, pack.indices.length);
      System.arraycopy(pack.values, 0, values, entries, pack.values.length);
      entries += pack.indices.length;
    }
    starts[count] = entries;
    return new PackedVectors(starts, indices, values);
  }

  /** The number of vectors. */
  int size() {
    return starts.length - 1;
  }

  /** A copy of the vector at a position. */
  SparseVector vector(int position) {
    int from = starts[position];
    int to = starts[position + 1];
    return SparseVector.ofTrusted(
        Arrays.copyOfRange(indices, from, to), Arrays.copyOfRange(values, from, to));
  }
}
