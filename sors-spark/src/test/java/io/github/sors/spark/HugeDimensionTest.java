package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.github.sors.InvalidInputException;
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
  // of the smallest array with an element per dimension that would be of any use
  private static final long BYTES = 4L * DIMENSION;

  private static Dataset<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int row = 0; row < 24; row++) {
      int label = row % 2;
      // features that are far apart, some of them of the class
      int[] indices = {label * 1000 + row / 4, 50_000_000 + row, DIMENSION - 10 + label};
      rows.add(
          RowFactory.create(
              (long) row, label, Vectors.sparse(DIMENSION, indices, new double[] {1, 0.5, 0.3})));
    }
    return SharedSpark.session().createDataFrame(rows, SparkData.SCHEMA).repartition(1);
  }

  private static long allocated() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"encoder, 1048576", "encoder, 0", "adasors-2, 33554432", "adasors-2, 0"})
  void isLearntAppliedAndMeasuredInSmallMemory(String algorithm, long broadcastEntries) {
    Dataset<Row> rows = rows();
    long before = allocated();
    SorsSimilarity estimator = new SorsSimilarity().setAlgorithm(algorithm).setIterations(60);
    if (!algorithm.equals("encoder")) {
      // so that only the rows that were learnt have entries
      estimator.setInit("zero");
    } else {
      estimator.setEncodingLength(16);
    }
    SorsSimilarityModel model =
        estimator.setPartitions(2).setSlices(1).fit(rows).setBroadcastEntries(broadcastEntries);

    Dataset<Row> expanded = model.transform(rows);
    Vector expansion = expanded.head().getAs("similarity");
    assertThat(expansion.size()).isEqualTo(algorithm.equals("encoder") ? 16 : DIMENSION);
    assertThat(new SimilarityEvaluator().evaluate(expanded)).isBetween(0.4, 1.0);
    model.setOutput(SorsSimilarityModel.SCORE).setOutputCol("score");
    Row pair = model.transform(rows.withColumn("item", rows.col("features"))).head();
    assertThat(pair.<Double>getAs("score")).isPositive();
    model.setOutput(SorsSimilarityModel.NEIGHBOURS).setOutputCol("nearest").setK(2).setItems(rows);
    Row searched = model.transform(rows).head();
    assertThat(searched.<Row>getList(searched.fieldIndex("nearest"))).hasSize(2);
    model.release();

    assertThat(allocated() - before).as("bytes allocated by all threads").isLessThan(BYTES);
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
