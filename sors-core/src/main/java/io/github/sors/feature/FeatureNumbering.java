package io.github.sors.feature;

import java.util.Arrays;

/**
 * Numbers features in the order of their first occurrence, so that memory depends on how many
 * occur, not on the largest index.
 *
 * <p>Frequent features occur early, so they get small numbers.
 *
 * <p>Threads: one thread numbers features; a numbering that no longer changes can be read by any
 * thread. Failures: {@link #of} throws {@link IllegalArgumentException} for a feature out of range
 * or given twice; {@link #number} does not check its feature.
 *
 * @since 0.1.0
 */
public final class FeatureNumbering {

  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;

  // number + 1 of each feature, 0 if it has none
  private int[][] pages = new int[1][];
  private int[] features = new int[16];
  private int size;
  private int usedPages;

  /** Creates a numbering without features. */
  public FeatureNumbering() {}

  /** Returns an independent copy. */
  public FeatureNumbering copy() {
    FeatureNumbering copy = new FeatureNumbering();
    copy.pages = new int[pages.length][];
    for (int page = 0; page < pages.length; page++) {
      copy.pages[page] = pages[page] == null ? null : pages[page].clone();
    }
    copy.features = features.clone();
    copy.size = size;
    copy.usedPages = usedPages;
    return copy;
  }

  /** The bytes that the numbers take. */
  public long bytes() {
    return 8L * pages.length + 4L * features.length + 4L * PAGE * usedPages;
  }

  /**
   * An upper bound of {@link #bytes} for features below a dimension, without the list of numbered
   * features, which takes up to 8 bytes per feature.
   */
  public static long mostBytes(int dimension) {
    long pages = ((long) dimension + PAGE - 1) >>> PAGE_BITS;
    return 12 * (pages + 1) + 4L * PAGE * pages + 64;
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

  /** The number of numbered features. */
  public int size() {
    return size;
  }

  /** The feature of a number. */
  public int feature(int number) {
    return features[number];
  }

  /** The number of a feature, or -1 if it has none. */
  public int find(int feature) {
    int page = feature >>> PAGE_BITS;
    return page < pages.length && pages[page] != null ? pages[page][feature & (PAGE - 1)] - 1 : -1;
  }

  /** The number of a feature; assigns the next one if it has none yet. */
  public int number(int feature) {
    int page = feature >>> PAGE_BITS;
    if (page >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(page + 1, pages.length + (pages.length >> 1)));
    }
    if (pages[page] == null) {
      pages[page] = new int[PAGE];
      usedPages++;
    }
    int known = pages[page][feature & (PAGE - 1)];
    if (known > 0) {
      return known - 1;
    }
    if (size == features.length) {
      features = Arrays.copyOf(features, 2 * size);
    }
    features[size] = feature;
    pages[page][feature & (PAGE - 1)] = ++size;
    return size - 1;
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

  /** All features in the order of their numbers. */
  public int[] features() {
    return Arrays.copyOf(features, size);
  }
}
