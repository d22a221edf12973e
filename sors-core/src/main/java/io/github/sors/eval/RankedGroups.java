package io.github.sors.eval;

import java.util.Arrays;

/**
 * The ranking of one query, reduced to what the metrics need: the groups of equally scored items
 * that contain a relevant item, best first.
 *
 * <p><b>Ties.</b> Items are tied if their scores are equal as doubles; -0.0 equals 0.0. The scores
 * of one query come from one scorer that does the same arithmetic for every item, so equal items
 * get identical scores, and no tolerance is needed. Within a group, all orders are assumed to be
 * equally likely.
 *
 * <p>Only the scores of the relevant items are sorted. Every other item is only counted in its tie
 * or gap between ties, so the cost is O(n log r) for n items of which r are relevant, and the
 * memory O(r).
 *
 * <p>Threads: immutable; a {@link Counter} belongs to one thread. Failures: a ranking without a
 * relevant item, and a score that is not a number, throw {@link IllegalArgumentException}; a
 * counter that threw can go on.
 */
public final class RankedGroups {

  private final int[] itemsBefore;
  private final int[] items;
  private final int[] relevant;
  private final int totalItems;
  private final int totalRelevant;

  private RankedGroups(
      int[] itemsBefore, int[] items, int[] relevant, int totalItems, int totalRelevant) {
    this.itemsBefore = itemsBefore;
    this.items = items;
    this.relevant = relevant;
    this.totalItems = totalItems;
    this.totalRelevant = totalRelevant;
  }

  /**
   * Returns the ranking by descending score.
   *
   * @param relevantScores the scores of the relevant items, at least one, in any order
   * @param otherScores the scores of all other items, in any order
   * @throws IllegalArgumentException if no item is relevant or a score is not a number
   */
  public static RankedGroups of(double[] relevantScores, double[] otherScores) {
    return ofParts(relevantScores.clone(), relevantScores.length, otherScores, otherScores.length);
  }

  /** Does the same as {@link #of} for the first elements of two buffers; sorts the first buffer. */
  static RankedGroups ofParts(
      double[] relevantScores, int relevantCount, double[] otherScores, int otherCount) {
    Counter counter = new Counter(relevantScores, relevantCount);
    for (int k = 0; k < otherCount; k++) {
      counter.count(otherScores[k]);
    }
    return counter.groups();
  }

  /**
   * Counts the other items of a ranking one by one, where not all their scores can be kept; needs
   * 20 bytes per relevant item.
   */
  public static final class Counter {

    // ascending, without repetitions
    private final double[] levels;
    private final int[] relevantAt;
    private final int[] othersAt;
    // gap 0 is below level 0, gap 1 between levels 0 and 1, …, the last above all levels
    private final int[] othersInGap;
    private final int levelCount;
    private int relevantCount;
    private int otherCount;

    /**
     * Starts with the relevant items.
     *
     * @param relevantScores the scores of the relevant items, at least one, in any order
     * @throws IllegalArgumentException if no item is relevant or a score is not a number
     */
    public Counter(double[] relevantScores) {
      this(relevantScores.clone(), relevantScores.length);
    }

    /** Does the same for the first elements of a buffer, which it sorts. */
    Counter(double[] relevantScores, int relevantCount) {
      if (relevantCount == 0) {
        throw new IllegalArgumentException("expected at least one relevant item, found none");
      }
      Arrays.sort(relevantScores, 0, relevantCount);
      // NaN is sorted after all numbers
      checkNumber(relevantScores[relevantCount - 1]);
      this.relevantCount = relevantCount;
      this.levels = new double[relevantCount];
      this.relevantAt = new int[relevantCount];
      int count = 0;
      for (int k = 0; k < relevantCount; k++) {
        if (count == 0 || relevantScores[k] != levels[count - 1]) {
          levels[count++] = relevantScores[k];
        }
        relevantAt[count - 1]++;
      }
      this.levelCount = count;
      this.othersAt = new int[count];
      this.othersInGap = new int[count + 1];
    }

    /**
     * Counts another item.
     *
     * @throws IllegalArgumentException if the score is not a number
     */
    public void count(double score) {
      countOther(score, 1);
    }

    private void countOther(double score, int times) {
      checkNumber(score);
      int level = lastLevelUpTo(score, levels, levelCount);
      if (level >= 0 && levels[level] == score) {
        othersAt[level] += times;
      } else {
        othersInGap[level + 1] += times;
      }
      otherCount += times;
    }

    private void countRelevant(double score, int times) {
      relevantAt[lastLevelUpTo(score, levels, levelCount)] += times;
      relevantCount += times;
    }

    /** Takes an item out of the ranking that was counted before. */
    void remove(double score, boolean isRelevant) {
      countAgain(score, isRelevant, -1);
    }

    /** Puts an item back that was taken out. */
    void putBack(double score, boolean isRelevant) {
      countAgain(score, isRelevant, 1);
    }

    private void countAgain(double score, boolean isRelevant, int times) {
      if (isRelevant) {
        countRelevant(score, times);
      } else {
        countOther(score, times);
      }
    }

    /** Whether any relevant item is left. */
    boolean hasRelevant() {
      return relevantCount > 0;
    }

    /** The ranking of all items so far. */
    public RankedGroups groups() {
      int[] itemsBefore = new int[levelCount];
      int[] items = new int[levelCount];
      int[] relevant = new int[levelCount];
      int before = 0;
      int group = 0;
      for (int level = levelCount - 1; level >= 0; level--) {
        before += othersInGap[level + 1];
        if (relevantAt[level] > 0) {
          itemsBefore[group] = before;
          items[group] = relevantAt[level] + othersAt[level];
          relevant[group++] = relevantAt[level];
        }
        before += relevantAt[level] + othersAt[level];
      }
      return new RankedGroups(
          Arrays.copyOf(itemsBefore, group),
          Arrays.copyOf(items, group),
          Arrays.copyOf(relevant, group),
          relevantCount + otherCount,
          relevantCount);
    }
  }

  private static void checkNumber(double score) {
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("expected scores that are numbers, found NaN");
    }
  }

  /** The last of the ascending levels that is not above the score, or -1. */
  private static int lastLevelUpTo(double score, double[] levels, int levelCount) {
    int start = -1;
    int length = levelCount;
    // the answer is in [start, start + length]
    while (length > 0) {
      int half = (length + 1) >>> 1;
      start += levels[start + half] <= score ? half : 0;
      length -= half;
    }
    return start;
  }

  /** The number of groups that hold a relevant item. */
  public int size() {
    return items.length;
  }

  /** How many items of any kind are ranked before a group. */
  public int itemsBefore(int group) {
    return itemsBefore[group];
  }

  /** How many items of any kind are in a group. */
  public int items(int group) {
    return items[group];
  }

  /** How many items of a group are relevant, at least 1. */
  public int relevant(int group) {
    return relevant[group];
  }

  /** How many items the ranking has. */
  public int totalItems() {
    return totalItems;
  }

  /** How many items of the ranking are relevant, at least 1. */
  public int totalRelevant() {
    return totalRelevant;
  }
}
