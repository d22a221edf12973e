package io.github.sors.embedding;

import java.util.Arrays;

/**
 * Where some embeddings lie in memory: an array and an offset for each. Rows that are in an array
 * already are read in place, others are copied into a buffer of this table.
 *
 * <p>Threads: belongs to one thread.
 */
public final class LocatedRows {

  private final int dimension;
  private float[][] arrays;
  private int[] offsets;
  // for rows that are in no array; grows on first use
  private float[] buffer = {};

  /** Creates a table with room for some rows. */
  public LocatedRows(int dimension, int capacity) {
    this.dimension = dimension;
    arrays = new float[capacity][];
    offsets = new int[capacity];
  }

  /** Makes room for this many rows; the rows so far are lost. */
  public void reserve(int capacity) {
    if (capacity > arrays.length) {
      arrays = new float[capacity][];
      offsets = new int[capacity];
    }
  }

  /** Sets a row to numbers that lie in an array. */
  public void set(int slot, float[] array, int offset) {
    arrays[slot] = array;
    offsets[slot] = offset;
  }

  /** Copies a row to another slot. */
  public void move(int from, int to) {
    arrays[to] = arrays[from];
    offsets[to] = offsets[from];
  }

  /** Sets a row to its part of the buffer, and returns the buffer to be filled at its offset. */
  float[] buffered(int slot) {
    int offset = Math.multiplyExact(slot, dimension);
    if (buffer.length < offset + dimension) {
      // rows that were copied before stay in the old buffer
      buffer = new float[Math.multiplyExact(arrays.length, dimension)];
    }
    set(slot, buffer, offset);
    return buffer;
  }

  /** The arrays of the rows; must not be modified. */
  public float[][] arrays() {
    return arrays;
  }

  /** Where each row begins in its array; must not be modified. */
  public int[] offsets() {
    return offsets;
  }

  /** Returns a copy of a row. */
  public float[] copy(int slot) {
    return Arrays.copyOfRange(arrays[slot], offsets[slot], offsets[slot] + dimension);
  }

  /** Whether two rows have the same numbers. */
  public boolean areEqual(int slot, int other) {
    return Arrays.equals(
        arrays[slot],
        offsets[slot],
        offsets[slot] + dimension,
        arrays[other],
        offsets[other],
        offsets[other] + dimension);
  }
}
