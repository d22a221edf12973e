package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.GroupTripletSampler;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.spark.input.SentRows;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items, queries and feedback by id; the local learner learns the same triplets of vectors. */
class FeedbackTest {

  private static final int ITEMS = 12;
  private static final int LENGTH = 5;
  private static final StructType TRIPLETS =
      new StructType()
          .add("query", "string")
          .add("positive", "string")
          .add("negative", "string")
          .add("weight", "float");

  private static final List<int[]> GROUPS =
      List.of(
          new int[] {0, 4, 8},
          new int[] {1, 4},
          new int[] {2, 5, 9},
          new int[] {3, 7},
          new int[] {10});

  @TempDir Path folder;

  // item k is called "k" and a letter, so that their order is that of the numbers
  private final List<float[]> vectors = new ArrayList<>();
  private final List<int[]> triplets = new ArrayList<>();

  @BeforeEach
  void makeItemsAndTriplets() {
    Random random = new Random(11);
    for (int item = 0; item < ITEMS; item++) {
      float[] vector = new float[LENGTH];
      for (int j = 0; j < LENGTH; j++) {
        vector[j] = random.nextFloat() - 0.4f;
      }
      vectors.add(vector);
    }
    for (int number = 0; number < 40; number++) {
      triplets.add(new int[] {random.nextInt(4), 4 + random.nextInt(4), 8 + random.nextInt(4)});
    }
    SharedSpark.start();
  }

  private static String id(int item) {
    return String.format(Locale.ROOT, "%02d-item", item);
  }

  /** The items from one number to another, exclusive, as arrays of floats. */
  private Dataset<Row> items(int from, int to) {
    List<Row> rows = new ArrayList<>();
    for (int item = from; item < to; item++) {
      rows.add(row(id(item), vectors.get(item)));
    }
    return items(rows);
  }

  private static Row row(String id, float... vector) {
    List<Float> values = new ArrayList<>();
    for (float value : vector) {
      values.add(value);
    }
    return RowFactory.create(id, values);
  }

  private static Dataset<Row> items(List<Row> rows) {
    DataType array = DataTypes.createArrayType(DataTypes.FloatType);
    return SharedSpark.session()
        .createDataFrame(rows, new StructType().add("id", "string").add("features", array));
  }

  private static float weight(int number) {
    return number % 3 == 0 ? 2.5f : 0.5f;
  }

  private Dataset<Row> feedback() {
    List<Row> rows = new ArrayList<>();
    for (int number = 0; number < triplets.size(); number++) {
      int[] triplet = triplets.get(number);
      rows.add(RowFactory.create(id(triplet[0]), id(triplet[1]), id(triplet[2]), weight(number)));
    }
    return SharedSpark.session().createDataFrame(rows, TRIPLETS);
  }

  private static SorsSimilarity estimator() {
    return new SorsSimilarity().setAlgorithm("sors-2").setLambda(1e-4).setEta("0.2").setIdCol("id");
  }

  private SparseVector normalized(int item) {
    return Normalization.L2.apply(SparseVector.ofDense(vectors.get(item)));
  }

  private static OnlineBilinearLearner learner() {
    return Algorithm.SORS_II.create(
        Map.of("lambda", "1e-4", "eta", "0.2", "queryDimension", "5", "itemDimension", "5"));
  }

  private BilinearModel learnt(boolean weighted) {
    OnlineBilinearLearner local = learner();
    for (int number = 0; number < triplets.size(); number++) {
      int[] triplet = triplets.get(number);
      local.learn(
          new Triplet(
              normalized(triplet[0]),
              normalized(triplet[1]),
              normalized(triplet[2]),
              weighted ? weight(number) : 1));
    }
    return local.snapshot();
  }

  /** Runs something with vectors that are sent to all machines, or fetched. */
  private static void withSent(String limit, Runnable action) {
    SharedSpark.session().conf().set(SentRows.LIMIT, limit);
    try {
      action.run();
    } finally {
      SharedSpark.session().conf().unset(SentRows.LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1g", "0"})
  void tripletsByIdAreLearntInTheirOrderWithTheirWeights(String sent) {
    withSent(
        sent,
        () -> {
          SorsSimilarity estimator = estimator().setFeedback(feedback());
          Dataset<Row> all = items(0, ITEMS);
          LabelledRows.assertSame(estimator.fit(all).toBilinear(), learnt(false));
          BilinearModel weighted = learnt(true);
          estimator.setWeightCol("weight");
          LabelledRows.assertSame(estimator.fit(all).toBilinear(), weighted);
          // queries that are no items
          LabelledRows.assertSame(
              estimator.setQueries(items(0, 4)).fit(items(4, ITEMS)).toBilinear(), weighted);
        });
  }

  @Test
  void anEncoderLearnsWeightsInSeveralPartitions() {
    SorsSimilarity estimator =
        new SorsSimilarity().setEncodingLength(4).setIdCol("id").setFeedback(feedback());
    Dataset<Row> all = items(0, ITEMS);
    estimator.setPartitions(2).setSlices(1);
    float[] plain = encoded(estimator.fit(all));
    estimator.setWeightCol("weight");
    List<float[]> weighted = new ArrayList<>();
    for (String sent : List.of("1g", "0")) {
      withSent(sent, () -> weighted.add(encoded(estimator.fit(all))));
    }
    assertThat(weighted.get(0)).isEqualTo(weighted.get(1)).isNotEqualTo(plain);
    assertThatThrownBy(
            () ->
                estimator()
                    .setFeedback(feedback())
                    .setWeightCol("weight")
                    .setPartitions(2)
                    .fit(all))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "weightCol: sors-2 takes weights in one partition, found partitions=2: leave partitions"
                + " out, or learn an encoder");
  }

  private float[] encoded(SorsSimilarityModel model) {
    return ((EncoderModel) model.toModel()).encodeQuery(normalized(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1g", "0"})
  void groupsByIdGiveTheTripletsOfTheLocalSampler(String sent) {
    GroupTripletSampler sampler = GroupTripletSampler.of(RowGroups.of(ITEMS, GROUPS), 7);
    OnlineBilinearLearner local = learner();
    TripletRows drawn = new TripletRows();
    for (int position = 0; position < 60; position++) {
      sampler.read(position, drawn);
      local.learn(
          new Triplet(
              normalized(drawn.query()),
              normalized(drawn.positive()),
              normalized(drawn.negative())));
    }
    SorsSimilarity estimator =
        estimator().setGroupCol("session").setFeedback(sessions()).setRounds(60).setSeed(7);
    withSent(
        sent,
        () ->
            LabelledRows.assertSame(estimator.fit(items(0, ITEMS)).toBilinear(), local.snapshot()));
  }

  /** The groups as a table, the last one first. */
  private static Dataset<Row> sessions() {
    List<Row> memberships = new ArrayList<>();
    for (int group = GROUPS.size() - 1; group >= 0; group--) {
      for (int item : GROUPS.get(group)) {
        memberships.add(RowFactory.create((long) group, id(item)));
      }
    }
    return SharedSpark.session()
        .createDataFrame(memberships, new StructType().add("session", "long").add("id", "string"));
  }

  @Test
  void groupsThatGiveNothingAreRefused() {
    Dataset<Row> sessions = sessions();
    SorsSimilarity estimator = estimator().setGroupCol("session").setFeedback(sessions);
    assertRefused(
        estimator.setQueries(items(0, 4)), items(0, ITEMS), "groups are of items, and have no");
    assertRefused(
        estimator.setQueries(null),
        items(3, ITEMS),
        "expected ids of the items in the feedback, found 3 unknown ids in 3 of 11 rows:"
            + " '00-item', '01-item', '02-item'; add these items");
    assertRefused(
        estimator.setFeedback(sessions.filter("session = 4")), items(0, ITEMS), "at least two");
  }

  private static void assertRefused(SorsSimilarity estimator, Dataset<Row> items, String message) {
    assertThatThrownBy(() -> estimator.fit(items))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void unknownIdsAreCountedAndNamed() {
    SorsSimilarity estimator = estimator().setFeedback(feedback());
    long unknown = triplets.stream().filter(triplet -> triplet[2] > 8 || triplet[1] > 4).count();
    assertRefused(
        estimator,
        items(0, 5).union(items(8, 9)),
        "expected ids of the items in the feedback, found 6 unknown ids in "
            + unknown
            + " of 40 rows: '05-item', '06-item', '07-item', '09-item', '10-item' and 1 more; add"
            + " these items, leave the rows out, or set handleInvalid to skip");
    List<String> log =
        logged(
            () ->
                assertThat(
                        estimator
                            .setHandleInvalid("skip")
                            .fit(items(0, 5).union(items(8, 9)))
                            .progress()
                            .rounds())
                    .isEqualTo(40 - unknown));
    assertThat(log)
        .contains(
            "WARNING: left out feedback about items that are not there: 6 unknown ids in "
                + unknown
                + " of 40 rows: '05-item', '06-item', '07-item', '09-item', '10-item' and 1 more");
    assertRefused(estimator, items(0, 4), "found none in 40 rows: compare its ids");
  }

  @Test
  void wrongItemsAreNamed() {
    SorsSimilarity estimator = estimator().setFeedback(feedback());
    Dataset<Row> good = items(0, ITEMS);
    List<Row> wrong = List.of(row("a", 1, 2, Float.NaN, 4, 5), row("b", 0, 0, 0, 0, 0));
    assertRefused(
        estimator,
        good.union(items(wrong)),
        "expected a vector to learn from for each of 14 items, found 2 without: 'a': expected finite"
            + " numbers, found NaN, 'b': expected a number other than 0, found none; correct them,"
            + " leave them out, or set handleInvalid to skip");
    assertRefused(
        estimator,
        good.union(items(List.of(row("short", 1, 2), row("long", 1, 2, 3, 4, 5, 6)))),
        "expected vectors of one length in column 'features', found 5 numbers in 12 of the items and"
            + " another length in 2: 'long': 6 numbers, 'short': 2 numbers; make all vectors");
    assertRefused(
        estimator,
        good.union(items(3, 5)).union(items(3, 4)),
        "expected every id once in column 'id' of the items, found 2 ids of several: '03-item': 3"
            + " times, '04-item': 2 times; keep one of each");
    assertRefused(
        estimator,
        good.union(items(List.of(row(null, 1, 2, 3, 4, 5)))),
        "found 1 without: expected an id, found null");
    assertRefused(
        estimator.setQueries(items(List.of(row(id(0), 1, 2)))),
        good,
        "expected queries and items with vectors of one length, found 2 and 5 numbers");
    estimator.setQueries(null).setHandleInvalid("skip");
    List<String> log =
        logged(
            () ->
                LabelledRows.assertSame(
                    estimator.fit(good.union(items(wrong))).toBilinear(), learnt(false)));
    assertThat(log)
        .contains("WARNING: left out 2 of 14 items: they have a null, or no vector to learn from");
  }

  @Test
  void wrongFeedbackIsNamed() {
    Dataset<Row> all = items(0, ITEMS);
    Dataset<Row> feedback = feedback();
    assertRefused(
        estimator().setFeedback(feedback.withColumnRenamed("positive", "near")),
        all,
        "expected column 'positive', found query, near, negative, weight");
    assertRefused(
        new SorsSimilarity().setFeedback(feedback), all, "names items by id, and idCol is not set");
    assertRefused(estimator().setFeedback(feedback.limit(0)), all, "found a table without rows");
    assertRefused(
        estimator().setFeedback(feedback.selectExpr("1L query", "positive", "negative")),
        all,
        "expected ids of the type that the items have, string, in column 'query' of the feedback,"
            + " found bigint: cast one of them");
    assertRefused(
        estimator().setFeedback(feedback.selectExpr("array(1.0) query", "positive", "negative")),
        all,
        "expected ids in column 'query' of the feedback, found vectors");
    assertRefused(
        estimator()
            .setFeedback(
                feedback.selectExpr("nullif(query, '01-item') query", "positive", "negative")),
        all,
        "expected no nulls in query, positive, negative, weight of the feedback, found some in");
    assertRefused(
        estimator().setWeightCol("positive").setFeedback(feedback),
        all,
        "expected numbers in column 'positive' of the feedback, found string");
    for (String weight : List.of("0", "-1", "1e7", "double('NaN')")) {
      assertRefused(
          estimator()
              .setWeightCol("w")
              .setFeedback(
                  feedback
                      .limit(2)
                      .selectExpr("query", "positive", "negative", "double(" + weight + ") w")),
          all,
          "expected weights above 0 and at most 1000000.0 in column 'w' of the feedback, found");
    }
    assertRefused(
        estimator(),
        all,
        "expected column 'label' with the labels of the items, found id, features");
  }

  @Test
  void allTripletsAreLearntUnlessANumberIsSet() {
    SorsSimilarity estimator =
        new SorsSimilarity().setEncodingLength(2).setSlices(1).setIdCol("id");
    Dataset<Row> all = items(0, ITEMS);
    Dataset<Row> feedback = feedback();
    List<String> log =
        logged(
            () -> {
              assertThat(rounds(estimator.setFeedback(feedback), all)).isEqualTo(40);
              assertThat(rounds(estimator.setRounds(20), all)).isEqualTo(20);
              assertThat(rounds(estimator.setFeedback(feedback.limit(15)), all)).isEqualTo(15);
            });
    assertThat(log)
        .containsExactly(
            "INFO: learning all 40 triplets",
            "WARNING: learning 20 of 40 triplets, as rounds says: leave it out to learn all",
            "WARNING: learning all 15 triplets once: there are fewer than rounds, 20");
  }

  @Test
  @Tag("full")
  void moreTripletsThanTheDefaultOfRoundsAreAllLearnt() {
    long more = new SorsSimilarity().getRounds() + 7;
    Dataset<Row> many =
        SharedSpark.session()
            .range(0, more, 1, 2)
            .selectExpr(
                "format_string('%02d-item', id % 3) query",
                "format_string('%02d-item', id % 3 + 3) positive",
                "format_string('%02d-item', id % 5 + 6) negative");
    SorsSimilarity estimator =
        new SorsSimilarity().setEncodingLength(2).setSlices(1).setIdCol("id").setFeedback(many);
    assertThat(rounds(estimator, items(0, ITEMS))).isEqualTo(more);
  }

  private static long rounds(SorsSimilarity estimator, Dataset<Row> items) {
    return estimator.fit(items).progress().rounds();
  }

  @Test
  void aTrainingThatWasStoppedContinuesWhetherVectorsAreSentOrFetched() {
    Dataset<Row> all = items(0, ITEMS);
    List<Integer> slices = new ArrayList<>();
    SorsSimilarity estimator =
        new SorsSimilarity()
            .setEncodingLength(4)
            .setIdCol("id")
            .setSlices(2)
            .setFeedback(feedback().limit(2))
            .setCheckpointDir(folder.resolve("checkpoints").toString())
            .setSliceListener(
                (slice, reached) -> {
                  slices.add(slice);
                  if (slices.size() == 1) {
                    throw new IllegalStateException("stopped");
                  }
                });
    withSent("0", () -> assertThatThrownBy(() -> estimator.fit(all)).hasMessage("stopped"));
    estimator.fit(all);
    assertThat(slices).containsExactly(1, 2);
  }

  @Test
  void modelsTakeArraysOfFloats() {
    SorsSimilarityModel model = estimator().setFeedback(feedback()).fit(items(0, ITEMS));
    BilinearModel local = learnt(false);
    Dataset<Row> pairs = items(0, 4).selectExpr("features", "features AS item").limit(3);
    List<Row> scored =
        model.setOutput("score").setOutputCol("score").transform(pairs).collectAsList();
    for (int item = 0; item < 3; item++) {
      assertThat(scored.get(item).<Double>getAs("score"))
          .isCloseTo(
              local.score(normalized(item), normalized(item)),
              org.assertj.core.data.Offset.offset(1e-9));
    }
    Row nearest =
        model
            .setOutput("neighbours")
            .setOutputCol("nearest")
            .setIdCol("id")
            .setK(2)
            .setItems(items(4, ITEMS))
            .transform(items(0, 1))
            .head();
    assertThat(nearest.<Row>getList(nearest.fieldIndex("nearest")))
        .extracting(row -> row.getString(0))
        .doesNotHaveDuplicates()
        .allMatch(found -> found.endsWith("-item"));
  }

  private static List<String> logged(Runnable action) {
    List<String> log = new ArrayList<>();
    Handler handler = collecting(log);
    Logger logger = Logger.getLogger(SorsSimilarity.class.getPackageName());
    logger.addHandler(handler);
    try {
      action.run();
    } finally {
      logger.removeHandler(handler);
    }
    return log;
  }

  private static Handler collecting(List<String> log) {
    return new Handler() {
      @Override
      public void publish(LogRecord logged) {
        log.add(
            logged.getLevel()
                + ": "
                + new MessageFormat(logged.getMessage(), Locale.ROOT)
                    .format(logged.getParameters()));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
