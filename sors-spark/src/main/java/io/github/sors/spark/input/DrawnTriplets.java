package io.github.sors.spark.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * An endless sequence of triplets drawn from rows by their places.
 *
 * <p>If all rows fit into a small part of a machine's memory, every machine gets them once, and
 * tasks draw their triplets by themselves. Otherwise the rows are fetched by place, three vectors
 * per triplet, so that no pairs of rows are ever formed. The triplets are the same in both cases,
 * and depend on the order of the rows, not on their partitions.
 */
public final class DrawnTriplets implements TripletFeed {

  private final JavaSparkContext context;
  private final int parallelism;
  private final Broadcast<TripletPlaces> places;
  // one of the two is there
  private final Broadcast<PackedVectors> allRows;
  private final JavaPairRDD<Integer, ShippedVector> rowsByPlace;

  private DrawnTriplets(
      JavaSparkContext context,
      int parallelism,
      TripletPlaces places,
      PackedVectors allRows,
      JavaPairRDD<Integer, ShippedVector> rowsByPlace) {
    this.context = context;
    this.parallelism = parallelism;
    this.places = context.broadcast(places);
    this.allRows = allRows == null ? null : context.broadcast(allRows);
    this.rowsByPlace = rowsByPlace;
  }

  /** Triplets of rows that every machine gets. */
  static DrawnTriplets ofSent(
      JavaSparkContext context, int parallelism, TripletPlaces places, PackedVectors rows) {
    return new DrawnTriplets(context, parallelism, places, rows, null);
  }

  /** Triplets of rows that are fetched by their places. */
  static DrawnTriplets ofFetched(
      JavaSparkContext context,
      int parallelism,
      TripletPlaces places,
      JavaPairRDD<Integer, ShippedVector> rows) {
    return new DrawnTriplets(context, parallelism, places, null, rows);
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
    // not destroyed: what is lost is computed again from it
    places.unpersist(false);
    if (allRows == null) {
      rowsByPlace.unpersist(false);
    } else {
      allRows.unpersist(false);
    }
  }

  /** Draws triplets from rows that are all there. */
  private static final class Reader implements TripletReader {

    private static final long serialVersionUID = 1;

    private final Broadcast<TripletPlaces> sampler;
    private final Broadcast<PackedVectors> rows;

    Reader(Broadcast<TripletPlaces> sampler, Broadcast<PackedVectors> rows) {
      this.sampler = sampler;
      this.rows = rows;
    }

    @Override
    public NumberedTriplet read(long number) {
      int[] drawn = sampler.value().places(number);
      PackedVectors vectors = rows.value();
      return new NumberedTriplet(
          number,
          new ShippedVector(vectors.vector(drawn[0])),
          new ShippedVector(vectors.vector(drawn[1])),
          new ShippedVector(vectors.vector(drawn[2])),
          1);
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
    Broadcast<TripletPlaces> sampler = places;
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
                  return new Requests(sampler.value(), numbered._1(), end);
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
              return new NumberedTriplet(grouped._1(), vectors[0], vectors[1], vectors[2], 1);
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

    private final TripletPlaces sampler;
    private final long end;
    private long number;
    private int role;
    private int[] places;

    Requests(TripletPlaces sampler, long from, long end) {
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
