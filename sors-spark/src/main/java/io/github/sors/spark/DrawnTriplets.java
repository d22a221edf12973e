package io.github.sors.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * An endless sequence of triplets drawn from labelled rows.
 *
 * <p>The rows of a triplet depend only on the sizes of the classes, see {@link ClassPlaces}. They
 * are fetched by position, three vectors per triplet, so that no pairs of rows are ever formed. The
 * triplets depend on the order of the rows, not on their partitions.
 */
final class DrawnTriplets implements TripletFeed {

  private final JavaPairRDD<Integer, ShippedVector> rowsByPlace;
  private final ClassPlaces places;
  private final int parallelism;

  /**
   * Takes the first two columns of each row, the features and the label, in the order of the rows.
   */
  DrawnTriplets(Dataset<Row> rows, ShippedNormalization normalization, long seed) {
    List<Row> classes =
        new ArrayList<>(rows.groupBy(Columns.column(rows.columns()[1])).count().collectAsList());
    classes.sort(
        Comparator.comparing((Row row) -> row.getLong(1) == 1).thenComparing(ByLabel.ORDER));
    Map<Object, Integer> classNumbers = new HashMap<>();
    long[] sizes = new long[classes.size()];
    for (int c = 0; c < sizes.length; c++) {
      classNumbers.put(classes.get(c).get(0), c);
      sizes[c] = classes.get(c).getLong(1);
    }
    places = new ClassPlaces(sizes, seed);
    JavaRDD<Row> ordered = rows.javaRDD();
    parallelism = Math.max(1, ordered.getNumPartitions());
    // class and row packed into one number, so that sorting gives the positions
    rowsByPlace =
        ordered
            .zipWithIndex()
            .mapToPair(
                numbered -> {
                  long classNumber = classNumbers.get(numbered._1().get(1));
                  Vector features = numbered._1().getAs(0);
                  return new Tuple2<>(
                      (classNumber << 32) | numbered._2(),
                      new ShippedVector(normalization.apply(features)));
                })
            .sortByKey(true, parallelism)
            .values()
            .zipWithIndex()
            .mapToPair(placed -> new Tuple2<>((int) (long) placed._2(), placed._1()))
            .partitionBy(new HashPartitioner(parallelism))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    // computed now, so that the input need not be cached any longer
    rowsByPlace.count();
  }

  /** Orders labels like Spark: numbers by value, everything else by text. */
  private static final class ByLabel implements Comparator<Row> {

    static final ByLabel ORDER = new ByLabel();

    @Override
    public int compare(Row one, Row other) {
      if (one.get(0) instanceof Number left && other.get(0) instanceof Number right) {
        return Double.compare(left.doubleValue(), right.doubleValue());
      }
      return one.get(0).toString().compareTo(other.get(0).toString());
    }
  }

  @Override
  public long size() {
    return Long.MAX_VALUE;
  }

  @Override
  public void release() {
    rowsByPlace.unpersist(false);
  }

  @Override
  public JavaRDD<NumberedTriplet> between(long from, long to) {
    ClassPlaces sampler = places;
    JavaSparkContext context = new JavaSparkContext(rowsByPlace.context());
    int parts = parallelism;
    List<Long> starts = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      starts.add(from + (to - from) * part / parts);
    }
    // a request for each vector of each triplet: the place, and three times the number plus the
    // role
    JavaPairRDD<Integer, Long> requests =
        context
            .parallelize(starts, parts)
            .zipWithIndex()
            .flatMapToPair(
                numbered -> {
                  long end = from + (to - from) * (numbered._2() + 1) / parts;
                  return new Requests(sampler, numbered._1(), end);
                });
    return requests
        .join(rowsByPlace)
        .mapToPair(
            found ->
                new Tuple2<>(
                    found._2()._1() / 3, new Role((int) (found._2()._1() % 3), found._2()._2())))
        .groupByKey(parts)
        .map(
            grouped -> {
              ShippedVector[] vectors = new ShippedVector[3];
              grouped._2().forEach(role -> vectors[role.number] = role.vector);
              return new NumberedTriplet(grouped._1(), vectors[0], vectors[1], vectors[2]);
            });
  }

  /** A vector that was found for a triplet. */
  private static final class Role implements java.io.Serializable {

    private static final long serialVersionUID = 1;

    private final int number;
    private final ShippedVector vector;

    Role(int number, ShippedVector vector) {
      this.number = number;
      this.vector = vector;
    }
  }

  /** Three requests for each triplet from one number to below another. */
  private static final class Requests implements java.util.Iterator<Tuple2<Integer, Long>> {

    private final ClassPlaces sampler;
    private final long end;
    private long number;
    private int role;
    private int[] places;

    Requests(ClassPlaces sampler, long from, long end) {
      this.sampler = sampler;
      this.number = from;
      this.end = end;
    }

    @Override
    public boolean hasNext() {
      return number < end;
    }

    @Override
    public Tuple2<Integer, Long> next() {
      if (!hasNext()) {
        throw new java.util.NoSuchElementException();
      }
      if (role == 0) {
        places = sampler.places(number);
      }
      Tuple2<Integer, Long> request = new Tuple2<>(places[role], 3 * number + role);
      role = (role + 1) % 3;
      number += role == 0 ? 1 : 0;
      return request;
    }
  }
}
