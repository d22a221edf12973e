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

  // every candidate is scored for so many queries while it is in the cache of the processor
  private static final int QUERIES_AT_ONCE = 4;

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
    int atOnce = Math.min(QUERIES_AT_ONCE, ceilingQuotient(counted.length, threads));
    int blocks = ceilingQuotient(counted.length, atOnce);
    try (Workers workers = new Workers(Math.min(threads, blocks), "sors-evaluation")) {
      workers.forEach(
          blocks,
          () -> new Ranking(measures, atOnce),
          (ranking, block) -> {
            int first = block * atOnce;
            int end = Math.min(counted.length, first + atOnce);
            ranking.measure(first, end);
            done.more(end - first);
          });
    }
  }

  private static int ceilingQuotient(int count, int divisor) {
    return (count - 1) / divisor + 1;
  }

  /** Counts the finished queries; queries that are not ranked count as finished from the start. */
  private final class Done {

    private final IntConsumer progress;
    private int count = queries.length - counted.length;

    Done(IntConsumer progress) {
      this.progress = progress;
    }

    synchronized void more(int queries) {
      for (int query = 0; query < queries; query++) {
        progress.accept(++count);
      }
    }
  }

  /** Ranks a few queries at once on one thread, with the memory that it needs. */
  private final class Ranking {

    private final QueryMeasures measures;
    private final RankedQuery[] ranked;
    private final MajorityVote vote = new MajorityVote(classCount);
    private final int[] nearestClasses;

    Ranking(QueryMeasures measures, int atOnce) {
      this.measures = measures;
      int voters = Math.min(measures.largestCutoff(), candidateClasses.length);
      nearestClasses = new int[voters];
      ranked = new RankedQuery[atOnce];
      Arrays.setAll(ranked, k -> new RankedQuery(voters));
    }

    void measure(int first, int end) {
      for (int place = first; place < end; place++) {
        ranked[place - first].begin(counted[place]);
      }
      for (int candidate = 0; candidate < candidateClasses.length; candidate++) {
        for (int k = 0; k < end - first; k++) {
          ranked[k].offer(candidate);
        }
      }
      for (int place = first; place < end; place++) {
        measure(place, ranked[place - first]);
      }
    }

    private void measure(int place, RankedQuery query) {
      measures.measureRanking(
          place,
          RankedGroups.ofParts(
              query.relevantScores, query.relevant, query.otherScores, query.others));
      int found = query.nearest.size();
      for (int rank = found - 1; rank >= 0; rank--) {
        nearestClasses[rank] = candidateClasses[query.nearest.worstNumber()];
        query.nearest.removeWorst();
      }
      measures.measureNearest(place, query.classNumber, nearestClasses, found, vote);
    }
  }

  /** A query and the scores of its candidates. */
  private final class RankedQuery {

    private final double[] relevantScores = new double[candidateClasses.length];
    private final double[] otherScores = new double[candidateClasses.length];
    private final TopScores nearest;
    private Similarity.NumberedScorer scorer;
    private int number;
    private int classNumber;
    private int relevant;
    private int others;

    RankedQuery(int voters) {
      nearest = new TopScores(voters);
    }

    void begin(int query) {
      number = query;
      scorer = candidates.scorerFor(queries[query]);
      classNumber = queryClasses[query];
      relevant = 0;
      others = 0;
    }

    void offer(int candidate) {
      if (within && candidate == number) {
        return;
      }
      double score = scorer.score(candidate);
      if (Double.isNaN(score)) {
        throw new IllegalStateException(
            "the score of candidate " + candidate + " for query " + number + " is not a number");
      }
      if (candidateClasses[candidate] == classNumber) {
        relevantScores[relevant++] = score;
      } else {
        otherScores[others++] = score;
      }
      nearest.offer(candidate, score);
    }
  }
}
