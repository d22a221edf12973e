package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import java.util.Objects;

/**
 * Draws an endless sequence of triplets from labelled rows, as in the paper.
 *
 * <p>The query is uniform over the rows, the positive uniform over the other rows of its class, and
 * the negative uniform over the rows of all other classes: over examples, not over classes, so that
 * a large class occurs more often. A row that is alone in its class cannot be a query, but it can
 * be a negative. {@link #allowingSelf} takes the paper's words literally, where the positive may be
 * the query itself and every row may be a query.
 *
 * <p>Triplet t is a pure function of the labels, the rows, the seed and t, so every position takes
 * O(1). Draws are independent of each other.
 *
 * <p>Threads: immutable. Failures: labels that give no triplet throw {@link
 * io.github.sors.InvalidInputException}; afterwards every position can be read.
 */
public final class TripletSampler implements TripletSource {

  // separates the stream of the triplets from other streams with the same seed
  private static final long STREAM = 2;

  private static final int QUERY = 0;
  private static final int POSITIVE = 1;
  private static final int FIRST_NEGATIVE = 2;

  // the rows by class, the classes that have queries first
  private final int[] rows;
  // the start and the end of the class of the row at each place
  private final int[] starts;
  private final int[] ends;
  private final int[] labels;
  private final int queries;
  private final boolean allowSelf;
  private final long key;

  private TripletSampler(int[] labels, int[] trainingRows, long seed, boolean allowSelf) {
    RowsByClass grouped = new RowsByClass(labels, trainingRows);
    if (grouped.classes() < 2) {
      throw new InvalidInputException(
          "triplets need training rows of at least two classes, found "
              + trainingRows.length
              + " rows of "
              + grouped.classes()
              + (grouped.classes() == 1 ? " class" : " classes")
              + "; check the labels");
    }
    this.labels = labels;
    this.rows = new int[trainingRows.length];
    this.starts = new int[rows.length];
    this.ends = new int[rows.length];
    this.allowSelf = allowSelf;
    this.key = CounterRandom.bits(seed, STREAM);
    this.queries = place(grouped, true, 0);
    place(grouped, false, queries);
    if (queries == 0) {
      throw new InvalidInputException(
          "triplets need a class with at least two training rows, but each of the "
              + rows.length
              + " rows is alone in its class; add rows, or hold out a smaller share");
    }
  }

  /** Draws from the given rows of a data set; the positive is never the query itself. */
  public static TripletSampler of(int[] labels, int[] trainingRows, long seed) {
    return new TripletSampler(labels, trainingRows, seed, false);
  }

  /** Draws from the given rows of a data set; the positive may be the query itself. */
  public static TripletSampler allowingSelf(int[] labels, int[] trainingRows, long seed) {
    return new TripletSampler(labels, trainingRows, seed, true);
  }

  /** Places the rows of the classes that have queries, or of those that have none. */
  private int place(RowsByClass grouped, boolean withQueries, int from) {
    int next = from;
    for (int c = 0; c < grouped.classes(); c++) {
      if ((allowSelf || grouped.size(c) > 1) == withQueries) {
        int start = next;
        int end = next + grouped.size(c);
        for (; next < end; next++) {
          rows[next] = grouped.row(grouped.start(c) + next - start);
          starts[next] = start;
          ends[next] = end;
        }
      }
    }
    return next;
  }

  @Override
  public long size() {
    return ENDLESS;
  }

  @Override
  public void read(long position, TripletRows target) {
    long tripletKey = keyOf(position);
    int query = queryPlace(tripletKey);
    target.set(rows[query], positive(tripletKey, query), negative(tripletKey, query, 0));
  }

  @Override
  public boolean isApart(int query, int item) {
    return labels[query] != labels[item];
  }

  boolean allowsSelf() {
    return allowSelf;
  }

  /** The key that all draws of a triplet are made from. */
  long keyOf(long position) {
    return CounterRandom.bits(key, Objects.checkIndex(position, ENDLESS));
  }

  int queryPlace(long tripletKey) {
    return CounterRandom.below(queries, CounterRandom.bits(tripletKey, QUERY));
  }

  int rowAt(int place) {
    return rows[place];
  }

  /** The positive row for the query at a place. */
  int positive(long tripletKey, int query) {
    int start = starts[query];
    int size = ends[query] - start;
    long bits = positiveBits(tripletKey);
    if (allowSelf) {
      return rows[start + CounterRandom.below(size, bits)];
    }
    int chosen = start + CounterRandom.below(size - 1, bits);
    return rows[chosen < query ? chosen : chosen + 1];
  }

  /** One of many independent draws of a negative row for the query at a place. */
  int negative(long tripletKey, int query, int draw) {
    int size = ends[query] - starts[query];
    long bits = negativeBits(tripletKey, draw);
    int chosen = CounterRandom.below(rows.length - size, bits);
    return rows[chosen < starts[query] ? chosen : chosen + size];
  }

  /** The random bits for the positive. */
  static long positiveBits(long tripletKey) {
    return CounterRandom.bits(tripletKey, POSITIVE);
  }

  /** The random bits for one of many independent draws of a negative. */
  static long negativeBits(long tripletKey, int draw) {
    return CounterRandom.bits(tripletKey, FIRST_NEGATIVE + (long) draw);
  }
}
