package io.github.sors.index;

import java.nio.CharBuffer;
import java.nio.FloatBuffer;

/**
 * Gives loops access to the postings as arrays, which is fastest: directly if they are in the heap,
 * in pieces if they are in a mapped file.
 */
final class PostingWindow {

  // consecutive lists are copied together; a longer window would be wasted on short lists
  private static final int LENGTH = 1 << 10;

  private final CharBuffer allItems;
  private final FloatBuffer allValues;
  private final char[] items;
  private final float[] values;
  private final boolean copied;
  private int start;
  private int end;

  PostingWindow(CharBuffer allItems, FloatBuffer allValues) {
    this.allItems = allItems;
    this.allValues = allValues;
    copied = !allItems.hasArray();
    items = copied ? new char[LENGTH] : allItems.array();
    values = copied ? new float[LENGTH] : allValues.array();
    end = copied ? 0 : values.length;
  }

  /** Makes the posting {@code from} available; returns the end of the available postings. */
  int cover(int from, int to) {
    if (copied && (from < start || from >= end)) {
      start = from;
      end = Math.min(from + LENGTH, allItems.capacity());
      allItems.get(from, items, 0, end - from);
      allValues.get(from, values, 0, end - from);
    }
    return Math.min(to, end);
  }

  /** The number of the first posting in the arrays. */
  int start() {
    return start;
  }

  char[] items() {
    return items;
  }

  float[] values() {
    return values;
  }
}
