package io.github.sors.feature;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Numbers features in the order of their first occurrence, so that memory depends on how many
 * occur, not on the largest index.
 *
 * <p>Frequent features occur early, so they get small numbers. Where it is known beforehand how
 * often features will occur, {@link #expect} keeps the smallest numbers for the most frequent ones.
 *
 * <p>As long as all features are small, or at least an eighth of those below the largest occur,
 * their numbers are in an array with a place for each. Otherwise they are in a hash table that is
 * at most half full: numbers that are scattered over a large array would cost a cache miss each.
 * Where the table puts a feature depends on a seed that differs from process to process, so
 * features that collide cannot be chosen in advance. A lookup costs O(1) on average.
 *
 * <p>Threads: one thread numbers features; a numbering that no longer changes can be read by any
 * thread. Failures: {@link #of} throws {@link IllegalArgumentException} for a feature out of range
 * or given twice; {@link #number} does not check its feature.
 */
public final class FeatureNumbering {

  // up to this number, features have a place each
  private static final int SMALL = 1 << 16;
  // beyond, they do if this share of them occurs
  private static final int SHARE = 8;
  private static final int SMALLEST_TABLE_BITS = 10;
  private static final int SEED = new SplittableRandom().nextInt();

  // direct: number + 1 of each feature, negative if it has not occurred, 0 if it has no number
  // else, for each slot, a feature and the same of it, which is 0 if the slot is empty
  private int[] table = new int[16];
  private boolean direct = true;
  // of a hash table: the number of bits of an int that do not select a slot
  private int shift;
  private int[] features = new int[16];
  private int largest = -1;
  private int span;
  private int size;

  /** Creates a numbering without features. */
  public FeatureNumbering() {}

  /** Returns an independent copy. */
  public FeatureNumbering copy() {
    FeatureNumbering copy = new FeatureNumbering();
    copy.table = table.clone();
    copy.direct = direct;
    copy.shift = shift;
    copy.features = features.clone();
    copy.largest = largest;
    copy.span = span;
    copy.size = size;
    return copy;
  }

  /** The bytes that the numbers take. */
  public long bytes() {
    return 4L * table.length + 4L * features.length;
  }

  /**
   * An upper bound of {@link #bytes} for features below a dimension, without the list of numbered
   * features, which takes up to 8 bytes per feature.
   */
  public static long mostBytes(int dimension) {
    // a place for each, and half as many for growth; a hash table of an eighth is smaller
    return 6L * dimension + 64;
  }

  /**
   * Numbers features in the order given.
   *
   * @param dimension the upper bound of all features, exclusive
   * @throws IllegalArgumentException if a feature is not below it, or occurs twice
   */
  public static FeatureNumbering of(int[] features, int dimension) {
    FeatureNumbering numbering = new FeatureNumbering();
    for (int feature : features) {
      if (feature < 0 || feature >= dimension || numbering.find(feature) >= 0) {
        throw new IllegalArgumentException(
            "expected different features below " + dimension + ", found " + feature);
      }
      numbering.number(feature);
    }
    return numbering;
  }

  /**
   * Keeps the first numbers for these features, in the order given, until they occur; only before
   * any feature has a number.
   *
   * @param expected different features
   * @throws IllegalStateException if a feature has a number
   */
  public void expect(int[] expected) {
    if (span > 0) {
      throw new IllegalStateException("expected an empty numbering, found " + span + " features");
    }
    for (int feature : expected) {
      append(feature, -1);
    }
  }

  /** The number of features that have occurred. */
  public int size() {
    return size;
  }

  /** All numbers are below this one, also those that are kept for expected features. */
  public int span() {
    return span;
  }

  /** The feature of a number. */
  public int feature(int number) {
    return features[number];
  }

  /** The number of a feature, negative if it has not occurred. */
  public int find(int feature) {
    return entry(feature) - 1;
  }

  /** What the table has for a feature. */
  private int entry(int feature) {
    int[] numbers = table;
    if (direct) {
      return feature < numbers.length ? numbers[feature] : 0;
    }
    return numbers[slot(feature) + 1];
  }

  /**
   * Finds the numbers of several features, negative for those that have not occurred.
   *
   * @return whether all have occurred
   */
  public boolean findAll(int[] sought, int count, int[] numbers) {
    int all = 0;
    for (int k = 0; k < count; k++) {
      numbers[k] = find(sought[k]);
      all |= numbers[k];
    }
    return all >= 0;
  }

  /** Where a feature is in the hash table, or the empty slot where it belongs. */
  private int slot(int feature) {
    int slot = (mix(feature) >>> shift) << 1;
    while (table[slot] != feature && table[slot + 1] != 0) {
      slot = (slot + 2) & (table.length - 1);
    }
    return slot;
  }

  private static int mix(int feature) {
    int mixed = (feature ^ SEED) * 0x9E3779B9;
    return (mixed ^ (mixed >>> 15)) * 0x2C1B3C6D;
  }

  /** The number of a feature, which occurs; assigns the next one if it has none yet. */
  public int number(int feature) {
    int entry = entry(feature);
    if (entry > 0) {
      return entry - 1;
    }
    size++;
    if (entry < 0) {
      put(feature, -entry);
      return -entry - 1;
    }
    append(feature, 1);
    return span - 1;
  }

  /** Assigns the next number to a feature, with a sign that is negative if it has not occurred. */
  private void append(int feature, int sign) {
    if (span == features.length) {
      features = Arrays.copyOf(features, 2 * span);
    }
    features[span++] = feature;
    largest = Math.max(largest, feature);
    if (!hasRoom()) {
      rebuild();
    }
    put(feature, sign * span);
  }

  private boolean hasRoom() {
    return direct ? largest < table.length : span <= table.length / 4;
  }

  private void put(int feature, int entry) {
    int place = feature;
    if (!direct) {
      place = slot(feature) + 1;
      table[place - 1] = feature;
    }
    table[place] = entry;
  }

  /** Makes a table with room for all features, and enters all but the last. */
  private void rebuild() {
    int[] entries = new int[span - 1];
    Arrays.setAll(entries, number -> entry(features[number]));
    direct = largest < SMALL || largest / SHARE <= span;
    if (direct) {
      table = new int[(int) Math.min(largest + 1L + largest / 2, Integer.MAX_VALUE - 8)];
    } else {
      int bits =
          Math.max(SMALLEST_TABLE_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(2 * span));
      table = new int[2 << bits];
      shift = Integer.SIZE - bits;
    }
    for (int number = 0; number < entries.length; number++) {
      put(features[number], entries[number]);
    }
  }

  /**
   * Sorts numbers by their features.
   *
   * @param features the feature of each number
   * @return longs with the feature in the upper half and the number in the lower half
   */
  public static long[] byFeature(int[] features) {
    long[] order = new long[features.length];
    Arrays.setAll(order, number -> (long) features[number] << 32 | number);
    Arrays.sort(order);
    return order;
  }

  /** All features in the order of their numbers, also those that are only expected. */
  public int[] features() {
    return Arrays.copyOf(features, span);
  }

  /** The numbers of the features that have occurred, in ascending order. */
  public int[] occurred() {
    int[] numbers = new int[size];
    int count = 0;
    for (int number = 0; number < span; number++) {
      if (size == span || find(features[number]) >= 0) {
        numbers[count++] = number;
      }
    }
    return numbers;
  }
}
