package io.github.sors.learn.exactness;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * What a stream of triplets is like.
 *
 * @param pattern what the vectors have in them
 * @param rows the number of features of queries
 * @param columns the number of features of items
 * @param shared whether queries and items have the same features
 * @param spacing the distance between the numbers of neighbouring features
 * @param density the share of features that a vector has, in {@link Pattern#CLASSES}
 * @param queryScale about how large the values of a query are
 * @param itemScale about how large the values of an item are
 * @param degenerateEvery every so many triplets there is nothing to learn from; 0 for never
 */
public record StreamShape(
    Pattern pattern,
    int rows,
    int columns,
    boolean shared,
    int spacing,
    double density,
    double queryScale,
    double itemScale,
    int degenerateEvery) {

  /** What the vectors have in them. */
  public enum Pattern {
    /** Features that are typical of three classes, so that there is something to learn. */
    CLASSES,
    /** One feature per vector, any. */
    ONE_HOT,
    /** One feature, the same in query and positive, and an empty negative. */
    DIAGONAL,
    /** One feature per vector, after thousands of features that turn up only once. */
    WIDE_ONE_HOT,
    /** The same gradient in every entry and every round, but for its sign. */
    CONSTANT,
    /** Classes, after a first triplet whose values are a thousand times as large. */
    LARGE_FIRST,
    /** Classes, and now and then a value near the end of the range of floats. */
    EXTREME
  }

  private static final int CLASS_COUNT = 3;
  private static final int EXTREME_EVERY = 97;
  private static final int PASSING_FEATURES = 3000;
  private static final int FIRST_PASSING_FEATURE = 100_000;

  /** Features numbered without gaps, values about 1, nothing degenerate. */
  public static StreamShape of(Pattern pattern, int dimension) {
    return new StreamShape(pattern, dimension, dimension, true, 1, 0.5, 1, 1, 0);
  }

  /** The same with values about so large. */
  public StreamShape withScales(double ofQueries, double ofItems) {
    return new StreamShape(
        pattern, rows, columns, shared, spacing, density, ofQueries, ofItems, degenerateEvery);
  }

  /** The same with nothing to learn from in every so manyth triplet. */
  public StreamShape withDegenerateEvery(int rounds) {
    return new StreamShape(
        pattern, rows, columns, shared, spacing, density, queryScale, itemScale, rounds);
  }

  /** The features of queries, in ascending order; with gaps also one that never turns up. */
  public int[] rowFeatures() {
    return features(rows);
  }

  /** The same for items. */
  public int[] columnFeatures() {
    return features(columns);
  }

  private int[] features(int count) {
    int[] features = new int[count + (spacing > 1 ? 1 : 0)];
    for (int k = 0; k < count; k++) {
      features[k] = k * spacing;
    }
    if (spacing > 1) {
      features[count] = 1;
      Arrays.sort(features);
    }
    return features;
  }

  /** The triplets of the stream, the same for the same seed. */
  public Supplier<Triplet> open(long seed) {
    return new Source(seed);
  }

  private final class Source implements Supplier<Triplet> {

    private final SplittableRandom random;
    private long round;

    Source(long seed) {
      this.random = new SplittableRandom(seed);
    }

    @Override
    public Triplet get() {
      round++;
      Triplet triplet = regular();
      if (degenerateEvery > 0 && round % degenerateEvery == 0) {
        return random.nextBoolean()
            ? new Triplet(triplet.query(), triplet.positive(), triplet.positive())
            : new Triplet(SparseVector.EMPTY, triplet.positive(), triplet.negative());
      }
      return triplet;
    }

    private Triplet regular() {
      switch (pattern) {
        case WIDE_ONE_HOT -> {
          return round <= PASSING_FEATURES ? passing() : oneHot();
        }
        case ONE_HOT -> {
          return oneHot();
        }
        case DIAGONAL -> {
          int place = random.nextInt(Math.min(rows, columns));
          return new Triplet(
              single(place, queryScale), single(place, itemScale), SparseVector.EMPTY);
        }
        case CONSTANT -> {
          SparseVector query = uniform(rows, queryScale);
          SparseVector item = uniform(columns, itemScale);
          return random.nextBoolean()
              ? new Triplet(query, item, SparseVector.EMPTY)
              : new Triplet(query, SparseVector.EMPTY, item);
        }
        case LARGE_FIRST -> {
          return round == 1
              ? new Triplet(
                  uniform(rows, 1000 * queryScale), uniform(columns, itemScale), SparseVector.EMPTY)
              : classes();
        }
        case EXTREME -> {
          return round % EXTREME_EVERY == 0
              ? new Triplet(uniform(rows, 2e38), uniform(columns, 1e-30), SparseVector.EMPTY)
              : classes();
        }
        default -> {
          return classes();
        }
      }
    }

    private Triplet oneHot() {
      return new Triplet(
          single(random.nextInt(rows), queryScale),
          single(random.nextInt(columns), itemScale),
          single(random.nextInt(columns), itemScale));
    }

    /** A triplet whose only feature has no part in any other. */
    private Triplet passing() {
      SparseVector vector =
          SparseVector.of(
              new int[] {FIRST_PASSING_FEATURE + (int) round}, new float[] {(float) queryScale});
      return new Triplet(vector, vector, SparseVector.EMPTY);
    }

    private Triplet classes() {
      int ofQuery = random.nextInt(CLASS_COUNT);
      int other = (ofQuery + 1 + random.nextInt(CLASS_COUNT - 1)) % CLASS_COUNT;
      return new Triplet(
          ofClass(ofQuery, rows, queryScale),
          ofClass(ofQuery, columns, itemScale),
          ofClass(other, columns, itemScale));
    }

    private SparseVector ofClass(int classNumber, int dimension, double scale) {
      int[] indices = new int[dimension];
      float[] values = new float[dimension];
      int count = 0;
      for (int place = 0; place < dimension; place++) {
        boolean typical = place % CLASS_COUNT == classNumber;
        if (random.nextDouble() < (typical ? 2 * density : density)) {
          double value = typical ? 0.2 + random.nextDouble() : random.nextDouble() - 0.4;
          float scaled = (float) (scale * value);
          if (scaled != 0) {
            indices[count] = place * spacing;
            values[count++] = scaled;
          }
        }
      }
      return SparseVector.of(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
    }

    private SparseVector single(int place, double scale) {
      float value = (float) (scale * (0.5 + random.nextDouble()));
      return SparseVector.of(new int[] {place * spacing}, new float[] {value});
    }

    private SparseVector uniform(int dimension, double scale) {
      int[] indices = new int[dimension];
      Arrays.setAll(indices, place -> place * spacing);
      float[] values = new float[dimension];
      Arrays.fill(values, (float) scale);
      return SparseVector.of(indices, values);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s %dx%d%s up to feature %d, density %.2f, values about %.3g and %.3g%s",
        pattern,
        rows,
        columns,
        shared ? " shared" : "",
        (Math.max(rows, columns) - 1) * spacing,
        density,
        queryScale,
        itemScale,
        degenerateEvery == 0 ? "" : ", degenerate every " + degenerateEvery);
  }
}
