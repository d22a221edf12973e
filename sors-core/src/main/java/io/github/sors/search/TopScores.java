package io.github.sors.search;

/**
 * The best of many numbered scores: a bounded binary heap over primitive arrays.
 *
 * <p>The larger score is better, and of equal scores the one with the smaller number; -0.0 equals
 * 0.0. The result does not depend on the order of the offers. An offer takes one comparison if it
 * is rejected, and O(log capacity) otherwise. The best come out last: drain with {@link
 * #removeWorst} from the last rank to the first; then the heap is empty and can be reused.
 *
 * <p>Threads: belongs to one thread. Failures: a negative capacity throws {@link
 * IllegalArgumentException}; NaN, and reading or removing the worst of none, are not checked.
 */
public final class TopScores {

  private final int[] numbers;
  private final double[] scores;
  private int size;

  /**
   * Creates an empty heap.
   *
   * @param capacity how many scores to keep; 0 keeps none
   */
  public TopScores(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("expected capacity of 0 or more, found " + capacity);
    }
    numbers = new int[capacity];
    scores = new double[capacity];
  }

  /**
   * Keeps a score if it is among the best so far; it must not be NaN.
   *
   * @return whether it is
   */
  public boolean offer(int number, double score) {
    assert !Double.isNaN(score) : "the score of " + number + " is not a number";
    if (size < numbers.length) {
      siftUp(size++, number, score);
      return true;
    }
    if (size > 0 && isWorse(numbers[0], scores[0], number, score)) {
      siftDown(number, score);
      return true;
    }
    return false;
  }

  /** How many scores are kept. */
  public int size() {
    return size;
  }

  /** The number of the worst score that is kept; there must be one. */
  public int worstNumber() {
    return numbers[0];
  }

  /** The worst score that is kept; there must be one. */
  public double worstScore() {
    return scores[0];
  }

  /** Drops the worst score that is kept; there must be one. */
  public void removeWorst() {
    size--;
    siftDown(numbers[size], scores[size]);
  }

  private static boolean isWorse(int number, double score, int otherNumber, double otherScore) {
    return score < otherScore || (score == otherScore && number > otherNumber);
  }

  private void siftUp(int start, int number, double score) {
    int hole = start;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!isWorse(number, score, numbers[parent], scores[parent])) {
        break;
      }
      numbers[hole] = numbers[parent];
      scores[hole] = scores[parent];
      hole = parent;
    }
    numbers[hole] = number;
    scores[hole] = score;
  }

  /** Replaces the root by an entry. */
  private void siftDown(int number, double score) {
    int hole = 0;
    // 2 * hole + 1 < size, written so that it cannot overflow
    while (hole < size >>> 1) {
      int child = 2 * hole + 1;
      if (child + 1 < size
          && isWorse(numbers[child + 1], scores[child + 1], numbers[child], scores[child])) {
        child++;
      }
      if (!isWorse(numbers[child], scores[child], number, score)) {
        break;
      }
      numbers[hole] = numbers[child];
      scores[hole] = scores[child];
      hole = child;
    }
    numbers[hole] = number;
    scores[hole] = score;
  }
}
