package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.Triplet;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
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
 * Iterative parameter mixing: every partition learns its share of a slice from the same model, then
 * the models are averaged row by row.
 *
 * <p>A row is averaged over the partitions whose rounds have met it, as the others know nothing new
 * about it. Sums of squared gradients are averaged too. With one partition and one slice the result
 * is the local learner's, bit for bit.
 *
 * <p>Each partition holds the whole model while it learns, so it has to fit into the memory of a
 * task, but never into the driver's: it goes from the row blocks to all partitions and back by
 * shuffles, at most 2 · partitions · model bytes a slice. McDonald, Hall and Mann, <i>Distributed
 * Training Strategies for the Structured Perceptron</i>, NAACL 2010.
 */
final class DataParallelTraining implements TrainingStrategy {

  // as many rounds as the learners like to see at once
  private static final int LOOK_AHEAD = 64;

  private final TrainingPlan plan;

  DataParallelTraining(TrainingPlan plan) {
    this.plan = plan;
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
    List<Summary> summaries = new ArrayList<>(learnt.map(LearntBlock::summary).collect());
    summaries.removeIf(summary -> summary.block != 0);
    summaries.sort(Comparator.comparingInt(summary -> summary.source));

    JavaRDD<MatrixRow> rows =
        learnt
            .mapToPair(block -> new Tuple2<>(block.summary.block, block))
            .groupByKey(new HashPartitioner(partitions))
            .flatMap(blocks -> average(blocks._2()))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    rows.count();
    learnt.unpersist(false);
    state.rows().unpersist(false);
    return after(state.progress(), summaries, rows);
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
    if (roundsBefore > 0) {
      LearningProgress start = new LearningProgress(roundsBefore, 0, 0, 0);
      learner.restore(new Flattened(rows), untouchedDiagonal, start);
    }
    for (int done = 0; done < triplets.size(); done += LOOK_AHEAD) {
      List<Triplet> next = new ArrayList<>(LOOK_AHEAD);
      for (int k = done; k < Math.min(triplets.size(), done + LOOK_AHEAD); k++) {
        next.add(triplets.get(k).triplet());
      }
      learn(learner, next, triplets.get(done).number());
    }
    return blocks(plan, learner, roundsBefore, triplets).iterator();
  }

  private static void learn(OnlineBilinearLearner learner, List<Triplet> triplets, long first) {
    try {
      learner.learn(triplets);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "one of the triplets from number " + first + " on: " + e.getMessage(), e);
    }
  }

  private static List<LearntBlock> blocks(
      TrainingPlan plan,
      OnlineBilinearLearner learner,
      long roundsBefore,
      List<NumberedTriplet> triplets) {
    int[] met =
        triplets.stream()
            .flatMapToInt(triplet -> Arrays.stream(triplet.query().indexArray()))
            .sorted()
            .distinct()
            .toArray();
    int partitions = plan.partitions();
    int source = TaskContext.getPartitionId();
    List<List<MatrixRow>> rows = new ArrayList<>();
    for (int block = 0; block < partitions; block++) {
      rows.add(new ArrayList<>());
    }
    learner.forEachRow(
        row -> {
          int block = row.feature() % partitions;
          // of the rows that this share has not met, each is sent by one of the partitions only
          if (block == source || Arrays.binarySearch(met, row.feature()) >= 0) {
            rows.get(block).add(row);
          }
        });
    List<LearntBlock> blocks = new ArrayList<>();
    for (int block = 0; block < partitions; block++) {
      MatrixRow[] ofBlock = rows.get(block).toArray(MatrixRow[]::new);
      boolean[] isMet = new boolean[ofBlock.length];
      for (int k = 0; k < ofBlock.length; k++) {
        isMet[k] = Arrays.binarySearch(met, ofBlock[k].feature()) >= 0;
      }
      blocks.add(
          new LearntBlock(new Summary(source, block, learner, roundsBefore), ofBlock, isMet));
    }
    return blocks;
  }

  /** The mean of each row over the partitions that have met it, by ascending feature. */
  private static Iterator<MatrixRow> average(Iterable<LearntBlock> unordered) {
    List<LearntBlock> blocks = new ArrayList<>();
    unordered.forEach(blocks::add);
    // sums of floats depend on the order
    blocks.sort(Comparator.comparingInt(block -> block.summary.source));
    Map<Integer, List<MatrixRow>> met = new TreeMap<>();
    Map<Integer, MatrixRow> others = new TreeMap<>();
    for (LearntBlock block : blocks) {
      for (int k = 0; k < block.rows.length; k++) {
        MatrixRow row = block.rows[k];
        if (block.met[k]) {
          met.computeIfAbsent(row.feature(), feature -> new ArrayList<>()).add(row);
        } else {
          others.put(row.feature(), row);
        }
      }
    }
    List<MatrixRow> averaged = new ArrayList<>();
    met.forEach(
        (feature, versions) -> {
          averaged.add(RowAverage.of(versions));
          others.remove(feature);
        });
    averaged.addAll(others.values());
    averaged.sort(Comparator.comparingInt(MatrixRow::feature));
    return averaged.iterator();
  }

  private static TrainingState after(
      LearningProgress before, List<Summary> summaries, JavaRDD<MatrixRow> rows) {
    LearningProgress progress = before;
    double untouched = 0;
    for (Summary summary : summaries) {
      progress =
          new LearningProgress(
              progress.rounds() + summary.rounds,
              progress.activeRounds() + summary.activeRounds,
              progress.cumulativeLoss() + summary.loss,
              progress.touchedEntries() + summary.touchedEntries);
      untouched += summary.untouchedDiagonal;
    }
    return new TrainingState(rows, (float) (untouched / summaries.size()), progress);
  }

  /** What a partition has learnt, in numbers. */
  private static final class Summary implements Serializable {

    private static final long serialVersionUID = 1;

    private final int source;
    private final int block;
    private final long rounds;
    private final long activeRounds;
    private final double loss;
    private final long touchedEntries;
    private final float untouchedDiagonal;

    Summary(int source, int block, OnlineBilinearLearner learner, long roundsBefore) {
      LearningProgress progress = learner.progress();
      this.source = source;
      this.block = block;
      this.rounds = progress.rounds() - roundsBefore;
      this.activeRounds = progress.activeRounds();
      this.loss = progress.cumulativeLoss();
      this.touchedEntries = progress.touchedEntries();
      this.untouchedDiagonal = learner.untouchedDiagonal();
    }
  }

  /** Those rows that a partition has learnt which go to the same block. */
  private static final class LearntBlock implements Serializable {

    private static final long serialVersionUID = 1;

    private final Summary summary;
    private final MatrixRow[] rows;
    // whether one of the partition's rounds has met the row
    private final boolean[] met;

    LearntBlock(Summary summary, MatrixRow[] rows, boolean[] met) {
      this.summary = summary;
      this.rows = rows;
      this.met = met;
    }

    Summary summary() {
      return summary;
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
