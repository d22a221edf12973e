package io.github.sors.ranking.train;

import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.TextIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An endless sequence of triplets of a query, an item that answers it and another item, as weighted
 * terms; the same for the same seed.
 *
 * <p>Each pair of a query and an item is drawn in proportion to its weight. Half of the negatives
 * come from BM25's first 100 items that are not known to answer the query, half from all; if items
 * were rejected, a third of the negatives are those. Queries have {@linkplain TextIndex#length
 * length} 1, so that long ones do not count more.
 */
final class TermTriplets {

  private static final int HARD = 100;
  private static final int TRIES = 100;
  private static final int MOST_QUERY_TERMS = 24;
  private static final double HARD_SHARE = 0.5;
  private static final double REJECTED_SHARE = 1.0 / 3;

  /** A query with what answers it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Asked(SparseVector terms, int[] answers, double[] weights, int[] rejected) {}

  private final List<SparseVector> vectors;
  private final List<Asked> asked = new ArrayList<>();
  private final List<int[]> hard = new ArrayList<>();
  private final long seed;
  private final int items;
  private int[] pairQuery = {};
  private int[] pairAnswer = {};
  // of the weights up to and with each pair
  private double[] sums = {};

  private TermTriplets(List<SparseVector> items, long seed) {
    this.vectors = new ArrayList<>(items);
    this.items = items.size();
    this.seed = seed;
  }

  /** Triplets of queries and what was preferred for them. */
  static TermTriplets ofQueries(TextIndex text, List<TrainingQuery> queries, long seed) {
    TermTriplets triplets = new TermTriplets(text.vectors(), seed);
    for (TrainingQuery query : queries) {
      Question question = query.question();
      double[] weights = Arrays.stream(query.preferred()).mapToDouble(query::weight).toArray();
      triplets.add(
          text,
          new Asked(question.terms(), query.preferred(), weights, query.rejected()),
          question);
    }
    return triplets.finished();
  }

  /** Triplets of titles and the texts that they are the titles of. */
  static TermTriplets ofTitles(
      RankingCollection collection, TextIndex text, Titles titles, long seed) {
    TermTriplets triplets = new TermTriplets(titles.texts(), seed);
    for (int pair = 0; pair < titles.size(); pair++) {
      int[] own = {titles.item(pair)};
      Question question = collection.question(titles.query(pair));
      triplets.add(text, new Asked(question.terms(), own, new double[] {1}, new int[0]), question);
    }
    return triplets.finished();
  }

  private void add(TextIndex text, Asked one, Question question) {
    if (one.terms().size() == 0) {
      return;
    }
    asked.add(one);
    vectors.add(text.ofLengthOne(one.terms(), MOST_QUERY_TERMS));
    double[] scores = question.bm25();
    hard.add(
        Arrays.stream(
                question
                    .collection()
                    .best(Candidates.all(items), scores, HARD + one.answers().length))
            .filter(item -> scores[item] > 0 && vectors.get(item).size() > 0)
            .filter(item -> item != question.excluded())
            .filter(item -> Arrays.binarySearch(one.answers(), item) < 0)
            .limit(HARD)
            .toArray());
  }

  private TermTriplets finished() {
    int pairs = asked.stream().mapToInt(one -> one.answers().length).sum();
    pairQuery = new int[pairs];
    pairAnswer = new int[pairs];
    sums = new double[pairs];
    int pair = 0;
    double sum = 0;
    for (int query = 0; query < asked.size(); query++) {
      Asked one = asked.get(query);
      for (int k = 0; k < one.answers().length; k++) {
        pairQuery[pair] = query;
        pairAnswer[pair] = one.answers()[k];
        sum += one.weights()[k];
        sums[pair++] = sum;
      }
    }
    return this;
  }

  /** The vectors that the rows of triplets are numbers of: items, then queries. */
  List<SparseVector> vectors() {
    return vectors;
  }

  /** How many pairs of a query and an answer there are. */
  int pairs() {
    return sums.length;
  }

  /** Whether an item is known to answer the query of a row. */
  boolean answers(int queryRow, int item) {
    return Arrays.binarySearch(asked.get(queryRow - items).answers(), item) >= 0;
  }

  /** Draws the triplet at a position. */
  void read(long position, TripletRows rows) {
    SplittableRandom random = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + position);
    // the first numbers of generators with neighbouring seeds are alike enough to skip one
    random.nextLong();
    int pair = pair(random.nextDouble() * sums[sums.length - 1]);
    int query = pairQuery[pair];
    rows.set(items + query, pairAnswer[pair], negative(query, random));
  }

  private int pair(double drawn) {
    int place = Arrays.binarySearch(sums, drawn);
    // the first pair whose sum is above what was drawn
    return Math.min(sums.length - 1, place >= 0 ? place + 1 : -place - 1);
  }

  private int negative(int query, SplittableRandom random) {
    Asked one = asked.get(query);
    if (one.rejected().length > 0 && random.nextDouble() < REJECTED_SHARE) {
      return one.rejected()[random.nextInt(one.rejected().length)];
    }
    if (hard.get(query).length > 0 && random.nextDouble() < HARD_SHARE) {
      return hard.get(query)[random.nextInt(hard.get(query).length)];
    }
    int item = random.nextInt(items);
    for (int attempt = 0; isUnfit(one, item) && attempt < TRIES; attempt++) {
      item = random.nextInt(items);
    }
    return item;
  }

  private boolean isUnfit(Asked one, int item) {
    return vectors.get(item).size() == 0 || Arrays.binarySearch(one.answers(), item) >= 0;
  }
}
