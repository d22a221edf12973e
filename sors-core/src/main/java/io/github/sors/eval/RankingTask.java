package io.github.sors.eval;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.parallel.Workers;
import io.github.sors.search.TopScores;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The queries to rank, shared between threads. */
final class RankingTask {

  private static final int NONE = -1;

  private final SparseVector[] queries;
  private final int[] queryClasses;
  private final Similarity.PreparedItems candidates;
  private final int[] candidateClasses;
  private final int classCount;
  private final boolean within;
  private final int skipped;
  // the numbers of the queries that are ranked, ascending
  private final int[] counted;

  /**
   * Creates a task.
   *
   * @param within whether the candidates are the queries; then no query is ranked for itself
   * @param most the maximum number of queries to rank, evenly spread over those with relevant
   *     candidates
   */
  RankingTask(
      Similarity similarity,
      List<SparseVector> queries,
      int[] queryLabels,
      List<SparseVector> candidates,
      int[] candidateLabels,
      boolean within,
      int most) {
    this.queries = queries.toArray(SparseVector[]::new);
    this.candidates = similarity.prepare(candidates);
    this.within = within;
    int[] classes =
        IntStream.concat(Arrays.stream(queryLabels), Arrays.stream(candidateLabels))
            .sorted()
            .distinct()
            .toArray();
    this.classCount = classes.length;
    this.queryClasses = numbered(queryLabels, classes);
    this.candidateClasses = numbered(candidateLabels, classes);
    int[] classSizes = new int[classCount];
    for (int candidateClass : candidateClasses) {
      classSizes[candidateClass]++;
    }
    int itself = within ? 1 : 0;
    int[] rankable =
        IntStream.range(0, queryLabels.length)
            .filter(query -> classSizes[queryClasses[query]] > itself)
            .toArray();
    this.skipped = queryLabels.length - rankable.length;
    this.counted = evenlySpread(rankable, most);
  }

  private static int[] evenlySpread(int[] numbers, int most) {
    return numbers.length <= most
        ? numbers
        : IntStream.range(0, most)
            .map(k -> numbers[(int) ((long) k * numbers.length / most)])
            .toArray();
  }

  /** The position of each label among the sorted classes. */
  private static int[] numbered(int[] labels, int[] classes) {
    return Arrays.stream(labels).map(label -> Arrays.binarySearch(classes, label)).toArray();
  }

  /** The number of queries that are ranked. */
  int counted() {
    return counted.length;
  }

  /** The number of queries that have no relevant candidate. */
  int skipped() {
    return skipped;
  }

  /** Measures all counted queries; the k-th one is at place k of the measures. */
  void measureAll(QueryMeasures measures, int threads, IntConsumer progress) {
    Done done = new Done(progress);
    try (Workers workers = new Workers(Math.min(threads, counted.length), "sors-evaluation")) {
      workers.forEach(
          counted.length,
          () -> new Ranking(measures),
          (ranking, place) -> {
            ranking.measure(place, counted[place]);
            done.oneMore();
          });
    }
  }

  /** Counts the finished queries; queries that are not ranked count as finished from the start. */
  private final class Done {

    private final IntConsumer progress;
    private int count = queries.length - counted.length;

    Done(IntConsumer progress) {
      this.progress = progress;
    }

    synchronized void oneMore() {
      progress.accept(++count);
    }
  }

  /** Ranks one query after the other on one thread, with the memory that it needs. */
  private final class Ranking {

    private final QueryMeasures measures;
    private final double[] relevantScores = new double[candidateClasses.length];
    private final double[] otherScores = new double[candidateClasses.length];
    private final MajorityVote vote = new MajorityVote(classCount);
    private final TopScores nearest;
    private final int[] nearestClasses;

    Ranking(QueryMeasures measures) {
      this.measures = measures;
      int voters = Math.min(measures.largestCutoff(), candidateClasses.length);
      nearest = new TopScores(voters);
      nearestClasses = new int[voters];
    }

    void measure(int place, int query) {
      Similarity.NumberedScorer scorer = candidates.scorerFor(queries[query]);
      int classOfQuery = queryClasses[query];
      int itself = within ? query : NONE;
      int relevant = 0;
      int others = 0;
      for (int candidate = 0; candidate < candidateClasses.length; candidate++) {
        if (candidate == itself) {
          continue;
        }
        double score = scorer.score(candidate);
        if (Double.isNaN(score)) {
          throw new IllegalStateException(
              "the score of candidate " + candidate + " for query " + query + " is not a number");
        }
        if (candidateClasses[candidate] == classOfQuery) {
          relevantScores[relevant++] = score;
        } else {
          otherScores[others++] = score;
        }
        nearest.offer(candidate, score);
      }
      measures.measureRanking(
          place, RankedGroups.ofParts(relevantScores, relevant, otherScores, others));
      int found = nearest.size();
      for (int rank = found - 1; rank >= 0; rank--) {
        nearestClasses[rank] = candidateClasses[nearest.worstNumber()];
        nearest.removeWorst();
      }
      measures.measureNearest(place, classOfQuery, nearestClasses, found, vote);
    }
  }
}
