package io.github.sors.bench;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.Triplet;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Plays rounds of one algorithm on one shape of data and measures them, in this process.
 *
 * <p>Triplets are drawn ahead in batches, so that only learning is timed. The compiler is warmed up
 * on other, small data, so that the memory of the measured learner is new and its matrix empty.
 */
final class MacroRun {

  private static final int BATCH = 256;
  private static final int WARM_UP_ROUNDS = 3_000;

  private final BenchmarkShape shape;
  private final TripletStream triplets;
  private final Algorithm algorithm;
  private final int threads;
  private final Clock clock;

  MacroRun(
      BenchmarkShape shape, TripletStream triplets, Algorithm algorithm, int threads, Clock clock) {
    this.shape = shape;
    this.triplets = triplets;
    this.algorithm = algorithm;
    this.threads = threads;
    this.clock = clock;
  }

  /** Plays the rounds, or as many of them as the memory allows. */
  Measurement measure(int rounds) throws IOException {
    warmUp();
    BitSet lossy = new BitSet(rounds);
    OnlineBilinearLearner learner = newLearner();
    double nanoseconds = play(learner, triplets, rounds, lossy);
    LearningProgress progress = learner.progress();
    long peakBytes = PeakMemory.bytes();
    String storage = learner.storage();
    long matrixBytes = learner.matrixBytes();

    long start = clock.nanoseconds();
    BilinearModel model = learner.snapshot();
    double snapshotSeconds = 1e-9 * (clock.nanoseconds() - start);
    long nonZeros = nonZerosOffDiagonal(model);
    // free the memory for the loop
    model = null;
    learner = null;

    Double limit = null;
    if (TouchLoop.fitsIntoMemory()) {
      TouchLoop loop = new TouchLoop(triplets, lossy, (int) progress.rounds());
      limit = (double) loop.nanoseconds(clock) / progress.touchedEntries();
    }
    double perEntry = nanoseconds / progress.touchedEntries();
    double seconds = 1e-9 * nanoseconds;
    double perSecond = progress.rounds() / seconds;
    OptionalDouble published = PublishedTimes.seconds(shape, algorithm);
    Double paper = published.isPresent() ? (Double) published.getAsDouble() : null;
    return new Measurement(
        shape.label(),
        algorithm.label(),
        threads,
        clock.label(),
        progress.rounds(),
        progress.activeRounds(),
        progress.touchedEntries(),
        seconds,
        perSecond,
        perEntry,
        storage,
        matrixBytes,
        nonZeros,
        nonZeros == 0 ? null : (Double) ((double) matrixBytes / nonZeros),
        snapshotSeconds,
        peakBytes,
        limit,
        limit == null ? null : (Double) (perEntry / limit),
        paper,
        paper == null ? null : (Double) (paper / PublishedTimes.ROUNDS * perSecond));
  }

  private OnlineBilinearLearner newLearner() {
    OnlineBilinearLearner learner = algorithm.create(Map.of());
    learner.setThreads(threads);
    // leaves memory for the data and for the snapshot, which takes about as much as the matrix
    long third = Runtime.getRuntime().maxMemory() / 3;
    learner.setMemoryBudget(third);
    // the budget has lowered this; restore it, so that rows are as dense as without a budget
    learner.setPlentifulMemory(third);
    return learner;
  }

  private void warmUp() {
    TripletStream small = new ZipfTriplets(1_000, 50);
    BitSet lossy = new BitSet(WARM_UP_ROUNDS);
    play(newLearner(), small, WARM_UP_ROUNDS, lossy);
    new TouchLoop(small, lossy, WARM_UP_ROUNDS).nanoseconds(clock);
  }

  /** Plays rounds, records which had a loss, and returns the time of learning in nanoseconds. */
  private long play(
      OnlineBilinearLearner learner, TripletStream triplets, int rounds, BitSet lossy) {
    learner.addListener(
        (round, loss) -> {
          if (loss > 0) {
            lossy.set((int) (round - 1));
          }
        });
    long begin = clock.nanoseconds();
    learner.expect(triplets.vectors());
    long nanoseconds = clock.nanoseconds() - begin;
    boolean memoryLeft = true;
    for (int from = 0; from < rounds && memoryLeft; from += BATCH) {
      List<Triplet> batch = new ArrayList<>();
      for (int round = from; round < Math.min(rounds, from + BATCH); round++) {
        batch.add(triplets.triplet(round));
      }
      long start = clock.nanoseconds();
      try {
        learner.learn(batch);
      } catch (MemoryBudgetException e) {
        memoryLeft = false;
      }
      nanoseconds += clock.nanoseconds() - start;
    }
    return nanoseconds;
  }

  private static long nonZerosOffDiagonal(BilinearModel model) {
    int[] columns = model.columnArray();
    long count = 0;
    for (int row = 0; row < model.queryDimension(); row++) {
      for (int k = model.rowStart(row); k < model.rowEnd(row); k++) {
        count += columns[k] != row ? 1 : 0;
      }
    }
    return count;
  }
}
