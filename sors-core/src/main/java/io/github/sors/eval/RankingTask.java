package io.github.sors.eval;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.search.TopScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** What there is to rank, and the threads that take one query after the other from it. */
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
   * @param within whether the candidates are the queries, none of which is ranked for itself
   * @param most how many queries to rank at most, evenly spread over those that can be
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

  /** The place of each label among the sorted classes. */
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

  /** Measures all counted queries, the k-th of them at place k of the measures. */
  void measureAll(QueryMeasures measures, int threads, IntConsumer progress) {
    Queue queue = new Queue(progress);
    int workers = Math.min(threads, counted.length);
    if (workers == 1) {
      new Worker(queue, measures).run();
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(workers, RankingTask::daemon);
    try {
      List<Future<?>> running = new ArrayList<>(workers);
      for (int w = 0; w < workers; w++) {
        running.add(pool.submit(new Worker(queue, measures)));
      }
      for (Future<?> worker : running) {
        worker.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      // workers are runnables, which throw nothing else
      throw (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the evaluation was interrupted");
    } finally {
      queue.close();
      pool.shutdown();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "sors-evaluation");
    thread.setDaemon(true);
    return thread;
  }

  /** Hands out the counted queries, each to one worker, and tells how many are done. */
  private final class Queue {

    private final AtomicInteger next = new AtomicInteger();
    private final IntConsumer progress;
    // queries that are not ranked are done from the start
    private int done = queries.length - counted.length;

    Queue(IntConsumer progress) {
      this.progress = progress;
    }

    /** The place of a query that nobody has taken yet, or the number of them all. */
    int take() {
      return Math.min(next.getAndIncrement(), counted.length);
    }

    /** Hands out no more. */
    void close() {
      next.set(counted.length);
    }

    synchronized void reportOneDone() {
      progress.accept(++done);
    }
  }

  /** What one thread does, and the memory it needs for that. */
  private final class Worker implements Runnable {

    private final Queue queue;
    private final QueryMeasures measures;
    private final double[] relevantScores = new double[candidateClasses.length];
    private final double[] otherScores = new double[candidateClasses.length];
    private final MajorityVote vote = new MajorityVote(classCount);
    private final TopScores nearest;
    private final int[] nearestClasses;

    Worker(Queue queue, QueryMeasures measures) {
      this.queue = queue;
      this.measures = measures;
      int voters = Math.min(measures.largestCutoff(), candidateClasses.length);
      nearest = new TopScores(voters);
      nearestClasses = new int[voters];
    }

    @Override
    public void run() {
      try {
        for (int place = queue.take(); place < counted.length; place = queue.take()) {
          measure(place, counted[place]);
          queue.reportOneDone();
        }
      } finally {
        // where this one failed, the others need not go on
        queue.close();
      }
    }

    private void measure(int place, int query) {
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
