package io.github.sors.ranking.signal;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The items that are scored for a query: all, or those that some signals find first, and a fixed
 * random sample that stands for the others where means and spreads are taken.
 *
 * <p>Threads: immutable.
 */
public final class Candidates {

  // of numbers that the sample is drawn with: the same for the same collection
  private static final long SEED = 1;

  // null for all
  private final int @Nullable [] items;
  private final int size;
  private final int population;

  private Candidates(int @Nullable [] items, int size, int population) {
    this.items = items;
    this.size = size;
    this.population = population;
  }

  /** All items of a collection; means are taken over all of them. */
  public static Candidates all(int size) {
    return new Candidates(null, size, size);
  }

  /** Draws items without replacement, ascending. */
  static int[] sample(int size, int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    BitSet drawn = new BitSet(size);
    while (drawn.cardinality() < Math.min(count, size)) {
      drawn.set(random.nextInt(size));
    }
    return drawn.stream().toArray();
  }

  /** The sample, over which means are taken, and what was found. */
  static Candidates of(int[] sample, BitSet found) {
    BitSet others = (BitSet) found.clone();
    for (int item : sample) {
      others.clear(item);
    }
    int[] items = Arrays.copyOf(sample, sample.length + others.cardinality());
    int place = sample.length;
    for (int item = others.nextSetBit(0); item >= 0; item = others.nextSetBit(item + 1)) {
      items[place++] = item;
    }
    return new Candidates(items, items.length, sample.length);
  }

  /** These and further items. */
  Candidates with(int... others) {
    if (items == null) {
      return this;
    }
    BitSet found = new BitSet();
    for (int item : items) {
      found.set(item);
    }
    for (int item : others) {
      found.set(item);
    }
    return of(Arrays.copyOf(items, population), found);
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** Whether these are all items, in their order. */
  public boolean areAll() {
    return items == null;
  }

  /** The number of the item at a place. */
  public int item(int place) {
    return items == null ? place : items[place];
  }

  /** The first so many places are those over which means and spreads are taken. */
  public int population() {
    return population;
  }
}
