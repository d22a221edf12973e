package io.github.sors.bench;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.SplittableRandom;

/**
 * Generated dense unit vectors of two classes; a tenth of the features is larger in each class.
 *
 * <p>Even rows are of the one class, odd rows of the other.
 */
final class DenseTriplets implements TripletStream {

  private static final long SEED = 1;

  private final SparseVector[] rows;

  DenseTriplets(int rowCount, int dimension) {
    if (rowCount < 4) {
      throw new IllegalArgumentException("expected at least 4 rows, found " + rowCount);
    }
    int[] indices = new int[dimension];
    for (int j = 0; j < dimension; j++) {
      indices[j] = j;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    rows = new SparseVector[rowCount];
    for (int i = 0; i < rowCount; i++) {
      // all rows share the indices, which halves the memory
      rows[i] = SparseVector.ofTrusted(indices, unitRow(i % 2, dimension, random));
    }
  }

  private static float[] unitRow(int classNumber, int dimension, SplittableRandom random) {
    float[] values = new float[dimension];
    double squares = 0;
    for (int j = 0; j < dimension; j++) {
      double centred = random.nextDouble() - 0.5 + (j % 10 == classNumber ? 0.3 : 0);
      // a dense vector has no zeros
      values[j] = centred == 0 ? 1e-6f : (float) centred;
      squares += centred * centred;
    }
    float scale = (float) (1 / Math.sqrt(squares));
    for (int j = 0; j < dimension; j++) {
      values[j] *= scale;
    }
    return values;
  }

  @Override
  public Triplet triplet(long round) {
    SplittableRandom random = new SplittableRandom(SEED + round);
    int half = rows.length / 2;
    int classNumber = random.nextInt(2);
    int query = random.nextInt(half);
    int positive = (query + 1 + random.nextInt(half - 1)) % half;
    int negative = random.nextInt(half);
    return new Triplet(
        rows[2 * query + classNumber],
        rows[2 * positive + classNumber],
        rows[2 * negative + 1 - classNumber]);
  }
}
