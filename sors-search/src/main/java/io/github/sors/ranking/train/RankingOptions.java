package io.github.sors.ranking.train;

import io.github.sors.InvalidInputException;

/**
 * How a ranking is learnt.
 *
 * <p>Threads: immutable. Failures: a number out of range throws {@link InvalidInputException}.
 *
 * @param seed of folds and of what is drawn at random
 * @param folds in how many parts the queries are held out in turn
 * @param threads how many learn; results do not depend on it
 * @param titleField the field of items that is taken as a query which the rest answers; it does not
 *     matter if there is none
 * @param queriesAreItems whether queries are items of the collection, which do not find themselves
 */
public record RankingOptions(
    long seed, int folds, int threads, String titleField, boolean queriesAreItems) {

  /** Five folds, seed 1, all processors, titles if items have any. */
  public static final RankingOptions DEFAULT =
      new RankingOptions(1, 5, Runtime.getRuntime().availableProcessors(), "title", false);

  /** Checks the numbers. */
  public RankingOptions {
    if (folds < 2 || threads < 1) {
      throw new InvalidInputException(
          "expected at least 2 folds and 1 thread, found " + folds + " and " + threads);
    }
  }

  /** These options with another seed. */
  public RankingOptions withSeed(long newSeed) {
    return new RankingOptions(newSeed, folds, threads, titleField, queriesAreItems);
  }

  /** These options with another number of threads. */
  public RankingOptions withThreads(int newThreads) {
    return new RankingOptions(seed, folds, newThreads, titleField, queriesAreItems);
  }

  /** These options for queries that are items. */
  public RankingOptions withQueriesAreItems(boolean areItems) {
    return new RankingOptions(seed, folds, threads, titleField, areItems);
  }

  /** These options with another field as the title. */
  public RankingOptions withTitleField(String newTitleField) {
    return new RankingOptions(seed, folds, threads, newTitleField, queriesAreItems);
  }
}
