package io.github.sors.spark.model;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.RandomStart;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowList;
import io.github.sors.encoder.row.RowSource;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.learn.InitialRows;
import io.github.sors.spark.input.SparkVectors;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;

/**
 * Rows of an encoder by feature, for encoding vectors inside a task. Memory grows with the rows,
 * not with the dimension; other features have the random row that they started from.
 */
public final class EncoderTable implements RowSource, RowTable {

  private static final long serialVersionUID = 1;

  private final int k;
  private final long seed;
  // ascending
  private final int[] features;
  // as in a model
  private final float[][] blocks;
  private transient RowLayout layout;
  private transient RandomStart start;

  /** Creates a table of rows in any order. */
  public EncoderTable(ModelHeader header, List<ModelRow> rows) {
    ModelRow[] sorted = rows.toArray(ModelRow[]::new);
    Arrays.sort(sorted, Comparator.comparingInt(ModelRow::getRow));
    k = header.getEncodingLength();
    seed = header.getEncoderSeed();
    features = new int[sorted.length];
    layout = RowLayout.of(k);
    blocks = new float[RowLayout.blocks(sorted.length)][layout.blockLength()];
    for (int row = 0; row < sorted.length; row++) {
      features[row] = sorted[row].getRow();
      layout.write(sorted[row].getValues(), 0, blocks[row / RowLayout.ROWS], row);
    }
  }

  @Override
  public void locate(RowList list) {
    for (int k = 0; k < list.size(); k++) {
      list.rows()[k] = Arrays.binarySearch(features, list.features()[k]);
    }
    list.place(blocks, start());
  }

  private RowLayout layout() {
    if (layout == null) {
      layout = RowLayout.of(k);
    }
    return layout;
  }

  private RandomStart start() {
    if (start == null) {
      start = new RandomStart(seed, 0, k);
    }
    return start;
  }

  /** e(x): a vector of length 1, or zeros. */
  float[] encode(SparseVector vector) {
    RowList rows = new RowList(layout());
    rows.locate(vector, this);
    float[] encoding = new float[k];
    rows.encode(encoding, 0);
    return encoding;
  }

  @Override
  public Vector expand(SparseVector vector) {
    return SparkVectors.dense(encode(vector));
  }

  @Override
  public double score(SparseVector query, SparseVector item) {
    return Slabs.dot(encode(query), encode(item), k);
  }

  /** All rows as a model of {@code sors-core}. */
  public EncoderModel toModel(int dimension) {
    EncodingTable table =
        new EncodingTable(
            layout(), dimension, FeatureNumbering.of(features, dimension), blocks, start());
    return EncoderModel.of(table, table);
  }

  /** The rows of a model, as beans of which none is empty. */
  public static List<ModelRow> rowsOf(EncoderModel model) {
    if (!model.isShared()) {
      throw new InvalidInputException(
          "expected an encoder whose queries and items have the same features, found one with"
              + " separate features: use 'sors evaluate' and 'sors search'");
    }
    if (InitialRows.of(model.queryTable().start()) != InitialRows.RANDOM) {
      throw new InvalidInputException(
          "expected an encoder that started from random rows, found one that started as the"
              + " identity: use 'sors evaluate' and 'sors search'");
    }
    return Arrays.stream(model.queryTable().features())
        .mapToObj(
            feature -> {
              ModelRow row = new ModelRow();
              row.setRow(feature);
              row.setColumns(new int[0]);
              row.setValues(model.queryRow(feature));
              return row;
            })
        .toList();
  }
}
