package io.github.sors.ranking.fusion;

import io.github.sors.data.item.Item;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.JudgedNeighboursSignal;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.Signal;
import io.github.sors.ranking.signal.SignalScores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Ranks the items of a collection by a model, and says why.
 *
 * <p>A collection of up to 20,000 items is scored whole. Of a larger one, the union of the first
 * 1,000 of BM25, of the cosine and of what was chosen for similar queries is scored; means and
 * spreads are those of 2,000 random items.
 *
 * <p>Threads: immutable; any thread may search.
 */
public final class RankingSearcher {

  private static final int FOUND_FIRST = 1000;

  private final RankingCollection collection;
  private final Fusion fusion;
  // those with a weight
  private final List<Signal> signals;
  private final boolean namingQueries;

  RankingSearcher(
      RankingCollection collection, Fusion fusion, List<Signal> signals, boolean namingQueries) {
    this.collection = collection;
    this.fusion = fusion;
    this.signals = signals.stream().filter(signal -> fusion.weight(signal.name()) > 0).toList();
    this.namingQueries = namingQueries;
  }

  /** Ranks a collection by a fusion of what was learnt. */
  public static RankingSearcher of(RankingCollection collection, Fusion fusion, LearntParts parts) {
    return new RankingSearcher(collection, fusion, parts.signals(collection), false);
  }

  /** A searcher whose reasons name the queries of other people: for the collection's owner. */
  public RankingSearcher namingQueries() {
    return new RankingSearcher(collection, fusion, signals, true);
  }

  /** What is searched. */
  public RankingCollection collection() {
    return collection;
  }

  /**
   * Ranks the items for a query, of which an item with the same id is nothing special.
   *
   * @param top how many items at most
   */
  public Ranking search(Item query, int top) {
    return search(collection.question(query), top);
  }

  /** Ranks the items that are like one of them, which is not found itself. */
  public Ranking searchLike(int item, int top) {
    return search(collection.questionOf(item), top);
  }

  private Ranking search(Question question, int top) {
    Candidates candidates = candidates(question);
    double[] scores = scores(question, candidates);
    return collection.ranking(question.item().id(), candidates, scores, top);
  }

  private Candidates candidates(Question question) {
    for (Signal signal : signals) {
      if (signal instanceof JudgedNeighboursSignal judged) {
        return question.candidatesWith(judged.first(question, FOUND_FIRST));
      }
    }
    return question.candidates();
  }

  /** The scores of candidates, in their order; NaN for what is not found. */
  public double[] scores(Question question, Candidates candidates) {
    double[] sums = new double[candidates.size()];
    boolean[] found = new boolean[candidates.size()];
    for (Signal signal : signals) {
      SignalScores scores = question.scores(signal, candidates);
      double weight = fusion.weight(signal.name());
      for (int place = 0; place < sums.length; place++) {
        double scaled = fusion.scale().of(scores, place);
        sums[place] += weight * scaled;
        // items without any of the words of the query are not found by BM25 alone
        found[place] |= fusion.scale() != Scale.RAW || scaled != 0;
      }
    }
    for (int place = 0; place < sums.length; place++) {
      if (!found[place] || candidates.item(place) == question.excluded()) {
        sums[place] = Double.NaN;
      }
    }
    return sums;
  }

  /**
   * Why an item has its score: the parts of the score, the largest first. They sum to it.
   *
   * @param item the number of the item
   */
  public List<Reason> explain(Item query, int item) {
    Question question = collection.question(query);
    Candidates candidates = candidates(question);
    int place = place(candidates, item);
    if (place < 0) {
      candidates = question.candidatesWith(item);
      place = place(candidates, item);
    }
    List<Reason> reasons = new ArrayList<>();
    for (Signal signal : signals) {
      SignalScores scores = question.scores(signal, candidates);
      reasons.add(
          new Reason(
              signal.name(),
              signal.words(),
              fusion.weight(signal.name()) * fusion.scale().of(scores, place),
              signal.evidence(question, item, namingQueries)));
    }
    reasons.sort(Comparator.comparingDouble(reason -> -reason.contribution()));
    return reasons;
  }

  private static int place(Candidates candidates, int item) {
    for (int place = 0; place < candidates.size(); place++) {
      if (candidates.item(place) == item) {
        return place;
      }
    }
    return -1;
  }

  /**
   * The names of the model's signals that cannot say anything of a query, such as of its vector.
   */
  public List<String> silent(Item query) {
    Question question = collection.question(query);
    List<String> silent = new ArrayList<>();
    for (Map.Entry<String, Double> weight : fusion.weights().entrySet()) {
      boolean speaks =
          signals.stream()
              .filter(signal -> signal.name().equals(weight.getKey()))
              .anyMatch(signal -> question.scores(signal, question.candidates()).speaks());
      if (!speaks) {
        silent.add(weight.getKey());
      }
    }
    return silent;
  }
}
