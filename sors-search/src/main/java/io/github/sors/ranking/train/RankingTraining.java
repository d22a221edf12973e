package io.github.sors.ranking.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.data.item.Item;
import io.github.sors.embedding.Embeddings;
import io.github.sors.eval.Gain;
import io.github.sors.parallel.Workers;
import io.github.sors.ranking.fusion.Fusion;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.TextIndex;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Learns a ranking from feedback by id: signals, and how much each of them counts.
 *
 * <p>The queries are split into folds, all queries of the same words into the same one. Each fold
 * is ranked by signals and weights that were learnt from the others; the weights in turn are learnt
 * on signals that saw neither of the two folds. What is learnt is kept only if it is better beyond
 * chance on these queries than the best ranking without learning: BM25, the cosine, or both at .3
 * and .7. With fewer than {@value Gain#LEAST_UNITS} different queries nothing can be shown, and
 * nothing is learnt.
 *
 * <p>Threads: belongs to one thread. Failures: no query with a preferred item throws {@link
 * InvalidInputException}; an interrupt ends {@link #run} with a {@link
 * java.util.concurrent.CancellationException}.
 */
public final class RankingTraining {

  private final RankingCollection collection;
  private final TrainingQueries queries;
  private final RankingOptions options;
  // null until they are learnt
  private @Nullable LearntTitles titles;

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
    this.options = options;
    this.queries = TrainingQueries.of(collection, queries, feedback, options.queriesAreItems());
    if (this.queries.size() == 0) {
      throw new InvalidInputException(
          "expected feedback that prefers an item for a query, found none for "
              + queries.size()
              + " queries and "
              + collection.size()
              + " items: check the ids");
    }
  }

  /**
   * Takes what was learnt from the titles of the same items before, instead of learning it again.
   */
  public RankingTraining withTitles(LearntTitles learnt) {
    titles = learnt;
    return this;
  }

  /**
   * Learns, measures and decides.
   *
   * @param listener hears how far it is
   */
  public RankingResult run(RankingListener listener) {
    HeldOutMethods methods = new HeldOutMethods(collection, queries);
    StartChoice start = StartChoice.of(collection, queries, methods);
    if (queries.units() < Gain.LEAST_UNITS || queries.units() < options.folds()) {
      return result(methods, Decision.tooFew(queries, methods, start), start, LearntParts.NONE);
    }
    if (!start.fits()) {
      return result(methods, Decision.unfit(queries, methods, start), start, LearntParts.NONE);
    }
    try (Workers workers = new Workers(options.threads(), "sors-ranking")) {
      if (titles == null) {
        listener.progress("learning from titles", 0, 1);
        titles = LearntTitles.of(collection, options);
        listener.progress("learning from titles", 1, 1);
      }
      PartsLearner learner = new PartsLearner(collection, queries, titles, options);
      UnitSplit folds = queries.folds(options.folds(), options.seed());
      OutOfFoldScores scores =
          new OutOfFoldScores(collection, queries, folds, learner, workers, listener);
      Decision decision = Decision.of(queries, folds, scores, methods, start, workers, listener);
      return result(methods, decision, start, scores.ofAll());
    }
  }

  private RankingResult result(
      HeldOutMethods methods, Decision decision, StartChoice start, LearntParts parts) {
    Fusion served = decision.isKept() ? decision.fusion() : start.fusion();
    TextIndex text = collection.text();
    Embeddings embeddings = collection.embeddings();
    RankingModel model =
        new RankingModel(
            served,
            parts.only(served),
            text == null ? null : text.vectorizer(),
            embeddings == null ? null : embeddings.space(),
            provenance(decision, start));
    return new RankingResult(
        decision.verdict(),
        decision.why(),
        start.fusion().name(),
        served.name(),
        methods.table(start.name()),
        methods.runs(),
        methods.changes(start.name(), decision.measured()),
        queries.size(),
        queries.unknownQueries(),
        queries.unknownItems(),
        model);
  }

  private Provenance provenance(Decision decision, StartChoice start) {
    Map<String, String> chosen = new TreeMap<>();
    chosen.put("seed", Long.toString(options.seed()));
    chosen.put("folds", Integer.toString(options.folds()));
    Map<String, String> training = new TreeMap<>();
    Gain gain = decision.verdict().deciding();
    training.put("items", Integer.toString(collection.size()));
    training.put("queries", Integer.toString(queries.size()));
    training.put("start", start.fusion().name());
    training.put("kept", Boolean.toString(decision.isKept()));
    training.put("gain.measure", gain.measure());
    training.put("gain.start", number(gain.start()));
    training.put("gain.learnt", number(gain.learnt()));
    training.put("gain.low", number(gain.low()));
    training.put("gain.high", number(gain.high()));
    return new Provenance(
        "ranking", chosen, queries.size(), training, Provenance.softwareVersion());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
