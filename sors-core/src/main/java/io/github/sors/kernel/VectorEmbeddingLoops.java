package io.github.sors.kernel;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.DIV;
import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.MUL;
import static jdk.incubator.vector.VectorOperators.SQRT;
import static jdk.incubator.vector.VectorOperators.SUB;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of dense vectors with the Vector API; bit-identical to {@link ScalarEmbeddingLoops}.
 *
 * <p>A sum has {@value EmbeddingKernels#LANES} lanes on every machine. Registers that hold fewer
 * pass over the row two or four times, each time over other columns. Four rows are read at a time,
 * so that an addition need not wait for the one before. How vectors are combined follows the rules
 * of {@link VectorKernels}.
 */
final class VectorEmbeddingLoops implements EmbeddingKernels.Loops {

  private static final int LANES = EmbeddingKernels.LANES;
  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();

  @Override
  public float dot(float[] left, int at, float[] right, int from, int count) {
    return dot(left, at, right, from, count, new float[LANES]);
  }

  private static float dot(
      float[] left, int at, float[] right, int from, int count, float[] lanes) {
    int whole = count - count % LANES;
    for (int part = 0; part < LANES; part += WIDTH) {
      dotPart(left, at, right, from, part, whole, lanes);
    }
    ScalarEmbeddingLoops.addTail(left, at, right, from, whole, count, lanes, 0);
    return EmbeddingKernels.sum(lanes, 0);
  }

  private static void dotPart(
      float[] left, int at, float[] right, int from, int part, int whole, float[] lanes) {
    FloatVector sum = FloatVector.zero(WIDEST);
    for (int k = part; k < whole; k += LANES) {
      FloatVector row = FloatVector.fromArray(WIDEST, right, from + k);
      sum = FloatVector.fromArray(WIDEST, left, at + k).lanewise(FMA, row, sum);
    }
    // the compiler knows the class of a product, but not of a variable that the loop has changed
    sum.lanewise(MUL, FloatVector.broadcast(WIDEST, 1)).intoArray(lanes, part);
  }

  @Override
  public void dots(
      float[] vector, int at, float[][] rows, int[] froms, int rowCount, int count, float[] dots) {
    float[] lanes = new float[4 * LANES];
    int whole = count - count % LANES;
    int r = 0;
    for (; r <= rowCount - 4; r += 4) {
      for (int part = 0; part < LANES; part += WIDTH) {
        dotsPart(vector, at, rows, froms, r, part, whole, lanes);
      }
      for (int row = 0; row < 4; row++) {
        int to = row * LANES;
        ScalarEmbeddingLoops.addTail(
            vector, at, rows[r + row], froms[r + row], whole, count, lanes, to);
        dots[r + row] = EmbeddingKernels.sum(lanes, to);
      }
    }
    for (; r < rowCount; r++) {
      dots[r] = dot(vector, at, rows[r], froms[r], count, lanes);
    }
  }

  private static void dotsPart(
      float[] vector,
      int at,
      float[][] rows,
      int[] froms,
      int r,
      int part,
      int whole,
      float[] lanes) {
    float[] rowA = rows[r];
    float[] rowB = rows[r + 1];
    float[] rowC = rows[r + 2];
    float[] rowD = rows[r + 3];
    int fromA = froms[r];
    int fromB = froms[r + 1];
    int fromC = froms[r + 2];
    int fromD = froms[r + 3];
    FloatVector a = FloatVector.zero(WIDEST);
    FloatVector b = FloatVector.zero(WIDEST);
    FloatVector c = FloatVector.zero(WIDEST);
    FloatVector d = FloatVector.zero(WIDEST);
    for (int k = part; k < whole; k += LANES) {
      FloatVector x = FloatVector.fromArray(WIDEST, vector, at + k);
      a = FloatVector.fromArray(WIDEST, rowA, fromA + k).lanewise(FMA, x, a);
      b = FloatVector.fromArray(WIDEST, rowB, fromB + k).lanewise(FMA, x, b);
      c = FloatVector.fromArray(WIDEST, rowC, fromC + k).lanewise(FMA, x, c);
      d = FloatVector.fromArray(WIDEST, rowD, fromD + k).lanewise(FMA, x, d);
    }
    FloatVector one = FloatVector.broadcast(WIDEST, 1);
    a.lanewise(MUL, one).intoArray(lanes, part);
    b.lanewise(MUL, one).intoArray(lanes, LANES + part);
    c.lanewise(MUL, one).intoArray(lanes, 2 * LANES + part);
    d.lanewise(MUL, one).intoArray(lanes, 3 * LANES + part);
  }

  @Override
  public void dotsOfTwo(
      float[] first,
      int firstAt,
      float[] second,
      int secondAt,
      float[][] rows,
      int[] froms,
      int rowCount,
      int count,
      float[] firstDots,
      float[] secondDots) {
    float[] lanes = new float[8 * LANES];
    int whole = count - count % LANES;
    int r = 0;
    for (; r <= rowCount - 4; r += 4) {
      for (int part = 0; part < LANES; part += WIDTH) {
        dotsOfTwoPart(first, firstAt, second, secondAt, rows, froms, r, part, whole, lanes);
      }
      for (int row = 0; row < 4; row++) {
        int to = row * LANES;
        int toSecond = (4 + row) * LANES;
        ScalarEmbeddingLoops.addTail(
            first, firstAt, rows[r + row], froms[r + row], whole, count, lanes, to);
        ScalarEmbeddingLoops.addTail(
            second, secondAt, rows[r + row], froms[r + row], whole, count, lanes, toSecond);
        firstDots[r + row] = EmbeddingKernels.sum(lanes, to);
        secondDots[r + row] = EmbeddingKernels.sum(lanes, toSecond);
      }
    }
    for (; r < rowCount; r++) {
      firstDots[r] = dot(first, firstAt, rows[r], froms[r], count, lanes);
      secondDots[r] = dot(second, secondAt, rows[r], froms[r], count, lanes);
    }
  }

  private static void dotsOfTwoPart(
      float[] first,
      int firstAt,
      float[] second,
      int secondAt,
      float[][] rows,
      int[] froms,
      int r,
      int part,
      int whole,
      float[] lanes) {
    float[] rowA = rows[r];
    float[] rowB = rows[r + 1];
    float[] rowC = rows[r + 2];
    float[] rowD = rows[r + 3];
    int fromA = froms[r];
    int fromB = froms[r + 1];
    int fromC = froms[r + 2];
    int fromD = froms[r + 3];
    FloatVector a1 = FloatVector.zero(WIDEST);
    FloatVector b1 = FloatVector.zero(WIDEST);
    FloatVector c1 = FloatVector.zero(WIDEST);
    FloatVector d1 = FloatVector.zero(WIDEST);
    FloatVector a2 = FloatVector.zero(WIDEST);
    FloatVector b2 = FloatVector.zero(WIDEST);
    FloatVector c2 = FloatVector.zero(WIDEST);
    FloatVector d2 = FloatVector.zero(WIDEST);
    for (int k = part; k < whole; k += LANES) {
      FloatVector x1 = FloatVector.fromArray(WIDEST, first, firstAt + k);
      FloatVector x2 = FloatVector.fromArray(WIDEST, second, secondAt + k);
      FloatVector a = FloatVector.fromArray(WIDEST, rowA, fromA + k);
      FloatVector b = FloatVector.fromArray(WIDEST, rowB, fromB + k);
      FloatVector c = FloatVector.fromArray(WIDEST, rowC, fromC + k);
      FloatVector d = FloatVector.fromArray(WIDEST, rowD, fromD + k);
      a1 = a.lanewise(FMA, x1, a1);
      b1 = b.lanewise(FMA, x1, b1);
      c1 = c.lanewise(FMA, x1, c1);
      d1 = d.lanewise(FMA, x1, d1);
      a2 = a.lanewise(FMA, x2, a2);
      b2 = b.lanewise(FMA, x2, b2);
      c2 = c.lanewise(FMA, x2, c2);
      d2 = d.lanewise(FMA, x2, d2);
    }
    FloatVector one = FloatVector.broadcast(WIDEST, 1);
    a1.lanewise(MUL, one).intoArray(lanes, part);
    b1.lanewise(MUL, one).intoArray(lanes, LANES + part);
    c1.lanewise(MUL, one).intoArray(lanes, 2 * LANES + part);
    d1.lanewise(MUL, one).intoArray(lanes, 3 * LANES + part);
    a2.lanewise(MUL, one).intoArray(lanes, 4 * LANES + part);
    b2.lanewise(MUL, one).intoArray(lanes, 5 * LANES + part);
    c2.lanewise(MUL, one).intoArray(lanes, 6 * LANES + part);
    d2.lanewise(MUL, one).intoArray(lanes, 7 * LANES + part);
  }

  @Override
  public void adam(
      float[] values,
      float[] means,
      float[] squares,
      int from,
      float[] gradient,
      int count,
      float pull,
      float rate,
      float scale) {
    FloatVector pulls = FloatVector.broadcast(WIDEST, pull);
    FloatVector rates = FloatVector.broadcast(WIDEST, rate);
    FloatVector scales = FloatVector.broadcast(WIDEST, scale);
    FloatVector epsilons = FloatVector.broadcast(WIDEST, EmbeddingKernels.epsilon());
    FloatVector meanDecays = FloatVector.broadcast(WIDEST, EmbeddingKernels.MEAN_DECAY);
    FloatVector newMeans = FloatVector.broadcast(WIDEST, 1 - EmbeddingKernels.MEAN_DECAY);
    FloatVector squareDecays = FloatVector.broadcast(WIDEST, EmbeddingKernels.SQUARE_DECAY);
    FloatVector newSquares = FloatVector.broadcast(WIDEST, 1 - EmbeddingKernels.SQUARE_DECAY);
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector value = FloatVector.fromArray(WIDEST, values, from + j);
      FloatVector g = value.lanewise(FMA, pulls, FloatVector.fromArray(WIDEST, gradient, j));
      FloatVector mean =
          FloatVector.fromArray(WIDEST, means, from + j)
              .lanewise(FMA, meanDecays, g.lanewise(MUL, newMeans));
      FloatVector square =
          FloatVector.fromArray(WIDEST, squares, from + j)
              .lanewise(FMA, squareDecays, g.lanewise(MUL, g).lanewise(MUL, newSquares));
      FloatVector root = square.lanewise(SQRT).lanewise(MUL, scales).lanewise(ADD, epsilons);
      mean.intoArray(means, from + j);
      square.intoArray(squares, from + j);
      value
          .lanewise(SUB, mean.lanewise(MUL, rates).lanewise(DIV, root))
          .intoArray(values, from + j);
    }
    ScalarEmbeddingLoops.adam(values, means, squares, from, gradient, j, count, pull, rate, scale);
  }
}
