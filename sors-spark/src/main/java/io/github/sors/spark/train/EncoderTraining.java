package io.github.sors.spark.train;

import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.encoder.row.EncoderRows;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import io.github.sors.learn.InitialRows;
import io.github.sors.learn.Learners;
import io.github.sors.spark.input.NumberedTriplet;
import io.github.sors.spark.input.TripletFeed;
import io.github.sors.spark.model.ModelRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Option;
import scala.Tuple2;

/**
 * Learns an encoder with all partitions at the same time: each learns its share of a slice,
 * starting from the same W; then the rows that they have changed are mixed, see {@link
 * EncoderMixing}, and all continue from there.
 *
 * <p>Between slices W is distributed in blocks, by the remainder of the feature. A slice is one job
 * of two stages: in the first every partition reads all blocks, learns, and sends the rows that it
 * has changed to their blocks; in the second the blocks mix them. Blocks are read from the memory
 * of the executors: those of the same executor are not copied, those of others are sent. So a slice
 * moves W at most once to every partition and the changed rows once back, and the driver gets a few
 * numbers. The rows that were learnt, 4k bytes each, have to fit twice into the memory of a task.
 *
 * <p>With one partition the rounds are those of the local learner, bit for bit. Tasks have no side
 * effects and blocks are mixed in the order of the partitions, so a task that is run again gives
 * the same bits.
 */
public final class EncoderTraining implements TrainingStrategy<EncoderState> {

  private static final int DOUBLED = 7;

  private final TrainingPlan plan;
  private final EncoderMixing.Rule rule;

  public EncoderTraining(TrainingPlan plan, EncoderMixing.Rule rule) {
    this.plan = plan;
    this.rule = rule;
  }

  /** Checks the options before any task runs. */
  public static void requireSupported(EncoderOptions options) {
    if (options.batch() > 1) {
      throw new InvalidInputException(
          "batch: on Spark an encoder learns one triplet at a time, found "
              + options.batch()
              + ": leave it out, or use 'sors train'");
    }
    if (options.init() != InitialRows.RANDOM) {
      throw new InvalidInputException(
          "init: on Spark an encoder starts from random rows, found "
              + options.init().label()
              + ": leave it out, or use 'sors train'");
    }
  }

  /**
   * Slices double in length until they are 128 times as long as the first: at the beginning, when
   * rows change most, partitions have to agree more often.
   */
  @Override
  public double shareBefore(int slice, int slices) {
    return units(slice) / units(slices);
  }

  private static double units(int slices) {
    int doubled = Math.min(slices, DOUBLED);
    return (1 << doubled) - 1.0 + (double) (slices - doubled) * (1 << DOUBLED);
  }

  private static EncoderLearner newLearner(TrainingPlan plan) {
    return (EncoderLearner) Learners.create(plan.algorithm(), plan.options());
  }

  @Override
  public EncoderState start(JavaSparkContext context) {
    int partitions = plan.partitions();
    JavaRDD<EncoderBlock> blocks =
        context
            .parallelize(IntStream.range(0, partitions).boxed().toList(), partitions)
            .map(
                block ->
                    new EncoderBlock(
                        block,
                        new EncoderRows(new int[0], new double[0], new float[0]),
                        LearningProgress.NONE));
    return new EncoderState(blocks, LearningProgress.NONE);
  }

  @Override
  public EncoderState advance(EncoderState state, TripletFeed feed, long from, long to) {
    int partitions = plan.partitions();
    TrainingPlan tasks = plan;
    EncoderMixing.Rule mixing = rule;
    long roundsBefore = state.progress().rounds();
    JavaPairRDD<Integer, EncoderBlock> learnt =
        feed.shares(from, to, partitions)
            .zipPartitions(
                allForEach(state.blocks()),
                (triplets, blocks) -> learn(tasks, roundsBefore, triplets, blocks))
            .mapToPair(pair -> pair);
    JavaRDD<EncoderBlock> next =
        state
            .blocks()
            .zipPartitions(
                learnt.partitionBy(new HashPartitioner(partitions)).values(),
                (blocks, changes) -> mix(tasks, mixing, blocks.next(), changes))
            .persist(StorageLevel.MEMORY_AND_DISK());
    // every block knows the progress of all partitions
    LearningProgress ofSlice = next.map(EncoderBlock::withoutRows).collect().get(0).progress();
    state.release();
    return new EncoderState(next, EncoderMixing.plus(state.progress(), ofSlice));
  }

  /** All blocks for each of the partitions, read from where they are cached. */
  private static JavaRDD<EncoderBlock> allForEach(JavaRDD<EncoderBlock> blocks) {
    return JavaRDD.fromRDD(
        blocks
            .rdd()
            .coalesce(
                blocks.getNumPartitions(), false, Option.apply(new AllForEach()), /* ord */ null),
        blocks.classTag());
  }

  private static Iterator<Tuple2<Integer, EncoderBlock>> learn(
      TrainingPlan plan,
      long roundsBefore,
      Iterator<NumberedTriplet> triplets,
      Iterator<EncoderBlock> blocks) {
    int source = org.apache.spark.TaskContext.getPartitionId();
    EncoderLearner learner = newLearner(plan);
    learner.restore(new RowsOfBlocks(blocks), new LearningProgress(roundsBefore, 0, 0, 0));
    while (triplets.hasNext()) {
      NumberedTriplet next = triplets.next();
      try {
        learner.learn(next.triplet());
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException(
            "triplet number " + next.number() + ": " + e.getMessage(), e);
      }
    }
    LearningProgress reached = learner.progress();
    LearningProgress own =
        new LearningProgress(
            reached.rounds() - roundsBefore,
            reached.activeRounds(),
            reached.cumulativeLoss(),
            reached.touchedEntries());
    return IntStream.range(0, plan.partitions())
        .mapToObj(
            block ->
                new Tuple2<>(
                    block,
                    new EncoderBlock(source, learner.changedRows(block, plan.partitions()), own)))
        .iterator();
  }

  /** The rows of blocks, which are not kept here. */
  private record RowsOfBlocks(Iterator<EncoderBlock> blocks) implements Iterator<EncoderRows> {

    @Override
    public boolean hasNext() {
      return blocks.hasNext();
    }

    @Override
    public EncoderRows next() {
      return blocks.next().rows();
    }
  }

  private static Iterator<EncoderBlock> mix(
      TrainingPlan plan,
      EncoderMixing.Rule rule,
      EncoderBlock before,
      Iterator<EncoderBlock> unordered) {
    List<EncoderBlock> changes = new ArrayList<>();
    unordered.forEachRemaining(changes::add);
    changes.sort(Comparator.comparingInt(EncoderBlock::source));
    EncoderOptions options =
        ((EncoderLearner) Learners.create(plan.algorithm(), plan.options())).settings();
    EncoderMixing mixing = new EncoderMixing(options, rule);
    return List.of(mixing.mixed(before, changes)).iterator();
  }

  @Override
  public Dataset<?> beans(SparkSession session, EncoderState state) {
    return session.createDataset(
        state.blocks().flatMap(block -> rowsOf(block).iterator()).rdd(),
        Encoders.bean(EncoderRow.class));
  }

  private static List<EncoderRow> rowsOf(EncoderBlock block) {
    EncoderRows rows = block.rows();
    List<EncoderRow> beans = new ArrayList<>(rows.size());
    int k = rows.size() == 0 ? 0 : rows.values().length / rows.size();
    for (int row = 0; row < rows.size(); row++) {
      EncoderRow bean = new EncoderRow();
      bean.setFeature(rows.features()[row]);
      bean.setSquare(rows.squares()[row]);
      bean.setValues(Arrays.copyOfRange(rows.values(), row * k, (row + 1) * k));
      beans.add(bean);
    }
    return beans;
  }

  @Override
  public EncoderState restored(
      SparkSession session, String folder, float untouchedDiagonal, LearningProgress progress) {
    int partitions = plan.partitions();
    JavaRDD<EncoderBlock> blocks =
        session
            .read()
            .schema(Encoders.bean(EncoderRow.class).schema())
            .parquet(folder)
            .as(Encoders.bean(EncoderRow.class))
            .javaRDD()
            .mapToPair(row -> new Tuple2<>(row.getFeature() % partitions, row))
            .partitionBy(new HashPartitioner(partitions))
            .values()
            .mapPartitions(rows -> List.of(blockOf(rows)).iterator(), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    blocks.count();
    return new EncoderState(blocks, progress);
  }

  private static EncoderBlock blockOf(Iterator<EncoderRow> beans) {
    List<EncoderRow> sorted = new ArrayList<>();
    beans.forEachRemaining(sorted::add);
    sorted.sort(Comparator.comparingInt(EncoderRow::getFeature));
    int k = sorted.isEmpty() ? 0 : sorted.get(0).getValues().length;
    int[] features = new int[sorted.size()];
    double[] squares = new double[features.length];
    float[] values = new float[Math.multiplyExact(k, features.length)];
    for (int row = 0; row < features.length; row++) {
      features[row] = sorted.get(row).getFeature();
      squares[row] = sorted.get(row).getSquare();
      System.arraycopy(sorted.get(row).getValues(), 0, values, row * k, k);
    }
    return new EncoderBlock(
        org.apache.spark.TaskContext.getPartitionId(),
        new EncoderRows(features, squares, values),
        LearningProgress.NONE);
  }

  @Override
  public JavaRDD<ModelRow> modelRows(EncoderState state) {
    return state
        .blocks()
        .flatMap(
            block ->
                rowsOf(block).stream()
                    .map(
                        row -> {
                          ModelRow bean = new ModelRow();
                          bean.setRow(row.getFeature());
                          bean.setColumns(new int[0]);
                          bean.setValues(row.getValues());
                          return bean;
                        })
                    .iterator());
  }
}
