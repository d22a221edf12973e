package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.spark.input.FeatureColumns;
import io.github.sors.spark.model.BulkRanking;
import java.util.Arrays;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The params of {@link SorsSimilarityModel}: their defaults and checks, and their methods. */
abstract class SorsSimilarityModelParams extends Model<SorsSimilarityModel>
    implements SimilarityColumns {

  private static final long serialVersionUID = 1;

  private static final long DEFAULT_BROADCAST_ENTRIES = 1L << 25;

  private final String uid;
  private final Param<String> featuresCol;
  private final Param<String> indicesCol;
  private final Param<String> handleInvalid;
  private final Param<String> itemCol;
  private final Param<String> outputCol;
  private final Param<String> output;
  private final Param<String> idCol;
  private final IntParam k;
  private final LongParam broadcastEntries;

  SorsSimilarityModelParams(String uid) {
    this.uid = uid;
    indicesCol =
        text("indicesCol", "indices of the vectors, if featuresCol has their values alone", "");
    handleInvalid = SimilarityColumns.handleInvalidParam(this);
    setDefault(handleInvalid, ERROR);
    featuresCol = text("featuresCol", "vectors that are the queries", "features");
    itemCol = text("itemCol", "vectors that are scored for those in featuresCol", "item");
    outputCol = text("outputCol", "output column", "similarity");
    output = outputParam(this);
    setDefault(output, SorsSimilarityModel.EXPANSION);
    idCol = text("idCol", "id of the items among the neighbours; their number if empty", "");
    k = new IntParam(this, "k", "how many neighbours", CheckedValue.atLeast("k", 1));
    setDefault(k, 10);
    broadcastEntries =
        new LongParam(
            this,
            "broadcastEntries",
            "models with more entries are joined, not broadcast",
            CheckedValue.atLeast("broadcastEntries", 0));
    setDefault(broadcastEntries, DEFAULT_BROADCAST_ENTRIES);
  }

  /** The param for the output of a model, which its estimator copies. */
  static Param<String> outputParam(Params stage) {
    return new Param<>(
        stage,
        "output",
        "expansion, score or neighbours",
        CheckedValue.oneOf(
            "output",
            SorsSimilarityModel.EXPANSION,
            SorsSimilarityModel.SCORE,
            SorsSimilarityModel.NEIGHBOURS));
  }

  private Param<String> text(String name, String doc, String value) {
    Param<String> param = new Param<>(this, name, doc);
    setDefault(param, value);
    return param;
  }

  @Override
  public String uid() {
    return uid;
  }

  private SorsSimilarityModel self() {
    return (SorsSimilarityModel) this;
  }

  @Override
  public Param<String> featuresCol() {
    return featuresCol;
  }

  @Override
  public Param<String> indicesCol() {
    return indicesCol;
  }

  @Override
  public Param<String> handleInvalid() {
    return handleInvalid;
  }

  @Override
  public Param<String> itemCol() {
    return itemCol;
  }

  @Override
  public Param<String> outputCol() {
    return outputCol;
  }

  @Override
  public Param<String> output() {
    return output;
  }

  public Param<String> idCol() {
    return idCol;
  }

  public IntParam k() {
    return k;
  }

  public LongParam broadcastEntries() {
    return broadcastEntries;
  }

  public SorsSimilarityModel setFeaturesCol(String value) {
    set(featuresCol, value);
    return self();
  }

  public SorsSimilarityModel setIndicesCol(String value) {
    set(indicesCol, value);
    return self();
  }

  public SorsSimilarityModel setHandleInvalid(String value) {
    set(handleInvalid, value);
    return self();
  }

  public SorsSimilarityModel setItemCol(String value) {
    set(itemCol, value);
    return self();
  }

  public SorsSimilarityModel setOutputCol(String value) {
    set(outputCol, value);
    return self();
  }

  public SorsSimilarityModel setOutput(String value) {
    set(output, value);
    return self();
  }

  public SorsSimilarityModel setIdCol(String value) {
    set(idCol, value);
    return self();
  }

  public SorsSimilarityModel setK(int value) {
    set(k, value);
    return self();
  }

  public SorsSimilarityModel setBroadcastEntries(long value) {
    set(broadcastEntries, value);
    return self();
  }

  /** The schema with the column that a model adds. */
  static StructType withOutput(StructType schema, SimilarityColumns columns) {
    FeatureColumns.of(schema, columns.getFeaturesCol(), columns.getIndicesCol(), false);
    String name = columns.getOutputCol();
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new InvalidInputException(
          "column '" + name + "' exists already: set another outputCol");
    }
    DataType type =
        switch (columns.getOutput()) {
          case SorsSimilarityModel.EXPANSION -> SQLDataTypes.VectorType();
          case SorsSimilarityModel.SCORE -> DataTypes.DoubleType;
          case SorsSimilarityModel.NEIGHBOURS -> BulkRanking.NEIGHBOURS;
          default ->
              throw new InvalidInputException(
                  "expected output expansion, score or neighbours, found '"
                      + columns.getOutput()
                      + "'");
        };
    return schema.add(name, type);
  }
}
