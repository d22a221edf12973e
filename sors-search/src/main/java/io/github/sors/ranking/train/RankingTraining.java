package io.github.sors.ranking.train;

import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.item.Item;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.List;

/** Learns a ranking from feedback by id. */
public final class RankingTraining {

  private final RankingCollection collection;
  private final List<Item> queries;
  private final List<Feedback> feedback;
  private final RankingOptions options;

  /**
   * Prepares a training.
   *
   * @param queries what was asked; with {@link RankingOptions#queriesAreItems}, items of the
   *     collection
   * @param feedback by the ids of queries and items
   */
  public RankingTraining(
      RankingCollection collection,
      List<Item> queries,
      List<Feedback> feedback,
      RankingOptions options) {
    this.collection = collection;
    this.queries = List.copyOf(queries);
    this.feedback = List.copyOf(feedback);
    this.options = options;
  }

  /**
   * Learns, measures and decides.
   *
   * @param listener hears how far it is
   */
  public RankingResult run(RankingListener listener) {
    throw new UnsupportedOperationException(
        "follows: " + collection + queries + feedback + options + listener);
  }
}
