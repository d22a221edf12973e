package io.github.sors.data.format;

import io.github.sors.InvalidInputException;

/** How arrays grow, so that appending costs constant time on average. */
final class GrowingArrays {

  /** The largest array that every virtual machine can make. */
  static final int MAXIMUM_LENGTH = Integer.MAX_VALUE - 8;

  private GrowingArrays() {}

  static int largerCapacity(int capacity) {
    if (capacity == MAXIMUM_LENGTH) {
      throw new InvalidInputException(
          "more than " + MAXIMUM_LENGTH + " numbers: split the data into smaller files");
    }
    return (int) Math.min(MAXIMUM_LENGTH, capacity * 2L);
  }
}
