package io.github.sors.spark;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** The parts of a slice's triplets that belong to one block of rows, in the order of learning. */
final class TripletParts implements Serializable {

  private static final long serialVersionUID = 1;

  private final Part[] parts;

  private TripletParts(Part[] parts) {
    this.parts = parts;
  }

  static TripletParts of(Iterator<Part> parts) {
    List<Part> list = new ArrayList<>();
    parts.forEachRemaining(list::add);
    list.sort(Comparator.comparingLong(part -> part.number));
    return new TripletParts(list.toArray(Part[]::new));
  }

  /** The parts of the triplets from one number to another, exclusive. */
  List<Part> between(long from, long to) {
    return Arrays.asList(parts).subList(lowerBound(from), lowerBound(to));
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

  /** The features whose rows the given parts need, ascending. */
  static int[] features(List<Part> parts) {
    return parts.stream()
        .flatMapToInt(part -> Arrays.stream(part.features))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Splits a triplet by the blocks that have the rows of its query's features. */
  static List<Part> split(NumberedTriplet triplet, int blocks) {
    SparseVector query = triplet.query();
    SparseVector difference = triplet.difference();
    int[] counts = new int[blocks];
    for (int a = 0; a < query.size(); a++) {
      counts[query.index(a) % blocks]++;
    }
    List<Part> parts = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      if (counts[block] > 0) {
        parts.add(new Part(triplet.number(), block, query, difference, counts[block], blocks));
      }
    }
    return parts;
  }

  /** The features of one query whose rows are in one block, and the whole difference. */
  static final class Part implements Serializable {

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
        SparseVector query,
        SparseVector difference,
        int count,
        int blocks) {
      this.number = number;
      this.block = block;
      this.positions = new int[count];
      this.features = new int[count];
      this.values = new float[count];
      int next = 0;
      for (int a = 0; a < query.size(); a++) {
        if (query.index(a) % blocks == block) {
          positions[next] = a;
          features[next] = query.index(a);
          values[next++] = query.value(a);
        }
      }
      this.difference = new ShippedVector(difference);
      this.squaredNorm = difference.squaredNorm() * query.squaredNorm();
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
