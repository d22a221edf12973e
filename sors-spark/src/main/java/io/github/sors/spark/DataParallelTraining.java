package io.github.sors.spark;

import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.PartialLearner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.HashPartitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Iterative parameter mixing: every partition learns its share of a slice, starting from the same
 * model; then the changes are mixed, entry by entry, and shrunk.
 *
 * <p>The sum of the changes of all partitions approximates playing their rounds one after the
 * other; the shorter a slice, the better. The mean over the partitions that have changed an entry
 * never overshoots, but learns less from the same rounds. A partition shrinks only for its own
 * rounds, so the mixed entries are shrunk for the rounds of the others. With one partition and one
 * slice, the result is bit-identical to the local learner.
 *
 * <p>Each partition holds the whole model while it learns, so it has to fit into the memory of a
 * task, but never into the driver's: per slice, one shuffle of partitions · model bytes sends it
 * from the row blocks to all partitions, and another returns the changed entries. McDonald, Hall
 * and Mann, <i>Distributed Training Strategies for the Structured Perceptron</i>, NAACL 2010.
 */
final class DataParallelTraining implements TrainingStrategy {

  private final TrainingPlan plan;
  private final boolean adding;

  /**
   * Creates the strategy.
   *
   * @param adding whether to add the changes of all partitions, instead of averaging them
   */
  DataParallelTraining(TrainingPlan plan, boolean adding) {
    this.plan = plan;
    this.adding = adding;
  }

  @Override
  public TrainingState advance(TrainingState state, TripletFeed feed, long from, long to) {
    int partitions = plan.partitions();
    TrainingPlan tasks = plan;
    long roundsBefore = state.progress().rounds();
    float untouched = state.untouchedDiagonal();
    JavaRDD<NumberedTriplet> shares =
        feed.between(from, to)
            .mapToPair(
                triplet -> new Tuple2<>((int) ((triplet.number() - from) % partitions), triplet))
            .partitionBy(new HashPartitioner(partitions))
            .values();
    JavaRDD<LearntBlock> learnt =
        shares
            .zipPartitions(
                copies(state.rows(), partitions),
                (triplets, rows) -> learn(tasks, untouched, roundsBefore, triplets, rows))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    List<Summary> summaries =
        new ArrayList<>(
            learnt.filter(block -> block.block == 0).map(block -> block.summary).collect());
    summaries.sort(Comparator.comparingInt(summary -> summary.source));

    Mixing mixing = new Mixing(plan, adding, summaries);
    JavaRDD<MatrixRow> rows =
        learnt
            .mapToPair(block -> new Tuple2<>(block.block, block))
            .groupByKey(new HashPartitioner(partitions))
            .flatMap(blocks -> mixing.rows(blocks._2()))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    rows.count();
    learnt.unpersist(false);
    state.rows().unpersist(false);
    return new TrainingState(
        rows, mixing.untouchedDiagonal(), progress(state.progress(), summaries));
  }

  /** The whole model for each of the partitions. */
  private static JavaRDD<MatrixRow[]> copies(JavaRDD<MatrixRow> rows, int partitions) {
    JavaPairRDD<Integer, MatrixRow[]> copies =
        rows.mapPartitions(part -> Collections.singletonList(allOf(part)).iterator())
            .flatMapToPair(
                part -> {
                  List<Tuple2<Integer, MatrixRow[]>> sent = new ArrayList<>();
                  for (int target = 0; target < partitions; target++) {
                    sent.add(new Tuple2<>(target, part));
                  }
                  return sent.iterator();
                });
    return copies.partitionBy(new HashPartitioner(partitions)).values();
  }

  private static MatrixRow[] allOf(Iterator<MatrixRow> rows) {
    List<MatrixRow> list = new ArrayList<>();
    rows.forEachRemaining(list::add);
    return list.toArray(MatrixRow[]::new);
  }

  private static Iterator<LearntBlock> learn(
      TrainingPlan plan,
      float untouchedDiagonal,
      long roundsBefore,
      Iterator<NumberedTriplet> share,
      Iterator<MatrixRow[]> rows) {
    List<NumberedTriplet> triplets = new ArrayList<>();
    share.forEachRemaining(triplets::add);
    triplets.sort(Comparator.comparingLong(NumberedTriplet::number));
    OnlineBilinearLearner learner = plan.newLearner();
    List<MatrixRow> start = new ArrayList<>();
    new Flattened(rows).forEachRemaining(start::add);
    if (roundsBefore > 0) {
      learner.restore(
          start.iterator(), untouchedDiagonal, new LearningProgress(roundsBefore, 0, 0, 0));
    }
    LearningLoop.over(learner, new Feed(triplets)).learnUntil(triplets.size());
    Summary summary = new Summary(plan, learner, untouchedDiagonal, roundsBefore);
    return plan.partitions() == 1
        ? whole(summary, learner)
        : changes(plan, summary, learner, start, untouchedDiagonal, triplets).iterator();
  }

  /** The triplets of a partition. */
  private record Feed(List<NumberedTriplet> triplets) implements LearningLoop.Feed {

    @Override
    public Triplet triplet(long position) {
      return triplets.get((int) position).triplet();
    }

    @Override
    public boolean allowsReadingAhead() {
      return true;
    }

    @Override
    public String origin(long position) {
      return "triplet " + triplets.get((int) position).number();
    }
  }

  /** With a single partition, nothing has to be mixed. */
  private static Iterator<LearntBlock> whole(Summary summary, OnlineBilinearLearner learner) {
    LearntBlock block = new LearntBlock(summary, 0);
    learner.forEachRow(block.rows::add);
    return List.of(block).iterator();
  }

  private static List<LearntBlock> changes(
      TrainingPlan plan,
      Summary summary,
      OnlineBilinearLearner learner,
      List<MatrixRow> start,
      float untouchedDiagonal,
      List<NumberedTriplet> triplets) {
    int partitions = plan.partitions();
    BitSet met = new BitSet();
    triplets.forEach(triplet -> Arrays.stream(triplet.query().indexArray()).forEach(met::set));
    List<LearntBlock> blocks = new ArrayList<>();
    for (int block = 0; block < partitions; block++) {
      blocks.add(new LearntBlock(summary, block));
    }
    Map<Integer, MatrixRow> rested = new HashMap<>();
    start.removeIf(row -> !met.get(row.feature()) && row.feature() % partitions != summary.source);
    new SettledRows(plan, summary.clock, untouchedDiagonal, start.iterator())
        .forEachRemaining(
            row -> {
              rested.put(row.feature(), row);
              // only one partition sends the rows that no round has changed
              if (row.feature() % partitions == summary.source) {
                blocks.get(summary.source).rows.add(row);
              }
            });
    learner.forEachRow(
        row -> {
          if (met.get(row.feature())) {
            MatrixRow before = rested.get(row.feature());
            blocks
                .get(row.feature() % partitions)
                .changes
                .add(
                    RowChange.between(
                        before == null ? newRow(row.feature(), summary.untouchedDiagonal) : before,
                        row));
          }
        });
    return blocks;
  }

  private static MatrixRow newRow(int feature, float diagonal) {
    return new MatrixRow(feature, diagonal, 0, new int[0], new float[0], new float[0]);
  }

  private static LearningProgress progress(LearningProgress before, List<Summary> summaries) {
    LearningProgress progress = before;
    for (Summary summary : summaries) {
      progress =
          new LearningProgress(
              progress.rounds() + summary.rounds,
              progress.activeRounds() + summary.activeRounds,
              progress.cumulativeLoss() + summary.loss,
              progress.touchedEntries() + summary.touchedEntries);
    }
    return progress;
  }

  /** Combines the blocks of all partitions into the initial rows of the next slice. */
  private static final class Mixing implements Serializable {

    private static final long serialVersionUID = 1;

    private final TrainingPlan plan;
    private final boolean adding;
    private final float restedDiagonal;
    // the clock advance of a partition for the rounds of the others
    private final double clock;

    Mixing(TrainingPlan plan, boolean adding, List<Summary> summaries) {
      this.plan = plan;
      this.adding = adding;
      double diagonals = 0;
      double clocks = 0;
      for (Summary summary : summaries) {
        diagonals += summary.untouchedDiagonal;
        clocks += summary.clock;
      }
      this.restedDiagonal = (float) (diagonals / summaries.size());
      this.clock = clocks - clocks / summaries.size();
    }

    float untouchedDiagonal() {
      return clock == 0
          ? restedDiagonal
          : SettledRows.untouchedDiagonal(plan, clock, restedDiagonal);
    }

    /** The rows of one block, by ascending feature. */
    Iterator<MatrixRow> rows(Iterable<LearntBlock> unordered) {
      List<LearntBlock> blocks = new ArrayList<>();
      unordered.forEach(blocks::add);
      // sums of floats depend on the order
      blocks.sort(Comparator.comparingInt(block -> block.summary.source));
      Map<Integer, MatrixRow> rows = new TreeMap<>();
      Map<Integer, List<RowChange>> changes = new TreeMap<>();
      for (LearntBlock block : blocks) {
        block.rows.forEach(row -> rows.put(row.feature(), row));
        block.changes.forEach(
            change ->
                changes
                    .computeIfAbsent(change.changed().feature(), feature -> new ArrayList<>())
                    .add(change));
      }
      changes.forEach(
          (feature, ofRow) -> {
            MatrixRow rested = rows.get(feature);
            rows.put(
                feature,
                RowChange.mixed(
                    rested == null ? newRow(feature, restedDiagonal) : rested, ofRow, adding));
          });
      Iterator<MatrixRow> mixed = rows.values().iterator();
      return clock == 0 ? mixed : new SettledRows(plan, clock, restedDiagonal, mixed);
    }
  }

  /** The progress of a partition. */
  private static final class Summary implements Serializable {

    private static final long serialVersionUID = 1;

    private final int source;
    private final long rounds;
    private final long activeRounds;
    private final double loss;
    private final long touchedEntries;
    private final double clock;
    private final float untouchedDiagonal;

    Summary(
        TrainingPlan plan, OnlineBilinearLearner learner, float diagonalBefore, long roundsBefore) {
      LearningProgress progress = learner.progress();
      this.source = TaskContext.getPartitionId();
      this.rounds = progress.rounds() - roundsBefore;
      this.activeRounds = progress.activeRounds();
      this.loss = progress.cumulativeLoss();
      this.touchedEntries = progress.touchedEntries();
      this.clock = clock(plan, roundsBefore, progress.rounds());
      this.untouchedDiagonal =
          plan.partitions() == 1
              ? learner.untouchedDiagonal()
              : SettledRows.untouchedDiagonal(plan, clock, diagonalBefore);
    }

    private static double clock(TrainingPlan plan, long from, long to) {
      PartialLearner part = plan.newPart();
      for (long round = from + 1; round <= to; round++) {
        part.endRound(round);
      }
      return part.clock();
    }
  }

  /** The changes of a partition in the rows of one block. */
  private static final class LearntBlock implements Serializable {

    private static final long serialVersionUID = 1;

    private final Summary summary;
    private final int block;
    // whole rows, to which the changes of all partitions are applied
    private final ArrayList<MatrixRow> rows = new ArrayList<>();
    private final ArrayList<RowChange> changes = new ArrayList<>();

    LearntBlock(Summary summary, int block) {
      this.summary = summary;
      this.block = block;
    }
  }

  /** The rows of several arrays, one after the other. */
  private static final class Flattened implements Iterator<MatrixRow> {

    private final Iterator<MatrixRow[]> arrays;
    private MatrixRow[] current = new MatrixRow[0];
    private int next;

    Flattened(Iterator<MatrixRow[]> arrays) {
      this.arrays = arrays;
    }

    @Override
    public boolean hasNext() {
      while (next == current.length && arrays.hasNext()) {
        current = arrays.next();
        next = 0;
      }
      return next < current.length;
    }

    @Override
    public MatrixRow next() {
      if (!hasNext()) {
        throw new java.util.NoSuchElementException();
      }
      return current[next++];
    }
  }
}
