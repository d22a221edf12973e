package io.github.sors.server.collection;

/**
 * The limits of a collection and of a single request, so that requests cannot exhaust the memory,
 * the queue or the writer.
 *
 * @param items the maximum number of items
 * @param features the maximum number of distinct features of all items and queries
 * @param itemBytes the approximate memory limit of the items
 * @param matrixBytes the memory limit of the learner's matrix; published models and copies take two
 *     to three times as much in addition
 * @param waitingChanges the maximum number of changes that wait for the disk
 * @param waitingBytes the approximate memory limit of waiting changes
 * @param requestWork the maximum work of one feedback request: matrix entries that it may touch
 * @param comparisonsBetweenSnapshots the approximate maximum number of comparisons and items that
 *     are replayed after a crash
 */
public record CollectionLimits(
    int items,
    int features,
    long itemBytes,
    long matrixBytes,
    int waitingChanges,
    int waitingBytes,
    long requestWork,
    int comparisonsBetweenSnapshots) {

  private static final long HEAP = Runtime.getRuntime().maxMemory();

  /** A million items and features, a sixth of the heap each for the matrix and for the items. */
  public static final CollectionLimits DEFAULT =
      new CollectionLimits(
          1_000_000,
          1_000_000,
          HEAP / 6,
          HEAP / 6,
          1024,
          (int) Math.min(64 << 20, HEAP / 16),
          20_000_000_000L,
          50_000);

  /** These limits with a snapshot after this many comparisons and items. */
  public CollectionLimits withComparisonsBetweenSnapshots(int comparisons) {
    return new CollectionLimits(
        items,
        features,
        itemBytes,
        matrixBytes,
        waitingChanges,
        waitingBytes,
        requestWork,
        comparisons);
  }

  /** These limits with at most this many items and features. */
  public CollectionLimits withSize(int mostItems, int mostFeatures) {
    return new CollectionLimits(
        mostItems,
        mostFeatures,
        itemBytes,
        matrixBytes,
        waitingChanges,
        waitingBytes,
        requestWork,
        comparisonsBetweenSnapshots);
  }

  /** These limits with at most this much memory for the items and for the matrix. */
  public CollectionLimits withMemory(long mostItemBytes, long mostMatrixBytes) {
    return new CollectionLimits(
        items,
        features,
        mostItemBytes,
        mostMatrixBytes,
        waitingChanges,
        waitingBytes,
        requestWork,
        comparisonsBetweenSnapshots);
  }

  /** These limits with at most this much work per feedback request. */
  public CollectionLimits withRequestWork(long work) {
    return new CollectionLimits(
        items,
        features,
        itemBytes,
        matrixBytes,
        waitingChanges,
        waitingBytes,
        work,
        comparisonsBetweenSnapshots);
  }
}
