package io.github.sors.spark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.spark.SharedSpark;
import io.github.sors.spark.SorsSimilarity;
import io.github.sors.spark.SorsSimilarityModel;
import io.github.sors.spark.input.SparkData;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors of 10⁸ dimensions: no array of that length is ever allocated. */
class HugeDimensionTest {

  private static final int DIMENSION = 100_000_000;
  private static final SparseVector QUERY =
      SparseVector.of(new int[] {3, 50_000_000, DIMENSION - 1}, new float[] {1, 2, 3});

  private static ModelHeader header() {
    ModelHeader header = new ModelHeader();
    header.setQueryDimension(DIMENSION);
    header.setItemDimension(DIMENSION);
    header.setUntouchedDiagonal(1);
    return header;
  }

  private static ModelRow row(int feature, int[] columns, float... values) {
    ModelRow row = new ModelRow();
    row.setRow(feature);
    row.setColumns(columns);
    row.setValues(values);
    return row;
  }

  /** Runs something and checks how much memory it has allocated, garbage included. */
  private static void assertSmall(Runnable action) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    // loads classes
    action.run();
    long before = threads.getThreadAllocatedBytes(thread);
    action.run();
    assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(DIMENSION / 8);
  }

  @Test
  void aMatrixExpandsAndScoresInSmallMemory() {
    ExpansionTable table =
        new ExpansionTable(header(), List.of(row(3, new int[] {3, 70_000_000}, 0.5f, 4)));
    assertSmall(
        () -> {
          Vector expansion = table.expand(QUERY);
          assertThat(expansion)
              .isEqualTo(
                  Vectors.sparse(
                      DIMENSION,
                      new int[] {3, 50_000_000, 70_000_000, DIMENSION - 1},
                      new double[] {0.5, 2, 4, 3}));
          assertThat(table.score(QUERY, QUERY)).isEqualTo(0.5 + 4 + 9);
          assertThat(BulkRanking.expansion(expansion).score(QUERY)).isEqualTo(0.5 + 4 + 9);
        });
  }

  @Test
  void anEncoderEncodesAndScoresInSmallMemory() {
    ModelHeader header = header();
    header.setEncodingLength(2);
    header.setEncoderSeed(1L);
    EncoderTable table = new EncoderTable(header, List.of(row(3, new int[0], 0.6f, 0.8f)));
    assertSmall(
        () -> {
          SparseVector known = SparseVector.of(new int[] {3}, new float[] {7});
          assertThat(table.encode(known)).containsExactly(0.6f, 0.8f);
          assertThat(table.expand(QUERY).size()).isEqualTo(2);
          assertThat(table.score(QUERY, QUERY)).isBetween(0.99999, 1.00001);
        });
  }

  @ParameterizedTest
  @CsvSource({"encoder, 1048576", "adasors-2, 0"})
  void isLearntAndSearched(String algorithm, long broadcastEntries) {
    List<Row> list = new ArrayList<>();
    for (int row = 0; row < 12; row++) {
      int label = row % 2;
      // features that are far apart, some of them of the class
      int[] indices = {label * 1000 + row / 4, 50_000_000 + row, DIMENSION - 10 + label};
      list.add(
          RowFactory.create(
              (long) row, label, Vectors.sparse(DIMENSION, indices, new double[] {1, 0.5, 0.3})));
    }
    Dataset<Row> rows =
        SharedSpark.session().createDataFrame(list, SparkData.SCHEMA).repartition(1);
    SorsSimilarity estimator =
        new SorsSimilarity().setAlgorithm(algorithm).setRounds(40).setPartitions(2).setSlices(1);
    if (!algorithm.equals("encoder")) {
      // the diagonal of the identity would have an entry per dimension
      estimator.setInit("zero");
    }
    SorsSimilarityModel model =
        estimator
            .fit(rows)
            .setBroadcastEntries(broadcastEntries)
            .setOutput(SorsSimilarityModel.NEIGHBOURS)
            .setOutputCol("nearest")
            .setK(2)
            .setItems(rows);
    Row searched = model.transform(rows).head();
    assertThat(searched.<Row>getList(searched.fieldIndex("nearest"))).hasSize(2);
    model.release();
  }

  @Test
  void aMatrixThatAFileCannotHoldIsRefusedWithTheWayOut() {
    ExpansionTable.requireFits(Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> ExpansionTable.requireFits(Integer.MAX_VALUE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at most 2,147,483,639 entries")
        .hasMessageContaining("write().save");
  }
}
