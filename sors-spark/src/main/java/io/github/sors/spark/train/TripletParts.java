package io.github.sors.spark.train;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.spark.input.NumberedTriplet;
import io.github.sors.spark.input.ShippedVector;
import io.github.sors.spark.input.TripletReader;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** The parts of a slice's triplets that belong to one block of rows, in the order of learning. */
interface TripletParts extends Serializable {

  /** The parts of the triplets from one number to another, exclusive. */
  Iterator<Part> between(long from, long to);

  /** Parts that were sent to the block. */
  static TripletParts of(Iterator<Part> parts) {
    List<Part> list = new ArrayList<>();
    parts.forEachRemaining(list::add);
    list.sort(Comparator.comparingLong(part -> part.number));
    return new Sent(list.toArray(Part[]::new));
  }

  /** Parts that the block reads by itself. */
  static TripletParts read(TripletReader reader, int block, int blocks) {
    return new Read(reader, block, blocks);
  }

  /** Splits a triplet by the blocks that have the rows of its query's features. */
  static List<Part> split(NumberedTriplet triplet, int blocks) {
    SparseVector difference = triplet.difference();
    List<Part> parts = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      Part part = Part.of(triplet, difference, block, blocks);
      if (part.positions.length > 0) {
        parts.add(part);
      }
    }
    return parts;
  }

  /** Parts in an array. */
  final class Sent implements TripletParts {

    private static final long serialVersionUID = 1;

    private final Part[] parts;

    private Sent(Part[] parts) {
      this.parts = parts;
    }

    @Override
    public Iterator<Part> between(long from, long to) {
      return Arrays.asList(parts).subList(lowerBound(from), lowerBound(to)).iterator();
    }

    private int lowerBound(long number) {
      int start = 0;
      int end = parts.length;
      while (start < end) {
        int middle = (start + end) >>> 1;
        if (parts[middle].number < number) {
          start = middle + 1;
        } else {
          end = middle;
        }
      }
      return start;
    }
  }

  /** Parts that are made when they are needed; empty ones are not left out. */
  record Read(TripletReader reader, int block, int blocks) implements TripletParts {

    @Override
    public Iterator<Part> between(long from, long to) {
      return java.util.stream.LongStream.range(from, to)
          .mapToObj(
              number -> {
                NumberedTriplet triplet = reader.read(number);
                return Part.of(triplet, triplet.difference(), block, blocks);
              })
          .iterator();
    }
  }

  /** The features of one query whose rows are in one block, and the whole difference. */
  final class Part implements Serializable {

    private static final long serialVersionUID = 1;

    private final long number;
    private final int block;
    // of the features in the query, from 0
    private final int[] positions;
    private final int[] features;
    private final float[] values;
    private final ShippedVector difference;
    private final double squaredNorm;

    private Part(
        long number,
        int block,
        int[] positions,
        int[] features,
        float[] values,
        ShippedVector difference,
        double squaredNorm) {
      this.number = number;
      this.block = block;
      this.positions = positions;
      this.features = features;
      this.values = values;
      this.difference = difference;
      this.squaredNorm = squaredNorm;
    }

    private static Part of(
        NumberedTriplet triplet, SparseVector difference, int block, int blocks) {
      SparseVector query = triplet.query();
      int count = 0;
      for (int a = 0; a < query.size(); a++) {
        count += query.index(a) % blocks == block ? 1 : 0;
      }
      int[] positions = new int[count];
      int[] features = new int[count];
      float[] values = new float[count];
      int next = 0;
      for (int a = 0; a < query.size(); a++) {
        if (query.index(a) % blocks == block) {
          positions[next] = a;
          features[next] = query.index(a);
          values[next++] = query.value(a);
        }
      }
      return new Part(
          triplet.number(),
          block,
          positions,
          features,
          values,
          new ShippedVector(difference),
          difference.squaredNorm() * query.squaredNorm());
    }

    long number() {
      return number;
    }

    int block() {
      return block;
    }

    int[] positions() {
      return positions;
    }

    /** ‖x‖² ‖x⁺ - x⁻‖² of the whole query. */
    double squaredNorm() {
      return squaredNorm;
    }

    /** The number of entries of M that the round reads in this block. */
    long touchedEntries() {
      return (long) features.length * difference.vector().size();
    }

    Triplet triplet() {
      return new Triplet(
          SparseVector.ofTrusted(features, values), difference.vector(), SparseVector.EMPTY);
    }
  }
}
