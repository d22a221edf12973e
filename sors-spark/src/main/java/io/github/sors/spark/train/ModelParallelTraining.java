package io.github.sors.spark.train;

import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.PartialLearner;
import io.github.sors.spark.input.NumberedTriplet;
import io.github.sors.spark.input.TripletFeed;
import io.github.sors.spark.input.TripletReader;
import io.github.sors.spark.model.ModelRow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Every machine has some rows of M, and all play every round together, batch by batch.
 *
 * <p>Each block of rows keeps its learner in the memory of its executor, see {@link MatrixBlock}. A
 * batch is one job of one stage: each block takes the steps of the batch before and scores its
 * parts of the batch's triplets; the driver sums the terms, in the order of the query's features,
 * and computes the losses and the lengths of the steps. A batch is scored with the model before the
 * batch. With batches of one, rounds are bit-identical to those of the local learner within a
 * slice, as long as that learner does not settle; after a slice the rows are settled. A single
 * block needs no driver: it is the local learner, whatever the size of batches.
 *
 * <p>No machine ever holds the whole model. A block has to fit twice into the memory of an
 * executor; the driver needs a dozen bytes per query feature of a batch and 8 bytes per round of a
 * slice. Where a block is lost, the rounds of the slice are played again, from the steps that were
 * decided.
 */
public final class ModelParallelTraining implements TrainingStrategy<MatrixState> {

  private final TrainingPlan plan;

  public ModelParallelTraining(TrainingPlan plan) {
    this.plan = plan;
  }

  @Override
  public MatrixState start(JavaSparkContext context) {
    return new MatrixState(
        context.emptyRDD(), plan.newPart().untouchedDiagonal(), LearningProgress.NONE);
  }

  @Override
  public MatrixState advance(MatrixState state, TripletFeed feed, long from, long to) {
    return plan.partitions() == 1
        ? advanceAlone(state, feed, from, to)
        : advanceTogether(state, feed, from, to);
  }

  private MatrixState advanceTogether(MatrixState state, TripletFeed feed, long from, long to) {
    TrainingPlan tasks = plan;
    float diagonal = state.untouchedDiagonal();
    boolean isStarted = state.progress().rounds() > 0;
    JavaRDD<MatrixBlock> blocks =
        rowsByBlock(state.rows())
            .zipPartitions(
                parts(feed, from, to),
                (rows, parts) ->
                    List.of(new MatrixBlock(tasks, rows, diagonal, isStarted, parts.next()))
                        .iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    Coordinator coordinator = new Coordinator(plan, state, from);
    for (long first = from; first < to; first = coordinator.steps.end()) {
      long end = Math.min(to, first + plan.batchSize());
      DecidedSteps steps = coordinator.steps.trimmed();
      coordinator.decide(
          (int) (end - first), blocks.map(block -> block.score(steps, end)).collect());
    }
    DecidedSteps steps = coordinator.steps.trimmed();
    JavaRDD<MatrixRow> rows =
        blocks.flatMap(block -> block.settled(steps)).persist(StorageLevel.MEMORY_AND_DISK_SER());
    rows.count();
    blocks.unpersist(false);
    state.release();
    return new MatrixState(rows, coordinator.settledDiagonal(), coordinator.progress);
  }

  private JavaRDD<MatrixRow> rowsByBlock(JavaRDD<MatrixRow> rows) {
    int blocks = plan.partitions();
    return rows.mapToPair(row -> new Tuple2<>(row.feature() % blocks, row))
        .partitionBy(new HashPartitioner(blocks))
        .values();
  }

  /** The parts of the triplets of a slice, by block. */
  private JavaRDD<TripletParts> parts(TripletFeed feed, long from, long to) {
    int blocks = plan.partitions();
    TripletReader reader = feed.reader();
    if (reader != null) {
      JavaSparkContext context = feed.context();
      return context
          .parallelize(IntStream.range(0, blocks).boxed().toList(), blocks)
          .map(block -> TripletParts.read(reader, block, blocks));
    }
    return feed.between(from, to)
        .flatMap(triplet -> TripletParts.split(triplet, blocks).iterator())
        .mapToPair(part -> new Tuple2<>(part.block(), part))
        .partitionBy(new HashPartitioner(blocks))
        .values()
        .mapPartitions(part -> Collections.singletonList(TripletParts.of(part)).iterator(), true);
  }

  /** One task learns everything. */
  private MatrixState advanceAlone(MatrixState state, TripletFeed feed, long from, long to) {
    TrainingPlan tasks = plan;
    LearningProgress before = state.progress();
    float diagonal = state.untouchedDiagonal();
    JavaRDD<Learnt> learnt =
        feed.shares(from, to, 1)
            .zipPartitions(
                rowsByBlock(state.rows()),
                (triplets, rows) ->
                    List.of(learn(tasks, before, diagonal, from, to, triplets, rows)).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    Learnt reached = learnt.map(Learnt::withoutRows).first();
    JavaRDD<MatrixRow> rows =
        learnt
            .flatMap(one -> Arrays.asList(one.rows).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    rows.count();
    learnt.unpersist(false);
    state.release();
    return new MatrixState(rows, reached.untouchedDiagonal, reached.progress);
  }

  private static Learnt learn(
      TrainingPlan plan,
      LearningProgress before,
      float untouchedDiagonal,
      long from,
      long to,
      Iterator<NumberedTriplet> triplets,
      Iterator<MatrixRow> rows) {
    OnlineBilinearLearner learner = plan.newLearner();
    if (before.rounds() > 0) {
      learner.restore(rows, untouchedDiagonal, before);
    }
    LearningLoop.over(learner, new InOrder(from, triplets)).learnUntil(to - from);
    List<MatrixRow> reached = new ArrayList<>();
    learner.forEachRow(reached::add);
    return new Learnt(
        reached.toArray(MatrixRow[]::new), learner.untouchedDiagonal(), learner.progress());
  }

  /** Triplets that are read one after the other. */
  private record InOrder(long first, Iterator<NumberedTriplet> triplets)
      implements LearningLoop.Feed {

    @Override
    public Triplet triplet(long position) {
      return triplets.next().triplet();
    }

    @Override
    public boolean allowsReadingAhead() {
      return true;
    }

    @Override
    public String origin(long position) {
      return "triplet number " + (first + position);
    }
  }

  /** What a single task has learnt. */
  private static final class Learnt implements Serializable {

    private static final long serialVersionUID = 1;

    private final MatrixRow[] rows;
    private final float untouchedDiagonal;
    private final LearningProgress progress;

    Learnt(MatrixRow[] rows, float untouchedDiagonal, LearningProgress progress) {
      this.rows = rows;
      this.untouchedDiagonal = untouchedDiagonal;
      this.progress = progress;
    }

    Learnt withoutRows() {
      return new Learnt(new MatrixRow[0], untouchedDiagonal, progress);
    }
  }

  /** The state of the driver: the clock, the progress, and the steps that were decided. */
  private static final class Coordinator {

    private final PartialLearner learner;
    private final DecidedSteps steps;
    private LearningProgress progress;

    Coordinator(TrainingPlan plan, MatrixState state, long from) {
      learner = plan.newPart();
      steps = new DecidedSteps(from);
      progress = state.progress();
      if (progress.rounds() > 0) {
        learner.restore(0, state.untouchedDiagonal(), Collections.emptyIterator());
      }
    }

    /** Computes the losses of the next rounds and the lengths of their steps. */
    void decide(int rounds, List<ScoredParts> scored) {
      List<ScoredParts.Cursor> cursors = new ArrayList<>();
      long touched = 0;
      for (ScoredParts parts : scored) {
        cursors.add(parts.new Cursor());
        touched += parts.touchedEntries();
      }
      double[] terms = new double[256];
      double[] variances = new double[256];
      long active = 0;
      double losses = 0;
      for (int round = 0; round < rounds; round++) {
        int features = 0;
        double squaredNorm = 0;
        for (int block = 0; block < cursors.size(); block++) {
          features += cursors.get(block).count();
          squaredNorm = Math.max(squaredNorm, scored.get(block).squaredNorm(round));
        }
        if (features > terms.length) {
          terms = new double[2 * features];
          variances = new double[2 * features];
        }
        for (ScoredParts.Cursor cursor : cursors) {
          cursor.read(terms, variances);
        }
        double score = 0;
        double variance = 0;
        for (int a = 0; a < features; a++) {
          score += terms[a];
          variance += variances[a];
        }
        double loss = learner.loss(score);
        long number = steps.end() + 1;
        if (loss > 0) {
          active++;
          steps.add(
              learner.stepLength(number, loss, squaredNorm, variance),
              learner.stepFactor(loss, variance));
        } else {
          steps.add(Double.NaN, 0);
        }
        losses += loss;
        learner.endRound(number);
      }
      progress =
          new LearningProgress(
              progress.rounds() + rounds,
              progress.activeRounds() + active,
              progress.cumulativeLoss() + losses,
              progress.touchedEntries() + touched);
    }

    float settledDiagonal() {
      learner.settle();
      return learner.untouchedDiagonal();
    }
  }

  @Override
  public Dataset<?> beans(SparkSession session, MatrixState state) {
    return session.createDataset(
        state.rows().map(ModelParallelTraining::toBean).rdd(), Encoders.bean(LearnerRow.class));
  }

  @Override
  public MatrixState restored(
      SparkSession session, String folder, float untouchedDiagonal, LearningProgress progress) {
    JavaRDD<MatrixRow> rows =
        session
            .read()
            .schema(Encoders.bean(LearnerRow.class).schema())
            .parquet(folder)
            .as(Encoders.bean(LearnerRow.class))
            .javaRDD()
            .map(ModelParallelTraining::fromBean)
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    rows.count();
    return new MatrixState(rows, untouchedDiagonal, progress);
  }

  private static LearnerRow toBean(MatrixRow row) {
    LearnerRow bean = new LearnerRow();
    bean.setFeature(row.feature());
    bean.setDiagonal(row.diagonal());
    bean.setDiagonalSquare(row.diagonalSquare());
    bean.setColumns(row.columns());
    bean.setValues(row.levels());
    bean.setSquares(row.squares());
    return bean;
  }

  private static MatrixRow fromBean(LearnerRow bean) {
    return new MatrixRow(
        bean.getFeature(),
        bean.getDiagonal(),
        bean.getDiagonalSquare(),
        bean.getColumns(),
        bean.getValues(),
        bean.getSquares());
  }

  @Override
  public JavaRDD<ModelRow> modelRows(MatrixState state) {
    return state.rows().map(ModelParallelTraining::modelRow);
  }

  /** The row with its diagonal entry included and without zeros. */
  private static ModelRow modelRow(MatrixRow row) {
    int[] columns = new int[row.size() + 1];
    float[] values = new float[row.size() + 1];
    int count = 0;
    boolean diagonalDone = row.diagonal() == 0;
    for (int j = 0; j < row.size(); j++) {
      if (!diagonalDone && row.columns()[j] > row.feature()) {
        columns[count] = row.feature();
        values[count++] = row.diagonal();
        diagonalDone = true;
      }
      if (row.levels()[j] != 0) {
        columns[count] = row.columns()[j];
        values[count++] = row.levels()[j];
      }
    }
    if (!diagonalDone) {
      columns[count] = row.feature();
      values[count++] = row.diagonal();
    }
    ModelRow bean = new ModelRow();
    bean.setRow(row.feature());
    bean.setColumns(Arrays.copyOf(columns, count));
    bean.setValues(Arrays.copyOf(values, count));
    return bean;
  }
}
