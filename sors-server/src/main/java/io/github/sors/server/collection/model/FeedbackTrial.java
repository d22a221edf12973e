package io.github.sors.server.collection.model;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.collection.log.Comparison;
import io.github.sors.server.collection.model.EarlierQueries.Asked;
import java.util.List;

/**
 * Tests what was learnt on feedback before that is learnt, so that nothing has to be held out.
 *
 * <p>A test is about one query: the comparisons of a request that name it one after the other. All
 * are ranked by the start and by the learner before the first is learnt, for what is learnt from
 * one of them answers the others. For the same reason, further comparisons of a query that was
 * asked just before are learnt without a test.
 *
 * <pre>
 * d = right(learnt) - right(start)        gain = d - the mean d of the same pair for other queries
 * </pre>
 *
 * <p>Right is 1 if the better item has the higher score, ½ if the scores are equal, 0 otherwise. Up
 * to {@value #OTHER_QUERIES} earlier queries take away what holds whatever is asked: an item that
 * somebody always chooses gains as much for other queries, and proves nothing.
 *
 * <p>The learner's present weights are tested, not the model that was published last: it can score
 * two items without a copy of the model, and it depends only on the log, while publications depend
 * on time. The same records give the same tests, bit for bit.
 */
public final class FeedbackTrial {

  private static final int OTHER_QUERIES = 8;
  // comparisons of a query beyond these are learnt only
  private static final int MOST_COMPARISONS = 10;
  // for wide vectors there are fewer other queries, but at least one, so that a comparison's test
  // reads about this many numbers: a fraction of a millisecond
  private static final long MOST_WORK = 50_000;
  // more than the other queries of all comparisons of a test
  private static final int MOST_DRAWS = 128;

  private final CollectionStart start;
  private final CollectionLearner learning;
  private final EarlierQueries earlier = new EarlierQueries();
  private final StartComparison comparison = new StartComparison();
  private long tests;
  private long work;
  private long draws;

  public FeedbackTrial(CollectionStart start, CollectionLearner learning) {
    this.start = start;
    this.learning = learning;
  }

  /**
   * Everything that later tests depend on.
   *
   * @param tests the tests so far
   */
  public record Saved(long tests, List<Asked> earlier, StartComparison.Saved comparison) {}

  /** Shares of right answers. */
  private record Right(double start, double learnt) {

    double difference() {
      return learnt - start;
    }
  }

  /** What the tests have shown so far. */
  public StartComparison comparison() {
    return comparison;
  }

  /**
   * Tests comparisons of one query that are about to be learnt.
   *
   * @param comparisons all about the same query
   * @param triplets their vectors
   * @return how many numbers of the model were read
   */
  public long before(List<Comparison> comparisons, List<Triplet> triplets) {
    Asked query = new Asked(comparisons.get(0).queryItem(), triplets.get(0).query());
    work = 0;
    draws = tests * MOST_DRAWS;
    if (!earlier.isOfLatestVisits(query)) {
      int count = Math.min(MOST_COMPARISONS, comparisons.size());
      double startRight = 0;
      double learntRight = 0;
      double gain = 0;
      for (int k = 0; k < count; k++) {
        Right right = right(query.vector(), triplets.get(k));
        startRight += right.start();
        learntRight += right.learnt();
        gain += right.difference() - elsewhere(query, comparisons.get(k), triplets.get(k));
      }
      comparison.observe(
          new StartComparison.Observation(startRight / count, learntRight / count, gain / count));
      tests++;
    }
    earlier.add(query);
    return work;
  }

  /** The mean difference of the same pair for other queries; 0 if there are none. */
  private double elsewhere(Asked query, Comparison pair, Triplet triplet) {
    if (earlier.size() == 0) {
      return 0;
    }
    long once = Math.max(1, workOf(query.vector(), triplet));
    long wanted = Math.max(1, Math.min(OTHER_QUERIES, MOST_WORK / once - 1));
    int others = 0;
    double sum = 0;
    for (int k = 0; k < wanted; k++) {
      Asked other = earlier.get(draw(earlier.size()));
      if (isElsewhere(other, query, pair)) {
        sum += right(other.vector(), triplet).difference();
        others++;
      }
    }
    return others == 0 ? 0 : sum / others;
  }

  /** A random number below a bound: the finalizer of SplitMix64, the same in every Java. */
  private int draw(int bound) {
    long z = ++draws * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (int) Long.remainderUnsigned(z ^ (z >>> 31), bound);
  }

  /** Whether a query is another one, and not an item of the pair, which it is most like. */
  private static boolean isElsewhere(Asked other, Asked query, Comparison pair) {
    return !other.isSame(query)
        && !other.item().equals(pair.better())
        && !other.item().equals(pair.worse());
  }

  private Right right(SparseVector query, Triplet pair) {
    List<SparseVector> items = List.of(pair.positive(), pair.negative());
    OnlineLearner learner = learning.learner();
    work += workOf(query, pair);
    return new Right(share(start.scores(query, items)), share(learner.scores(query, items)));
  }

  private long workOf(SparseVector query, Triplet pair) {
    return learning.work(query.size(), pair.positive(), pair.negative());
  }

  private static double share(double[] scores) {
    if (scores[0] == scores[1]) {
      return 0.5;
    }
    return scores[0] > scores[1] ? 1 : 0;
  }

  public void itemChanged(String id) {
    earlier.itemChanged(id);
  }

  public Saved saved() {
    return new Saved(tests, earlier.all(), comparison.saved());
  }

  public void restore(Saved saved) {
    tests = saved.tests();
    earlier.restore(saved.earlier());
    comparison.restore(saved.comparison());
  }
}
