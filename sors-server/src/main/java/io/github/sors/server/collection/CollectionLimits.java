package io.github.sors.server.collection;

/**
 * How large a collection may grow, so that no stream of requests fills the memory or the queue.
 *
 * @param items the most items
 * @param features the most distinct features of all items and queries
 * @param matrixBytes the most memory of the learner's matrix
 * @param waitingChanges the most changes that wait for the disk
 * @param waitingBytes about the most memory of the changes that wait
 * @param recordsBetweenSnapshots how many records are replayed at most after a crash, about
 */
public record CollectionLimits(
    int items,
    int features,
    long matrixBytes,
    int waitingChanges,
    int waitingBytes,
    int recordsBetweenSnapshots) {

  /** A million items and features, half the heap for the matrix. */
  public static final CollectionLimits DEFAULT =
      new CollectionLimits(
          1_000_000, 1_000_000, Runtime.getRuntime().maxMemory() / 2, 1024, 64 << 20, 50_000);

  /** These limits with a snapshot after so many records. */
  public CollectionLimits withRecordsBetweenSnapshots(int records) {
    return new CollectionLimits(
        items, features, matrixBytes, waitingChanges, waitingBytes, records);
  }

  /** These limits with so many changes that may wait. */
  public CollectionLimits withWaitingChanges(int changes) {
    return new CollectionLimits(
        items, features, matrixBytes, changes, waitingBytes, recordsBetweenSnapshots);
  }

  /** These limits with at most so many items and features. */
  public CollectionLimits withSize(int mostItems, int mostFeatures) {
    return new CollectionLimits(
        mostItems,
        mostFeatures,
        matrixBytes,
        waitingChanges,
        waitingBytes,
        recordsBetweenSnapshots);
  }
}
