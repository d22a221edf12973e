package io.github.sors.matrix;

/** Computes the values of entries at some moment from their stored levels. */
interface LevelReader {

  /** The value of an entry. */
  float valueOf(float level, float square);

  /** Turns the first {@code count} levels into values. */
  void read(GatheredEntries entries, int count);
}
