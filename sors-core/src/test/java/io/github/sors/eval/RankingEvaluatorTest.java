package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RankingEvaluatorTest {

  private static final Offset<Double> TINY = within(1e-14);

  private static final int A = 10;
  private static final int B = 20;
  private static final int C = -30;

  /** Points on a line, ranked by their distance: the farther, the worse. */
  private static final List<SparseVector> POINTS = points(0, 1, 3, 7, 20);

  private static final int[] LABELS = {A, A, B, B, C};

  private final RankingEvaluator evaluator = new RankingEvaluator().withCutoffs(1, 2, 3);

  @Test
  void ranksAllOthersForEveryItem() {
    // query 0 A: 1 A, 3 B, 7 B, 20 C  average precision 1
    // query 1 A: 0 A, 3 B, 7 B, 20 C  average precision 1
    // query 3 B: 1 A, 0 A, 7 B, 20 C  average precision 1/3
    // query 7 B: 3 B, 1 A, 0 A, 20 C  average precision 1
    // query 20 C has nothing to find
    RankingEvaluation evaluation =
        evaluator.evaluateWithin(Similarities.euclidean(), POINTS, LABELS);

    assertThat(evaluation.queries()).isEqualTo(4);
    assertThat(evaluation.skippedQueries()).isEqualTo(1);
    assertThat(evaluation.candidates()).isEqualTo(4);
    assertThat(evaluation.averagePrecisions())
        .containsExactly(new double[] {1, 1, 1.0 / 3, 1}, TINY);
    // (1 + 1 + 1/3 + 1) / 4 = 5/6
    assertThat(evaluation.map()).isCloseTo(5.0 / 6, TINY);
    // R = 1 for all: (1 + 1 + 0 + 1) / 4
    assertThat(evaluation.mapAtR()).isCloseTo(3.0 / 4, TINY);
    assertThat(evaluation.rPrecision()).isCloseTo(3.0 / 4, TINY);
    // (1/2 + 1/2 + 0 + 1/2) / 4 = 3/8
    assertThat(evaluation.precisionAt(2)).isCloseTo(3.0 / 8, TINY);
    assertThat(evaluation.precisionsAt(2)).containsExactly(new double[] {0.5, 0.5, 0, 0.5}, TINY);
    // (1 + 1 + 1/log₂4 + 1) / 4 = 7/8
    assertThat(evaluation.ndcgAt(3)).isCloseTo(7.0 / 8, TINY);
    // one votes: A A A B; two vote: A|B→A A|B→A A B|A→B; three vote: B B A A
    assertThat(evaluation.kNearestAccuracy(1)).isCloseTo(3.0 / 4, TINY);
    assertThat(evaluation.kNearestAccuracy(2)).isCloseTo(3.0 / 4, TINY);
    assertThat(evaluation.kNearestAccuracy(3)).isZero();
    assertThat(evaluation.seconds()).isPositive();
  }

  @Test
  void someOfTheQueriesAreRankedAgainstAllCandidates() {
    // queries 0 and 3 of the four that can be ranked
    RankingEvaluation evaluation =
        evaluator.withQueriesAtMost(2).evaluateWithin(Similarities.euclidean(), POINTS, LABELS);

    assertThat(evaluation.queries()).isEqualTo(2);
    assertThat(evaluation.skippedQueries()).isEqualTo(1);
    assertThat(evaluation.candidates()).isEqualTo(4);
    assertThat(evaluation.averagePrecisions()).containsExactly(new double[] {1, 1.0 / 3}, TINY);
    assertThatThrownBy(() -> evaluator.withQueriesAtMost(0)).hasMessageContaining("found 0");
  }

  @Test
  void ranksOtherCandidatesWithTies() {
    // query 3 A: {1 B, 5 B, 5 A} tied, 0 A
    //   (1/3 · (1 + 1/2 + 1/3) + 2/4) / 2 = (11/18 + 1/2) / 2 = 5/9
    // query 6 B: {5 B, 5 A} tied, 1 B, 0 A
    //   (1/2 · (1 + 1/2) + 2/3) / 2 = (3/4 + 2/3) / 2 = 17/24
    // query 9 C has nothing to find
    RankingEvaluation evaluation =
        new RankingEvaluator()
            .withCutoffs(9, 1, 4, 1)
            .evaluateAgainst(
                Similarities.euclidean(),
                points(3, 6, 9),
                new int[] {A, B, C},
                points(0, 1, 5, 5),
                new int[] {A, B, B, A});

    assertThat(evaluation.queries()).isEqualTo(2);
    assertThat(evaluation.skippedQueries()).isEqualTo(1);
    assertThat(evaluation.candidates()).isEqualTo(4);
    // (5/9 + 17/24) / 2 = (40/72 + 51/72) / 2 = 91/144
    assertThat(evaluation.map()).isCloseTo(91.0 / 144, TINY);
    // (1/3 + 1/2) / 2 = 5/12
    assertThat(evaluation.precisionAt(1)).isCloseTo(5.0 / 12, TINY);
    // of the tied, the one with the smaller number votes: B for A, B for B
    assertThat(evaluation.kNearestAccuracy(1)).isCloseTo(1.0 / 2, TINY);
    // two for each class, the nearest of all is a B both times
    assertThat(evaluation.kNearestAccuracy(4)).isCloseTo(1.0 / 2, TINY);
    // no more than four there are to vote, but nine divide
    assertThat(evaluation.kNearestAccuracy(9)).isCloseTo(1.0 / 2, TINY);
    assertThat(evaluation.precisionAt(9)).isCloseTo(2.0 / 9, TINY);
    assertThat(evaluation.precisionAt().keySet()).containsExactly(1, 4, 9);
    assertThat(evaluation.ndcgAt().keySet()).containsExactly(1, 4, 9);
    assertThat(evaluation.kNearestAccuracy().keySet()).containsExactly(1, 4, 9);
  }

  @Test
  void aSelfMatchIsNotRemovedFromOtherCandidates() {
    RankingEvaluation evaluation =
        evaluator.evaluateAgainst(Similarities.euclidean(), POINTS, LABELS, POINTS, LABELS);

    assertThat(evaluation.queries()).isEqualTo(5);
    assertThat(evaluation.candidates()).isEqualTo(5);
    assertThat(evaluation.precisionAt(1)).isEqualTo(1);
  }

  @Test
  void equalsSortingTheScoresOfRandomData() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<SparseVector> items = gaussian(random, 40, 5);
      int[] labels = random.ints(40, 0, 4).toArray();
      Similarity similarity = Similarities.cosine();
      double[] sums = new double[6];
      for (int q = 0; q < 40; q++) {
        SparseVector query = items.get(q);
        int self = q;
        List<Integer> order =
            new ArrayList<>(IntStream.range(0, 40).filter(i -> i != self).boxed().toList());
        order.sort(Comparator.comparingDouble(i -> -similarity.score(query, items.get(i))));
        List<Boolean> ranking = order.stream().map(i -> labels[i] == labels[self]).toList();
        sums[0] += LiteralMetrics.averagePrecision(ranking);
        sums[1] += LiteralMetrics.averagePrecisionAtR(ranking);
        sums[2] += LiteralMetrics.rPrecision(ranking);
        sums[3] += LiteralMetrics.precisionAt(ranking, 7);
        sums[4] += LiteralMetrics.ndcgAt(ranking, 7);
        sums[5] += mostFrequentOfFirst(order, labels, 7) == labels[q] ? 1 : 0;
      }

      RankingEvaluation evaluation =
          evaluator.withCutoffs(7).evaluateWithin(similarity, items, labels);

      assertThat(evaluation.queries()).as("seed %d", seed).isEqualTo(40);
      assertThat(
              new double[] {
                evaluation.map(),
                evaluation.mapAtR(),
                evaluation.rPrecision(),
                evaluation.precisionAt(7),
                evaluation.ndcgAt(7),
                evaluation.kNearestAccuracy(7)
              })
          .as("seed %d", seed)
          .containsExactly(IntStream.range(0, 6).mapToDouble(m -> sums[m] / 40).toArray(), TINY);
    }
  }

  @Test
  void isTheSameToTheLastBitForAnyNumberOfThreads() {
    Random random = new Random(5);
    List<SparseVector> items = gaussian(random, 300, 8);
    int[] labels = random.ints(300, 0, 60).toArray();

    RankingEvaluation one =
        evaluator.withThreads(1).evaluateWithin(Similarities.dot(), items, labels);
    RankingEvaluation three =
        evaluator.withThreads(3).evaluateWithin(Similarities.dot(), items, labels);

    assertThat(three.averagePrecisions()).containsExactly(one.averagePrecisions());
    assertThat(three.map()).isEqualTo(one.map());
    assertThat(three.mapAtR()).isEqualTo(one.mapAtR());
    assertThat(three.rPrecision()).isEqualTo(one.rPrecision());
    assertThat(three.precisionAt()).isEqualTo(one.precisionAt());
    assertThat(three.ndcgAt()).isEqualTo(one.ndcgAt());
    assertThat(three.kNearestAccuracy()).isEqualTo(one.kNearestAccuracy());
    assertThat(three.queries()).isEqualTo(one.queries());
  }

  @Test
  void reportsEveryQueryThatIsDoneUpToAllOfThem() {
    for (int threads = 1; threads <= 3; threads++) {
      List<Integer> reports = Collections.synchronizedList(new ArrayList<>());

      evaluator
          .withThreads(threads)
          .withProgress(reports::add)
          .evaluateWithin(Similarities.dot(), POINTS, LABELS);

      // the one without anything to find is done at once
      assertThat(reports).as("%d threads", threads).containsExactly(2, 3, 4, 5);
    }
  }

  @Test
  void worksWithoutAnyCutoff() {
    RankingEvaluation evaluation =
        evaluator.withCutoffs().evaluateWithin(Similarities.euclidean(), POINTS, LABELS);

    assertThat(evaluation.map()).isCloseTo(5.0 / 6, TINY);
    assertThat(evaluation.precisionAt()).isEmpty();
  }

  @Test
  void saysWhichCutoffsWereAskedFor() {
    RankingEvaluation evaluation = evaluator.evaluateWithin(Similarities.dot(), POINTS, LABELS);

    assertThatThrownBy(() -> evaluation.precisionAt(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected one of the requested cutoffs [1, 2, 3], found 4");
  }

  @Test
  void saysWhyNothingCanBeRanked() {
    assertThatThrownBy(
            () ->
                evaluator.evaluateWithin(
                    Similarities.dot(), POINTS.subList(0, 2), new int[] {A, B}))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "nothing to rank: a class with at least two items is needed, but each of the 2 items is"
                + " alone in its class; evaluate more rows, or hold out a larger share");
    assertThatThrownBy(
            () ->
                evaluator.evaluateAgainst(
                    Similarities.dot(), points(1), new int[] {A}, points(1, 2), new int[] {B, C}))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "nothing to rank: a candidate of a query's class is needed, found none for 1 queries"
                + " and 2 candidates; take both from the same classes");
  }

  @Test
  void refusesAScoreThatIsNotANumberOnAnyNumberOfThreads() {
    Similarity broken = (query, item) -> query.get(0) == 3 && item.get(0) == 7 ? Double.NaN : 1;

    for (int threads = 1; threads <= 3; threads++) {
      RankingEvaluator withThreads = evaluator.withThreads(threads);
      assertThatThrownBy(() -> withThreads.evaluateWithin(broken, POINTS, LABELS))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the score of candidate 3 for query 2 is not a number");
    }
  }

  @Test
  void passesOnAnErrorOfAThread() {
    Similarity broken =
        (query, item) -> {
          throw new AssertionError("broken");
        };

    assertThatThrownBy(() -> evaluator.withThreads(2).evaluateWithin(broken, POINTS, LABELS))
        .isInstanceOf(AssertionError.class)
        .hasMessage("broken");
  }

  @Test
  void stopsWhenInterrupted() {
    CountDownLatch released = new CountDownLatch(1);
    Similarity waiting =
        (query, item) -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the workers", e);
          }
          return 0;
        };
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> evaluator.withThreads(2).evaluateWithin(waiting, POINTS, LABELS))
          .isInstanceOf(CancellationException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      released.countDown();
      // so that the next test does not find this thread interrupted
      Thread.interrupted();
    }
  }

  @Test
  void refusesArgumentsThatDoNotGoTogether() {
    assertThatThrownBy(() -> evaluator.withCutoffs(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a cutoff k of 1 or more, found 0");
    assertThatThrownBy(() -> evaluator.withThreads(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 1 thread, found 0");
    assertThatThrownBy(() -> evaluator.evaluateWithin(Similarities.dot(), POINTS, new int[] {A, B}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected as many labels as queries, found 2 labels and 5 queries");
  }

  /** The most frequent label of the first k; of equally many, the one that comes first. */
  private static int mostFrequentOfFirst(List<Integer> order, int[] labels, int k) {
    List<Integer> first = order.stream().limit(k).map(i -> labels[i]).toList();
    int best = first.get(0);
    for (int label : first) {
      best =
          Collections.frequency(first, label) > Collections.frequency(first, best) ? label : best;
    }
    return best;
  }

  private static List<SparseVector> points(float... positions) {
    List<SparseVector> points = new ArrayList<>();
    for (float position : positions) {
      points.add(SparseVector.ofDense(position));
    }
    return points;
  }

  private static List<SparseVector> gaussian(Random random, int count, int dimension) {
    List<SparseVector> vectors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] values = new float[dimension];
      for (int j = 0; j < dimension; j++) {
        values[j] = (float) random.nextGaussian();
      }
      vectors.add(SparseVector.ofDense(values));
    }
    return vectors;
  }
}
