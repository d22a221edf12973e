package io.github.sors.matrix.store;

/** Computes the values of entries at some moment from their stored levels. */
public interface LevelReader {

  /** The value of an entry. */
  float valueOf(float level, float square);

  /** Turns the first {@code count} levels into values. */
  void read(GatheredEntries entries, int count);

  /**
   * Replaces the levels in an array by their values.
   *
   * @param entries of each entry its level, and its square if it has one
   * @param stride the floats per entry, 1 or 2
   * @return how many entries are not zero
   */
  default long settle(float[] entries, int stride) {
    long live = 0;
    for (int at = 0; at < entries.length; at += stride) {
      float level = entries[at];
      float square = stride == 2 ? entries[at + 1] : 0;
      if (level != 0) {
        level = valueOf(level, square);
        entries[at] = level;
      }
      int bits = Float.floatToRawIntBits(level) | Float.floatToRawIntBits(square);
      live += -(bits & Integer.MAX_VALUE) >>> 31;
    }
    return live;
  }
}
