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
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * An endless sequence of triplets drawn from labelled rows.
 *
 * <p>The rows of a triplet depend only on the sizes of the classes, see {@link ClassPlaces}. If all
 * rows fit into a small part of a machine's memory, every machine gets them once, and tasks draw
 * their triplets by themselves. Otherwise the rows are fetched by position, three vectors per
 * triplet, so that no pairs of rows are ever formed. The triplets are the same in both cases, and
 * depend on the order of the rows, not on their partitions.
 */
public final class DrawnTriplets implements TripletFeed {

  private final JavaSparkContext context;
  private final JavaRDD<Labelled> labelled;
  private final ClassPlaces places;
  private final int parallelism;
  // one of the two is there
  private final Broadcast<PackedVectors> allRows;
  private final JavaPairRDD<Integer, ShippedVector> rowsByPlace;

  /**
   * Takes the first two columns of each row, the features and the label, in the order of the rows.
   */
  public DrawnTriplets(Dataset<Row> rows, ShippedNormalization normalization, long seed) {
    JavaRDD<Row> source = rows.javaRDD();
    context = new JavaSparkContext(source.context());
    parallelism = Math.max(1, source.getNumPartitions());
    labelled =
        source
            .map(row -> new Labelled(row.get(1), shipped(row.getAs(0), normalization)))
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
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
      places = new ClassPlaces(sizes, seed);
      if (SentRows.areFew(rows.sparkSession(), bytes)) {
        allRows = context.broadcast(collected(classNumbers, sizes));
        rowsByPlace = null;
      } else {
        allRows = null;
        rowsByPlace = distributed(classNumbers);
      }
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

  @Override
  public JavaSparkContext context() {
    return context;
  }

  @Override
  public long size() {
    return Long.MAX_VALUE;
  }

  @Override
  public TripletReader reader() {
    return allRows == null ? null : new Reader(places, allRows);
  }

  @Override
  public void release() {
    if (allRows == null) {
      rowsByPlace.unpersist(false);
    } else {
      // not destroyed: what is lost is computed again from it
      allRows.unpersist(false);
    }
  }

  /** Draws triplets from rows that are all there. */
  private static final class Reader implements TripletReader {

    private static final long serialVersionUID = 1;

    private final ClassPlaces sampler;
    private final Broadcast<PackedVectors> rows;

    Reader(ClassPlaces sampler, Broadcast<PackedVectors> rows) {
      this.sampler = sampler;
      this.rows = rows;
    }

    @Override
    public NumberedTriplet read(long number) {
      int[] drawn = sampler.places(number);
      PackedVectors vectors = rows.value();
      return new NumberedTriplet(
          number,
          new ShippedVector(vectors.vector(drawn[0])),
          new ShippedVector(vectors.vector(drawn[1])),
          new ShippedVector(vectors.vector(drawn[2])));
    }
  }

  /** The triplets of a share, one after the other. */
  private static final class Share implements Iterator<NumberedTriplet> {

    private final TripletReader reader;
    private final long end;
    private final int step;
    private long next;

    Share(TripletReader reader, long first, long end, int step) {
      this.reader = reader;
      this.next = first;
      this.end = end;
      this.step = step;
    }

    @Override
    public boolean hasNext() {
      return next < end;
    }

    @Override
    public NumberedTriplet next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      NumberedTriplet triplet = reader.read(next);
      next += step;
      return triplet;
    }
  }

  @Override
  public JavaRDD<NumberedTriplet> shares(long from, long to, int partitions) {
    TripletReader reader = reader();
    if (reader == null) {
      return TripletFeed.super.shares(from, to, partitions);
    }
    return context
        .parallelize(IntStream.range(0, partitions).boxed().toList(), partitions)
        .flatMap(
            part ->
                new Share(reader, from + Math.floorMod(part - from, partitions), to, partitions));
  }

  @Override
  public JavaRDD<NumberedTriplet> between(long from, long to) {
    if (allRows != null) {
      return shares(from, to, parallelism);
    }
    ClassPlaces sampler = places;
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
  private static final class Role implements Serializable {

    private static final long serialVersionUID = 1;

    private final int number;
    private final ShippedVector vector;

    Role(int number, ShippedVector vector) {
      this.number = number;
      this.vector = vector;
    }
  }

  /** Three requests for each triplet from one number to below another. */
  private static final class Requests implements Iterator<Tuple2<Integer, Long>> {

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
        throw new NoSuchElementException();
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
