package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.spark.input.Columns;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/**
 * Makes feedback from a table of clicks, triplets of ids: the query (or the user), the item, and
 * whether the item was clicked, a boolean or a number that is positive for a click.
 *
 * <p>The query of a triplet is that of the table, its positive a clicked item. Its negative is, for
 * {@code negatives=shown}, an item that was shown for the same query and not clicked; for {@code
 * random}, an item of the table that the query has not clicked. Rows of the same query and item
 * count as one click if one of them is a click. A click without a negative gives no triplet.
 *
 * <p>All of it are joins and sorts; nothing is collected on the driver. Triplets and their order
 * are pseudorandom: they depend on the table's content and the seed, and not on its order or
 * partitions.
 */
public final class ClickTriplets extends Transformer implements DefaultParamsWritable {

  private static final long serialVersionUID = 1;

  /** Negatives are shown and not clicked. */
  public static final String SHOWN = "shown";

  /** Negatives are any items that are not clicked. */
  public static final String RANDOM = "random";

  // draws for a random negative until it was not clicked
  private static final int ATTEMPTS = 4;

  private static final String QUERY = "query";
  private static final String POSITIVE = "positive";
  private static final String NEGATIVE = "negative";

  private final String uid;
  private final Param<String> queryCol;
  private final Param<String> itemCol;
  private final Param<String> labelCol;
  private final Param<String> negatives;
  private final IntParam negativesPerClick;
  private final LongParam seed;

  public ClickTriplets() {
    this(Identifiable$.MODULE$.randomUID("clickTriplets"));
  }

  /** Creates a transformer with a uid, for readers. */
  public ClickTriplets(String uid) {
    this.uid = uid;
    queryCol = text("queryCol", "id of the query or user", "query");
    itemCol = text("itemCol", "id of the item that was shown", "item");
    labelCol = text("labelCol", "whether it was clicked: a boolean, or a number above 0", "label");
    negatives =
        new Param<>(
            this,
            "negatives",
            "shown or random: where negatives are drawn from",
            CheckedValue.oneOf("negatives", SHOWN, RANDOM));
    setDefault(negatives, SHOWN);
    negativesPerClick =
        new IntParam(
            this,
            "negativesPerClick",
            "how many triplets a click gives",
            CheckedValue.atLeast("negativesPerClick", 1));
    setDefault(negativesPerClick, 1);
    seed = new LongParam(this, "seed", "seed of the negatives and of the order");
    setDefault(seed, 1L);
  }

  private Param<String> text(String name, String doc, String value) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, value);
    return param;
  }

  /** The reader for Spark. */
  public static MLReader<ClickTriplets> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads what {@link #write} wrote. */
  public static ClickTriplets load(String path) {
    return read().load(path);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ClickTriplets copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public String toString() {
    return "ClickTriplets: uid=" + uid + ", negatives=" + getOrDefault(negatives);
  }

  /** The columns query, positive and negative, with ids: feedback of {@link SorsSimilarity}. */
  @Override
  public StructType transformSchema(StructType schema) {
    DataType item = Columns.require(schema, getOrDefault(itemCol)).dataType();
    DataType label = Columns.require(schema, getOrDefault(labelCol)).dataType();
    if (!(label instanceof BooleanType) && !(label instanceof NumericType)) {
      throw new InvalidInputException(
          "expected a boolean or a number in column '"
              + getOrDefault(labelCol)
              + "', found "
              + label.simpleString());
    }
    return new StructType()
        .add(QUERY, Columns.require(schema, getOrDefault(queryCol)).dataType())
        .add(POSITIVE, item)
        .add(NEGATIVE, item);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    Dataset<Row> shown = shown(dataset);
    Dataset<Row> clicks =
        shown
            .filter("clicked")
            .select(
                functions.col("query"),
                functions.col("item"),
                functions
                    .explode(
                        functions.sequence(
                            functions.lit(0),
                            functions.lit((Integer) getOrDefault(negativesPerClick) - 1)))
                    .as("draw"));
    Dataset<Row> drawn =
        getOrDefault(negatives).equals(SHOWN) ? ofShown(clicks, shown) : ofAll(clicks, shown);
    Dataset<Row> ordered =
        drawn.orderBy(
            hash("query", "item", "draw"),
            functions.col("query"),
            functions.col("item"),
            functions.col("draw"));
    return ordered.select(
        functions.col("query").as(QUERY),
        functions.col("item").as(POSITIVE),
        functions.col("drawn").cast(schema.apply(NEGATIVE).dataType()).as(NEGATIVE));
  }

  /** Each pair of query and item once, with whether it was clicked. */
  private Dataset<Row> shown(Dataset<?> dataset) {
    Column label = Columns.column(getOrDefault(labelCol));
    boolean isFlag =
        dataset.schema().apply(getOrDefault(labelCol)).dataType() instanceof BooleanType;
    return dataset
        .toDF()
        .select(
            Columns.column(getOrDefault(queryCol)).as("query"),
            Columns.column(getOrDefault(itemCol)).as("item"),
            (isFlag ? label : label.gt(0)).as("clicked"))
        .na()
        .drop()
        .groupBy("query", "item")
        .agg(functions.max("clicked").as("clicked"));
  }

  private Column hash(String... columns) {
    Column[] all = new Column[columns.length + 1];
    all[0] = functions.lit((Long) getOrDefault(seed));
    for (int c = 0; c < columns.length; c++) {
      all[c + 1] = functions.col(columns[c]);
    }
    return functions.xxhash64(all);
  }

  /** Draws by number from the items that were shown for the same query and not clicked. */
  private Dataset<Row> ofShown(Dataset<Row> clicks, Dataset<Row> shown) {
    Dataset<Row> ignored =
        shown
            .filter("not clicked")
            .select(
                functions.col("query").as("shownFor"),
                functions.col("item").as("drawn"),
                functions
                    .row_number()
                    .over(Window.partitionBy("query").orderBy(functions.col("item")))
                    .cast("long")
                    .as("number"));
    Dataset<Row> counts =
        shown
            .filter("not clicked")
            .groupBy(functions.col("query").as("countedFor"))
            .agg(functions.count("*").as("choices"));
    Column number =
        functions
            .pmod(hash("query", "item", "draw"), functions.col("choices"))
            .plus(functions.lit(1));
    return clicks
        .join(counts, functions.col("query").equalTo(functions.col("countedFor")))
        .withColumn("wanted", number)
        .join(
            ignored,
            functions
                .col("query")
                .equalTo(functions.col("shownFor"))
                .and(functions.col("wanted").equalTo(functions.col("number"))));
  }

  /** Draws by number from all items, a few times, and takes the first that was not clicked. */
  private Dataset<Row> ofAll(Dataset<Row> clicks, Dataset<Row> shown) {
    Dataset<Row> distinct = shown.select("item").distinct().orderBy("item");
    StructType schema =
        new StructType()
            .add("drawn", distinct.schema().apply(0).dataType())
            .add("number", DataTypes.LongType);
    Dataset<Row> numbered =
        shown
            .sparkSession()
            .createDataFrame(
                distinct
                    .javaRDD()
                    .zipWithIndex()
                    .map(row -> RowFactory.create(row._1().get(0), row._2())),
                schema);
    Dataset<Row> count = numbered.agg(functions.count("*").as("choices"));
    Dataset<Row> clicked =
        shown
            .filter("clicked")
            .select(
                functions.col("query").as("clickedFor"), functions.col("item").as("clickedItem"));
    return clicks
        .withColumn(
            "attempt",
            functions.explode(functions.sequence(functions.lit(0), functions.lit(ATTEMPTS - 1))))
        .crossJoin(functions.broadcast(count))
        .withColumn(
            "wanted",
            functions.pmod(hash("query", "item", "draw", "attempt"), functions.col("choices")))
        .join(numbered, functions.col("wanted").equalTo(functions.col("number")))
        .join(
            clicked,
            functions
                .col("query")
                .equalTo(functions.col("clickedFor"))
                .and(functions.col("drawn").equalTo(functions.col("clickedItem"))),
            "left_anti")
        .groupBy("query", "item", "draw")
        .agg(functions.min_by(functions.col("drawn"), functions.col("attempt")).as("drawn"));
  }

  public Param<String> queryCol() {
    return queryCol;
  }

  public ClickTriplets setQueryCol(String value) {
    set(queryCol, value);
    return this;
  }

  public Param<String> itemCol() {
    return itemCol;
  }

  public ClickTriplets setItemCol(String value) {
    set(itemCol, value);
    return this;
  }

  public Param<String> labelCol() {
    return labelCol;
  }

  public ClickTriplets setLabelCol(String value) {
    set(labelCol, value);
    return this;
  }

  public Param<String> negatives() {
    return negatives;
  }

  public ClickTriplets setNegatives(String value) {
    set(negatives, value);
    return this;
  }

  public IntParam negativesPerClick() {
    return negativesPerClick;
  }

  public ClickTriplets setNegativesPerClick(int value) {
    set(negativesPerClick, value);
    return this;
  }

  public LongParam seed() {
    return seed;
  }

  public ClickTriplets setSeed(long value) {
    set(seed, value);
    return this;
  }
}
