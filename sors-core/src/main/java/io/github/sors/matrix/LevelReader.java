package io.github.sors.matrix;

/** Reads the values that entries have at some moment from what is stored of them. */
interface LevelReader {

  /** The value of an entry. */
  float valueOf(float level, float square);

  /** Turns the first levels into values. */
  void read(GatheredEntries entries, int count);
}
