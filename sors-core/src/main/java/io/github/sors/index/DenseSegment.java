package io.github.sors.index;

import io.github.sors.SparseVector;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * A segment of dense vectors, such as embeddings; zeros are stored, too.
 *
 * <p>Items are laid out in tiles of {@value #LANES}, and within a tile feature by feature, so that
 * the inner loop adds one weight times {@value #LANES} neighbouring floats to as many sums. Sums
 * over {@value #BLOCK} features are single precision, and sums of these are double precision. If a
 * product could exceed the range of single precision, everything is computed in double precision.
 */
final class DenseSegment extends Segment {

  static final int LANES = 64;
  private static final int BLOCK = 64;

  // tile t, feature f, lane l: (t · features + f) · LANES + l
  private final FloatBuffer tiles;
  // the magnitudes of the values other than zero
  private final double smallest;
  private final double largest;

  DenseSegment(Header header, FloatBuffer tiles) {
    super(header);
    this.tiles = tiles;
    float least = Float.MAX_VALUE;
    float most = 0;
    for (int k = 0; k < tiles.capacity(); k++) {
      float magnitude = Math.abs(tiles.get(k));
      most = Math.max(most, magnitude);
      least = magnitude == 0 ? least : Math.min(least, magnitude);
    }
    this.smallest = least;
    this.largest = most;
  }

  @Override
  void score(BoundQuery query, double[] scores) {
    if (fitsSinglePrecision(query)) {
      scoreInSinglePrecision(query, scores);
    } else {
      scoreInDoublePrecision(query, scores);
    }
  }

  /** Whether no weight, product or sum over a block can overflow or underflow. */
  private boolean fitsSinglePrecision(BoundQuery query) {
    double least = Float.MAX_VALUE;
    double most = 0;
    for (int k = 0; k < query.size; k++) {
      double magnitude = Math.abs(query.weights[k]);
      least = Math.min(least, magnitude);
      most = Math.max(most, magnitude);
    }
    return most * Math.max(1, BLOCK * largest) < Float.MAX_VALUE
        && least * Math.min(1, smallest) >= Float.MIN_NORMAL;
  }

  private void scoreInDoublePrecision(BoundQuery query, double[] scores) {
    int width = features().length;
    for (int item = 0; item < size(); item++) {
      int at = item / LANES * LANES * width + item % LANES;
      for (int k = 0; k < query.size; k++) {
        scores[item] += query.weights[k] * tiles.get(at + query.features[k] * LANES);
      }
    }
  }

  private void scoreInSinglePrecision(BoundQuery query, double[] scores) {
    int width = features().length;
    boolean copied = !tiles.hasArray();
    float[] values = copied ? new float[BLOCK * LANES] : tiles.array();
    float[] sums = new float[LANES];
    for (int first = 0; first < size(); first += LANES) {
      int tile = first * width;
      int lanes = Math.min(LANES, size() - first);
      int k = 0;
      while (k < query.size) {
        int block = query.features[k] / BLOCK * BLOCK;
        int end = Math.min(block + BLOCK, width);
        int start = tile + block * LANES;
        if (copied) {
          tiles.get(start, values, 0, (end - block) * LANES);
          start = 0;
        }
        Arrays.fill(sums, 0);
        for (; k < query.size && query.features[k] < end; k++) {
          int from = start + (query.features[k] - block) * LANES;
          ScoringLoops.addLanes((float) query.weights[k], values, from, sums);
        }
        for (int lane = 0; lane < lanes; lane++) {
          scores[first + lane] += sums[lane];
        }
      }
    }
  }

  @Override
  long cost(BoundQuery query) {
    return (long) query.size * size();
  }

  @Override
  long values() {
    return tiles.capacity();
  }

  @Override
  SparseVector vector(int item) {
    int width = features().length;
    int at = item / LANES * LANES * width + item % LANES;
    float[] values = new float[width];
    for (int f = 0; f < width; f++) {
      values[f] = tiles.get(at + f * LANES);
    }
    return SparseVector.of(features(), values);
  }

  @Override
  void writeLayout(SectionWriter writer) throws IOException {
    writer.writeFloats("tiles", tiles.duplicate());
  }

  /** The length of the tiles for a number of items and of features. */
  static long length(int items, int features) {
    return (long) (items + LANES - 1) / LANES * LANES * features;
  }

  static DenseSegment read(Header header, SectionReader reader) throws IOException {
    FloatBuffer tiles = reader.map("tiles").asFloatBuffer();
    if (tiles.capacity() != length(header.itemCount(), header.features().length)) {
      throw new IllegalArgumentException("the number of tiles does not match the number of items");
    }
    for (int k = 0; k < tiles.capacity(); k++) {
      requireFinite(tiles.get(k));
    }
    return new DenseSegment(header, tiles);
  }
}
