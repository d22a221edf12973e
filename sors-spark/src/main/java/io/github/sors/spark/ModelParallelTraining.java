package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.Triplet;
import io.github.sors.learn.PartialLearner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Every machine has some rows of M, and all play every round together, batch by batch.
 *
 * <p>One shuffle per slice splits its triplets by the rows of their queries. Then a batch is one
 * job without a shuffle: each block scores its parts of the batch's triplets; the driver sums the
 * terms, in the order of the query's features, and computes the losses and the lengths of the
 * steps; the blocks take the steps at the start of the next job. A batch is scored with the model
 * before the batch. With batches of one, rounds are bit-identical to those of the local learner
 * within a slice, as long as that learner does not settle; after a slice the rows are settled.
 *
 * <p>No machine ever holds the whole model. A block and its triplets have to fit into the memory of
 * an executor, or are spilled to disk; the driver needs a dozen bytes per query feature of a batch.
 * Blocks are immutable, so that tasks can be repeated.
 */
final class ModelParallelTraining implements TrainingStrategy {

  // the number of versions of the blocks before their lineage is truncated
  private static final int LONGEST_CHAIN = 40;

  private final TrainingPlan plan;
  private final boolean reliable;

  /**
   * Creates the strategy.
   *
   * @param reliable whether Spark has a checkpoint folder, so that blocks survive the loss of a
   *     machine
   */
  ModelParallelTraining(TrainingPlan plan, boolean reliable) {
    this.plan = plan;
    this.reliable = reliable;
  }

  @Override
  public TrainingState advance(TrainingState state, TripletFeed feed, long from, long to) {
    int blocks = plan.partitions();
    JavaRDD<TripletParts> parts =
        feed.between(from, to)
            .flatMap(triplet -> TripletParts.split(triplet, blocks).iterator())
            .mapToPair(part -> new Tuple2<>(part.block(), part))
            .partitionBy(new HashPartitioner(blocks))
            .values()
            .mapPartitions(
                part -> Collections.singletonList(TripletParts.of(part)).iterator(), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    JavaRDD<RowBlock> model =
        state
            .rows()
            .mapToPair(row -> new Tuple2<>(row.feature() % blocks, row))
            .partitionBy(new HashPartitioner(blocks))
            .values()
            .mapPartitions(rows -> Collections.singletonList(RowBlock.of(rows)).iterator(), true)
            .persist(StorageLevel.MEMORY_AND_DISK());

    Coordinator coordinator = new Coordinator(plan, state);
    Batch learnt = coordinator.nothing();
    int chain = 0;
    for (long first = from; first < to; first += plan.batchSize()) {
      JavaRDD<RowBlock> next = learn(model, parts, learnt).persist(StorageLevel.MEMORY_AND_DISK());
      if (++chain % LONGEST_CHAIN == 0) {
        cutOff(next);
      }
      Batch batch = coordinator.batch(first, Math.min(to, first + plan.batchSize()));
      List<ScoredPart> scored = score(next, parts, batch).collect();
      // computed already; the next version only needs this one
      model.unpersist(false);
      model = next;
      learnt = coordinator.decide(batch, scored);
    }
    JavaRDD<MatrixRow> rows =
        settled(learn(model, parts, learnt), coordinator)
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    rows.count();
    model.unpersist(false);
    parts.unpersist(false);
    state.rows().unpersist(false);
    return new TrainingState(rows, coordinator.settledDiagonal(), coordinator.progress);
  }

  private void cutOff(JavaRDD<RowBlock> blocks) {
    if (reliable) {
      blocks.checkpoint();
    } else {
      blocks.rdd().localCheckpoint();
    }
  }

  private JavaRDD<RowBlock> learn(
      JavaRDD<RowBlock> model, JavaRDD<TripletParts> parts, Batch batch) {
    TrainingPlan tasks = plan;
    return model.zipPartitions(
        parts,
        (blocks, slices) -> {
          RowBlock block = blocks.next();
          List<TripletParts.Part> lossy = new ArrayList<>();
          for (TripletParts.Part part : slices.next().between(batch.from, batch.to())) {
            if (batch.isLossy(part.number())) {
              lossy.add(part);
            }
          }
          return Collections.singletonList(learn(tasks, block, lossy, batch)).iterator();
        });
  }

  private static RowBlock learn(
      TrainingPlan plan, RowBlock block, List<TripletParts.Part> lossy, Batch batch) {
    if (lossy.isEmpty()) {
      return block;
    }
    PartialLearner learner = batch.restored(plan, block, lossy);
    int next = 0;
    for (long number = batch.from; number < batch.to(); number++) {
      if (next < lossy.size() && lossy.get(next).number() == number) {
        learner.learn(lossy.get(next++).triplet(), batch.length(number), batch.factor(number));
      }
      learner.endRound(number + 1);
    }
    List<MatrixRow> changed = new ArrayList<>();
    learner.forEachRow(changed::add);
    return block.with(changed);
  }

  private JavaRDD<ScoredPart> score(
      JavaRDD<RowBlock> model, JavaRDD<TripletParts> parts, Batch batch) {
    TrainingPlan tasks = plan;
    return model.zipPartitions(
        parts,
        (blocks, slices) -> {
          RowBlock block = blocks.next();
          List<TripletParts.Part> ofBatch = slices.next().between(batch.from, batch.to());
          PartialLearner learner = batch.restored(tasks, block, ofBatch);
          List<ScoredPart> scored = new ArrayList<>();
          for (TripletParts.Part part : ofBatch) {
            scored.add(scored(learner, part));
          }
          return scored.iterator();
        });
  }

  private static ScoredPart scored(PartialLearner learner, TripletParts.Part part) {
    Triplet triplet = part.triplet();
    try {
      return new ScoredPart(part, learner.scoreRows(triplet), learner.rowVariances());
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("triplet number " + part.number() + ": " + e.getMessage(), e);
    }
  }

  private JavaRDD<MatrixRow> settled(JavaRDD<RowBlock> model, Coordinator coordinator) {
    TrainingPlan tasks = plan;
    double clock = coordinator.learner.clock();
    float untouched = coordinator.learner.untouchedDiagonal();
    return model.flatMap(block -> new SettledRows(tasks, clock, untouched, block.iterator()));
  }

  /** The state of the driver: the clock, the progress, and the lengths of steps. */
  private static final class Coordinator {

    private final PartialLearner learner;
    private LearningProgress progress;

    Coordinator(TrainingPlan plan, TrainingState state) {
      learner = plan.newPart();
      progress = state.progress();
      if (progress.rounds() > 0) {
        learner.restore(0, state.untouchedDiagonal(), Collections.emptyIterator());
      }
    }

    Batch nothing() {
      return batch(0, 0);
    }

    Batch batch(long from, long to) {
      double[] lengths = new double[(int) (to - from)];
      Arrays.fill(lengths, Double.NaN);
      return new Batch(
          from, lengths, new double[lengths.length], learner.clock(), learner.untouchedDiagonal());
    }

    /** Computes the losses of a batch and the lengths of its steps, and advances the clock. */
    Batch decide(Batch batch, List<ScoredPart> unordered) {
      List<ScoredPart> scored = new ArrayList<>(unordered);
      scored.sort(Comparator.comparingLong(part -> part.number));
      int next = 0;
      for (long number = batch.from; number < batch.to(); number++) {
        int end = next;
        while (end < scored.size() && scored.get(end).number == number) {
          end++;
        }
        decide(batch, number, scored.subList(next, end));
        next = end;
      }
      return batch;
    }

    private void decide(Batch batch, long number, List<ScoredPart> parts) {
      int features = 0;
      long touched = 0;
      for (ScoredPart part : parts) {
        features += part.terms.length;
        touched += part.touchedEntries;
      }
      double[] terms = new double[features];
      double[] variances = new double[features];
      for (ScoredPart part : parts) {
        for (int k = 0; k < part.terms.length; k++) {
          terms[part.positions[k]] = part.terms[k];
          variances[part.positions[k]] = part.variances.length == 0 ? 0 : part.variances[k];
        }
      }
      double score = 0;
      double variance = 0;
      for (int a = 0; a < features; a++) {
        score += terms[a];
        variance += variances[a];
      }
      double loss = learner.loss(score);
      long round = number + 1;
      if (loss > 0) {
        double squaredNorm = parts.isEmpty() ? 0 : parts.get(0).squaredNorm;
        batch.lengths[(int) (number - batch.from)] =
            learner.stepLength(round, loss, squaredNorm, variance);
        batch.factors[(int) (number - batch.from)] = learner.stepFactor(loss, variance);
      }
      learner.endRound(round);
      progress =
          new LearningProgress(
              progress.rounds() + 1,
              progress.activeRounds() + (loss > 0 ? 1 : 0),
              progress.cumulativeLoss() + loss,
              progress.touchedEntries() + touched);
    }

    float settledDiagonal() {
      learner.settle();
      return learner.untouchedDiagonal();
    }
  }

  /** Some rounds, with the length and factor of each step, and the clock before them. */
  private static final class Batch implements Serializable {

    private static final long serialVersionUID = 1;

    private final long from;
    // NaN if there is no loss
    private final double[] lengths;
    private final double[] factors;
    private final double clock;
    private final float untouchedDiagonal;

    Batch(long from, double[] lengths, double[] factors, double clock, float untouchedDiagonal) {
      this.from = from;
      this.lengths = lengths;
      this.factors = factors;
      this.clock = clock;
      this.untouchedDiagonal = untouchedDiagonal;
    }

    long to() {
      return from + lengths.length;
    }

    double length(long number) {
      return lengths[(int) (number - from)];
    }

    double factor(long number) {
      return factors[(int) (number - from)];
    }

    boolean isLossy(long number) {
      return !Double.isNaN(length(number));
    }

    /** A learner with the rows of a block that the parts need, from before the batch. */
    PartialLearner restored(TrainingPlan plan, RowBlock block, List<TripletParts.Part> parts) {
      PartialLearner learner = plan.newPart();
      List<MatrixRow> rows = block.select(TripletParts.features(parts));
      learner.restore(clock, untouchedDiagonal, rows.iterator());
      return learner;
    }
  }

  /** The scores of a block for its part of a triplet. */
  private static final class ScoredPart implements Serializable {

    private static final long serialVersionUID = 1;

    private final long number;
    private final int[] positions;
    private final double[] terms;
    private final double[] variances;
    private final double squaredNorm;
    private final long touchedEntries;

    ScoredPart(TripletParts.Part part, double[] terms, double[] variances) {
      this.number = part.number();
      this.positions = part.positions();
      this.terms = terms;
      this.variances = variances;
      this.squaredNorm = part.squaredNorm();
      this.touchedEntries = part.touchedEntries();
    }
  }
}
