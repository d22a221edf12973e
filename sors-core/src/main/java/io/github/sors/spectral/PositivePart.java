package io.github.sors.spectral;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.parallel.Workers;
import java.util.Arrays;

/**
 * The positive semi-definite part of a learnt matrix: P = Σ λ_k z_k z_kᵀ over the positive
 * eigenvalues of (M + Mᵀ) / 2, the nearest positive semi-definite matrix.
 *
 * <p>xᵀPy is an inner product, so vectors have lengths and angles in its space, and the {@link
 * BilinearModel.Form#COSINE} of P ranks by the angle alone. This helps with dense vectors, where
 * xᵀMy ranks long items too high.
 *
 * <p>Higham, <i>Computing a Nearest Symmetric Positive Semidefinite Matrix</i>, Linear Algebra and
 * its Applications 103, 1988. Takes about 11n³ additions and multiplications and 28n² bytes for the
 * n features that have an entry off the diagonal; the others are eigenvectors themselves. P is
 * dense in those n features, even if M is sparse.
 */
public final class PositivePart {

  /** The maximum number of features with off-diagonal entries. */
  public static final int MOST_FEATURES = 6000;

  private static final long BYTES_PER_ENTRY = 28;
  // the share of the heap that may be used; the rest is for existing data
  private static final double USABLE_HEAP = 0.8;
  // eigenvalues smaller than this, relative to the largest, are rounding errors
  private static final double ROUNDING = 1e-12;
  // rows of P that are summed while an eigenvector is in the cache
  private static final int ROWS_AT_ONCE = 8;

  private PositivePart() {}

  /**
   * Returns the cosine in the positive part of a model's matrix; the model itself if it is a cosine
   * already.
   *
   * @param threads the number of threads that share the work; results are bit-identical for any
   *     number
   * @throws InvalidInputException if M is not square, or has too many features
   */
  public static BilinearModel cosine(BilinearModel model, int threads) {
    if (model.form() == BilinearModel.Form.COSINE) {
      return model;
    }
    if (model.queryDimension() != model.itemDimension()) {
      throw new InvalidInputException(
          "a cosine needs a matrix over the features of queries and items alike, found "
              + model.queryDimension()
              + " x "
              + model.itemDimension());
    }
    try (Workers workers = new Workers(threads, "sors-eigen")) {
      return of(model, workers)
          .withForm(BilinearModel.Form.COSINE)
          .withDescription(model.description());
    }
  }

  private static BilinearModel of(BilinearModel model, Workers workers) {
    int[] features = coupled(model);
    requireRoomFor(features.length);
    double[][] positive = positivePart(symmetricPart(model, features), workers);
    return assembled(model, features, positive);
  }

  /** The features with an entry off the diagonal, ascending. */
  private static int[] coupled(BilinearModel model) {
    boolean[] found = new boolean[model.queryDimension()];
    int[] columns = model.columnArray();
    for (int row = 0; row < found.length; row++) {
      for (int k = model.rowStart(row); k < model.rowEnd(row); k++) {
        if (columns[k] != row) {
          found[row] = true;
          found[columns[k]] = true;
        }
      }
    }
    int[] features = new int[found.length];
    int count = 0;
    for (int feature = 0; feature < found.length; feature++) {
      if (found[feature]) {
        features[count++] = feature;
      }
    }
    return Arrays.copyOf(features, count);
  }

  /**
   * Checks that there is enough memory for this many features with off-diagonal entries.
   *
   * @throws InvalidInputException if there are too many
   */
  public static void requireRoomFor(int count) {
    long bytes = BYTES_PER_ENTRY * count * count;
    long heap = Runtime.getRuntime().maxMemory();
    boolean tooMany = count > MOST_FEATURES;
    if (tooMany || bytes > USABLE_HEAP * heap) {
      throw new InvalidInputException(
          "the eigenvalues of a matrix of "
              + count
              + " features take "
              + (bytes >> 20)
              + " MiB: expected at most "
              + (tooMany
                  ? MOST_FEATURES + " features: rank by the form similarity, or learn an encoder"
                  : (long) (USABLE_HEAP * heap) / (1 << 20)
                      + " MiB: give Java a larger heap, such as SORS_JAVA_OPTIONS=-Xmx8g"));
    }
  }

  /** (M + Mᵀ) / 2. */
  private static double[][] symmetricPart(BilinearModel model, int[] features) {
    int[] places = new int[model.queryDimension()];
    Arrays.fill(places, -1);
    for (int place = 0; place < features.length; place++) {
      places[features[place]] = place;
    }
    double[][] sum = new double[features.length][features.length];
    for (int i = 0; i < features.length; i++) {
      for (int k = model.rowStart(features[i]); k < model.rowEnd(features[i]); k++) {
        int j = places[model.columnArray()[k]];
        double half = model.valueArray()[k] / 2.0;
        sum[i][j] += half;
        sum[j][i] += half;
      }
    }
    return sum;
  }

  /** Σ λ z zᵀ over the positive eigenvalues, or A - Σ λ z zᵀ over the others if they are fewer. */
  private static double[][] positivePart(double[][] matrix, Workers workers) {
    int size = matrix.length;
    double[][] original = new double[size][];
    Arrays.setAll(original, row -> matrix[row].clone());
    SymmetricEigen eigen = SymmetricEigen.of(matrix, workers);
    double[] values = eigen.values();
    long positives = Arrays.stream(values).filter(value -> value > 0).count();
    boolean adds = 2 * positives <= size;
    double largest = Arrays.stream(values).map(Math::abs).max().orElse(0);
    double[][] used = new double[adds ? (int) positives : size - (int) positives][];
    int count = 0;
    for (int k = 0; k < size; k++) {
      if (adds == values[k] > 0) {
        double root = Math.sqrt(Math.abs(values[k]));
        double[] vector = eigen.vectors()[k];
        for (int i = 0; i < size; i++) {
          vector[i] *= root;
        }
        used[count++] = vector;
      }
    }
    workers.forEach(
        (size + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
        block -> {
          int from = block * ROWS_AT_ONCE;
          int to = Math.min(size, from + ROWS_AT_ONCE);
          for (int i = from; adds && i < to; i++) {
            Arrays.fill(original[i], 0);
          }
          // summed in the order of the eigenvectors for every entry, so that P is exactly symmetric
          for (double[] vector : used) {
            for (int i = from; i < to; i++) {
              double factor = vector[i];
              double[] row = original[i];
              for (int j = 0; j < size; j++) {
                row[j] += factor * vector[j];
              }
            }
          }
          for (int i = from; i < to; i++) {
            for (int j = 0; j < size; j++) {
              if (Math.abs(original[i][j]) <= ROUNDING * largest) {
                original[i][j] = 0;
              }
            }
          }
        });
    return original;
  }

  /** Combines P for the coupled features with the positive diagonal entries of the others. */
  private static BilinearModel assembled(BilinearModel model, int[] features, double[][] positive) {
    int dimension = model.queryDimension();
    long[] starts = new long[dimension + 1];
    long count = 0;
    int place = 0;
    for (int feature = 0; feature < dimension; feature++) {
      if (place < features.length && features[place] == feature) {
        for (double value : positive[place++]) {
          count += (float) value == 0 ? 0 : 1;
        }
      } else if (model.get(feature, feature) > 0) {
        count++;
      }
      starts[feature + 1] = count;
    }
    int[] columns = new int[(int) count];
    float[] values = new float[(int) count];
    int next = 0;
    place = 0;
    for (int feature = 0; feature < dimension; feature++) {
      if (place < features.length && features[place] == feature) {
        double[] row = positive[place++];
        for (int j = 0; j < row.length; j++) {
          if ((float) row[j] != 0) {
            columns[next] = features[j];
            values[next++] = (float) row[j];
          }
        }
      } else if (model.get(feature, feature) > 0) {
        columns[next] = feature;
        values[next++] = model.get(feature, feature);
      }
    }
    return BilinearModel.ofTrustedRows(dimension, dimension, starts, columns, values);
  }
}
