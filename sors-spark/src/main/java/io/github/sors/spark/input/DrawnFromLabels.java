package io.github.sors.spark.input;

import io.github.sors.SparseVector;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Draws triplets from rows with labels: those that {@link
 * io.github.sors.data.triplet.TripletSampler} draws.
 *
 * <p>The rows of a triplet depend only on the sizes of the classes, see {@link ClassPlaces}.
 */
public final class DrawnFromLabels {

  private final JavaRDD<Labelled> labelled;
  private final int parallelism;

  private DrawnFromLabels(JavaRDD<Row> source, ShippedNormalization normalization) {
    labelled =
        source
            .map(row -> new Labelled(row.get(1), shipped(row.getAs(0), normalization)))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    parallelism = Math.max(1, source.getNumPartitions());
  }

  /**
   * Makes a feed of the first two columns of each row, the features and the label, in the order of
   * the rows.
   *
   * @throws io.github.sors.InvalidInputException if they give no triplet
   */
  public static DrawnTriplets feed(
      Dataset<Row> rows, ShippedNormalization normalization, long seed) {
    JavaRDD<Row> source = rows.javaRDD();
    JavaSparkContext context = new JavaSparkContext(source.context());
    return new DrawnFromLabels(source, normalization).feed(rows.sparkSession(), context, seed);
  }

  private DrawnTriplets feed(SparkSession session, JavaSparkContext context, long seed) {
    try {
      Map<Object, Long> counts = new HashMap<>();
      long bytes = 0;
      for (Census part : labelled.mapPartitions(Census::of).collect()) {
        part.counts.forEach((label, count) -> counts.merge(label, count, Long::sum));
        bytes += part.bytes;
      }
      List<Object> classes = new ArrayList<>(counts.keySet());
      classes.sort(
          Comparator.comparing((Object label) -> counts.get(label) == 1)
              .thenComparing(ByLabel.ORDER));
      HashMap<Object, Integer> classNumbers = new HashMap<>();
      long[] sizes = new long[classes.size()];
      for (int c = 0; c < sizes.length; c++) {
        classNumbers.put(classes.get(c), c);
        sizes[c] = counts.get(classes.get(c));
      }
      ClassPlaces places = new ClassPlaces(sizes, seed);
      return SentRows.areFew(session, bytes)
          ? DrawnTriplets.ofSent(context, parallelism, places, collected(classNumbers, sizes))
          : DrawnTriplets.ofFetched(context, parallelism, places, distributed(classNumbers));
    } finally {
      labelled.unpersist(false);
    }
  }

  private static ShippedVector shipped(Vector vector, ShippedNormalization normalization) {
    return new ShippedVector(normalization.apply(vector));
  }

  /** All rows by their places. */
  private PackedVectors collected(Map<Object, Integer> classNumbers, long[] sizes) {
    List<Tuple2<PackedVectors, int[]>> parts =
        labelled.mapPartitions(part -> pack(part, classNumbers)).collect();
    PackedVectors inOrder = PackedVectors.joined(parts.stream().map(Tuple2::_1).toList());
    int[] next = new int[sizes.length];
    for (int c = 1; c < next.length; c++) {
      next[c] = next[c - 1] + (int) sizes[c - 1];
    }
    int[] rowAt = new int[inOrder.size()];
    int row = 0;
    for (Tuple2<PackedVectors, int[]> part : parts) {
      for (int classNumber : part._2()) {
        rowAt[next[classNumber]++] = row++;
      }
    }
    return PackedVectors.of(Arrays.stream(rowAt).mapToObj(inOrder::vector).iterator());
  }

  private static Iterator<Tuple2<PackedVectors, int[]>> pack(
      Iterator<Labelled> part, Map<Object, Integer> classNumbers) {
    List<SparseVector> vectors = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    part.forEachRemaining(
        row -> {
          vectors.add(row.vector.vector());
          numbers.add(classNumbers.get(row.label));
        });
    return List.of(
            new Tuple2<>(
                PackedVectors.of(vectors.iterator()),
                numbers.stream().mapToInt(Integer::intValue).toArray()))
        .iterator();
  }

  /** The rows by their places, over all machines. */
  private JavaPairRDD<Integer, ShippedVector> distributed(Map<Object, Integer> classNumbers) {
    JavaPairRDD<Integer, ShippedVector> placed =
        labelled
            .zipWithIndex()
            // class and row packed into one number, so that sorting gives the positions
            .mapToPair(
                numbered -> {
                  long classNumber = classNumbers.get(numbered._1().label);
                  return new Tuple2<>((classNumber << 32) | numbered._2(), numbered._1().vector);
                })
            .sortByKey(true, parallelism)
            .values()
            .zipWithIndex()
            .mapToPair(row -> new Tuple2<>((int) (long) row._2(), row._1()))
            .partitionBy(new HashPartitioner(parallelism))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    // computed now, so that the input need not be cached any longer
    placed.count();
    return placed;
  }

  /** A row of the input. */
  private static final class Labelled implements Serializable {

    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // values of Spark's columns are serializable
    private final Object label;

    private final ShippedVector vector;

    Labelled(Object label, ShippedVector vector) {
      this.label = label;
      this.vector = vector;
    }
  }

  /** The sizes of the classes of a partition, and the memory of its vectors. */
  private static final class Census implements Serializable {

    private static final long serialVersionUID = 1;

    private final HashMap<Object, Long> counts = new HashMap<>();
    private long bytes;

    static Iterator<Census> of(Iterator<Labelled> rows) {
      Census census = new Census();
      rows.forEachRemaining(
          row -> {
            census.counts.merge(row.label, 1L, Long::sum);
            census.bytes += 8L * row.vector.size() + 4;
          });
      return List.of(census).iterator();
    }
  }

  /** Orders labels like Spark: numbers by value, everything else by text. */
  private enum ByLabel implements Comparator<Object> {
    ORDER;

    @Override
    public int compare(Object one, Object other) {
      if (one instanceof Number left && other instanceof Number right) {
        return Double.compare(left.doubleValue(), right.doubleValue());
      }
      return one.toString().compareTo(other.toString());
    }
  }
}
