package io.github.sors.kernel;

import static jdk.incubator.vector.VectorOperators.FMA;
import static jdk.incubator.vector.VectorOperators.MUL;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of an encoder with the Vector API; bit-identical to {@link ScalarEncoderLoops}.
 *
 * <p>Sums of rows are computed column by column, so they use the widest registers available, and
 * the order of additions does not depend on the width. Inner products use eight lanes on every
 * machine. How vectors are combined follows the rules of {@link VectorKernels}.
 */
final class VectorEncoderLoops implements EncoderKernels.Loops {

  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();
  // the number of columns whose three sums fit into the registers of every machine
  private static final int STRIP = 4 * WIDTH;
  // from so many columns on, four rows at a time take less time than strips: on a Neoverse-N1, with
  // registers of 4, moving 100 rows takes 7 instead of 12 us; on a Xeon, with registers of 16, 128
  // and 256 columns are faster in strips
  private static final int WIDE = 32 * WIDTH;

  @Override
  public void add(float[] sum, int at, float weight, float[] row, int from, int count) {
    FloatVector weights = FloatVector.broadcast(WIDEST, weight);
    int j = 0;
    for (; j <= count - 2 * WIDTH; j += 2 * WIDTH) {
      FloatVector first = FloatVector.fromArray(WIDEST, row, from + j);
      FloatVector second = FloatVector.fromArray(WIDEST, row, from + j + WIDTH);
      first
          .lanewise(FMA, weights, FloatVector.fromArray(WIDEST, sum, at + j))
          .intoArray(sum, at + j);
      second
          .lanewise(FMA, weights, FloatVector.fromArray(WIDEST, sum, at + j + WIDTH))
          .intoArray(sum, at + j + WIDTH);
    }
    for (; j < count; j++) {
      sum[at + j] = Math.fma(weight, row[from + j], sum[at + j]);
    }
  }

  @Override
  public void addFour(
      float[] sum,
      int at,
      float[] weights,
      int first,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int count) {
    float a = weights[first];
    float b = weights[first + 1];
    float c = weights[first + 2];
    float d = weights[first + 3];
    float[] rowA = rows[first];
    float[] rowB = rows[first + 1];
    float[] rowC = rows[first + 2];
    float[] rowD = rows[first + 3];
    int fromA = froms[first] + rowsAt;
    int fromB = froms[first + 1] + rowsAt;
    int fromC = froms[first + 2] + rowsAt;
    int fromD = froms[first + 3] + rowsAt;
    FloatVector ofA = FloatVector.broadcast(WIDEST, a);
    FloatVector ofB = FloatVector.broadcast(WIDEST, b);
    FloatVector ofC = FloatVector.broadcast(WIDEST, c);
    FloatVector ofD = FloatVector.broadcast(WIDEST, d);
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector partial = FloatVector.fromArray(WIDEST, sum, at + j);
      partial = FloatVector.fromArray(WIDEST, rowA, fromA + j).lanewise(FMA, ofA, partial);
      partial = FloatVector.fromArray(WIDEST, rowB, fromB + j).lanewise(FMA, ofB, partial);
      partial = FloatVector.fromArray(WIDEST, rowC, fromC + j).lanewise(FMA, ofC, partial);
      FloatVector.fromArray(WIDEST, rowD, fromD + j)
          .lanewise(FMA, ofD, partial)
          .intoArray(sum, at + j);
    }
    for (; j < count; j++) {
      float partial = Math.fma(a, rowA[fromA + j], sum[at + j]);
      partial = Math.fma(b, rowB[fromB + j], partial);
      partial = Math.fma(c, rowC[fromC + j], partial);
      partial = Math.fma(d, rowD[fromD + j], partial);
      sum[at + j] = partial;
    }
  }

  @Override
  public void moveFour(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int firstRow,
      float[] weights,
      int firstWeight,
      float[] vector,
      int at,
      int count) {
    float a = weights[firstWeight];
    float b = weights[firstWeight + 1];
    float c = weights[firstWeight + 2];
    float d = weights[firstWeight + 3];
    float[] rowA = rows[firstRow];
    float[] rowB = rows[firstRow + 1];
    float[] rowC = rows[firstRow + 2];
    float[] rowD = rows[firstRow + 3];
    int fromA = froms[firstRow] + rowsAt;
    int fromB = froms[firstRow + 1] + rowsAt;
    int fromC = froms[firstRow + 2] + rowsAt;
    int fromD = froms[firstRow + 3] + rowsAt;
    FloatVector ofA = FloatVector.broadcast(WIDEST, a);
    FloatVector ofB = FloatVector.broadcast(WIDEST, b);
    FloatVector ofC = FloatVector.broadcast(WIDEST, c);
    FloatVector ofD = FloatVector.broadcast(WIDEST, d);
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector values = FloatVector.fromArray(WIDEST, vector, at + j);
      values
          .lanewise(FMA, ofA, FloatVector.fromArray(WIDEST, rowA, fromA + j))
          .intoArray(rowA, fromA + j);
      values
          .lanewise(FMA, ofB, FloatVector.fromArray(WIDEST, rowB, fromB + j))
          .intoArray(rowB, fromB + j);
      values
          .lanewise(FMA, ofC, FloatVector.fromArray(WIDEST, rowC, fromC + j))
          .intoArray(rowC, fromC + j);
      values
          .lanewise(FMA, ofD, FloatVector.fromArray(WIDEST, rowD, fromD + j))
          .intoArray(rowD, fromD + j);
    }
    for (; j < count; j++) {
      float value = vector[at + j];
      rowA[fromA + j] = Math.fma(a, value, rowA[fromA + j]);
      rowB[fromB + j] = Math.fma(b, value, rowB[fromB + j]);
      rowC[fromC + j] = Math.fma(c, value, rowC[fromC + j]);
      rowD[fromD + j] = Math.fma(d, value, rowD[fromD + j]);
    }
  }

  @Override
  public void addToThree(
      float[][] sums,
      int at,
      float[][] weights,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int rowCount,
      int count) {
    int done = 0;
    if (count >= WIDE) {
      for (; done <= rowCount - 4; done += 4) {
        addFourToThree(sums, at, weights, rows, froms, rowsAt, done, count);
      }
    }
    int j = 0;
    for (; j <= count - STRIP; j += STRIP) {
      addStrip(sums, at + j, weights, rows, froms, rowsAt + j, done, rowCount);
    }
    for (int s = 0; j < count && s < 3; s++) {
      for (int r = done; r < rowCount; r++) {
        add(sums[s], at + j, weights[s][r], rows[r], froms[r] + rowsAt + j, count - j);
      }
    }
  }

  private void addFourToThree(
      float[][] sums,
      int at,
      float[][] weights,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int first,
      int count) {
    float[] rowA = rows[first];
    int fromA = froms[first] + rowsAt;
    float[] rowB = rows[first + 1];
    int fromB = froms[first + 1] + rowsAt;
    float[] rowC = rows[first + 2];
    int fromC = froms[first + 2] + rowsAt;
    float[] rowD = rows[first + 3];
    int fromD = froms[first + 3] + rowsAt;
    float[] sum0 = sums[0];
    float[] sum1 = sums[1];
    float[] sum2 = sums[2];
    FloatVector ofA0 = FloatVector.broadcast(WIDEST, weights[0][first]);
    FloatVector ofB0 = FloatVector.broadcast(WIDEST, weights[0][first + 1]);
    FloatVector ofC0 = FloatVector.broadcast(WIDEST, weights[0][first + 2]);
    FloatVector ofD0 = FloatVector.broadcast(WIDEST, weights[0][first + 3]);
    FloatVector ofA1 = FloatVector.broadcast(WIDEST, weights[1][first]);
    FloatVector ofB1 = FloatVector.broadcast(WIDEST, weights[1][first + 1]);
    FloatVector ofC1 = FloatVector.broadcast(WIDEST, weights[1][first + 2]);
    FloatVector ofD1 = FloatVector.broadcast(WIDEST, weights[1][first + 3]);
    FloatVector ofA2 = FloatVector.broadcast(WIDEST, weights[2][first]);
    FloatVector ofB2 = FloatVector.broadcast(WIDEST, weights[2][first + 1]);
    FloatVector ofC2 = FloatVector.broadcast(WIDEST, weights[2][first + 2]);
    FloatVector ofD2 = FloatVector.broadcast(WIDEST, weights[2][first + 3]);
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector inA = FloatVector.fromArray(WIDEST, rowA, fromA + j);
      FloatVector inB = FloatVector.fromArray(WIDEST, rowB, fromB + j);
      FloatVector inC = FloatVector.fromArray(WIDEST, rowC, fromC + j);
      FloatVector inD = FloatVector.fromArray(WIDEST, rowD, fromD + j);
      FloatVector partial0 = FloatVector.fromArray(WIDEST, sum0, at + j);
      FloatVector partial1 = FloatVector.fromArray(WIDEST, sum1, at + j);
      FloatVector partial2 = FloatVector.fromArray(WIDEST, sum2, at + j);
      partial0 = inA.lanewise(FMA, ofA0, partial0);
      partial1 = inA.lanewise(FMA, ofA1, partial1);
      partial2 = inA.lanewise(FMA, ofA2, partial2);
      partial0 = inB.lanewise(FMA, ofB0, partial0);
      partial1 = inB.lanewise(FMA, ofB1, partial1);
      partial2 = inB.lanewise(FMA, ofB2, partial2);
      partial0 = inC.lanewise(FMA, ofC0, partial0);
      partial1 = inC.lanewise(FMA, ofC1, partial1);
      partial2 = inC.lanewise(FMA, ofC2, partial2);
      inD.lanewise(FMA, ofD0, partial0).intoArray(sum0, at + j);
      inD.lanewise(FMA, ofD1, partial1).intoArray(sum1, at + j);
      inD.lanewise(FMA, ofD2, partial2).intoArray(sum2, at + j);
    }
    for (int s = 0; j < count && s < 3; s++) {
      for (int r = first; r < first + 4; r++) {
        add(sums[s], at + j, weights[s][r], rows[r], froms[r] + rowsAt + j, count - j);
      }
    }
  }

  /** Adds a strip of four registers' columns, whose twelve partial sums stay in registers. */
  private static void addStrip(
      float[][] sums,
      int at,
      float[][] weights,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int firstRow,
      int rowCount) {
    float[] sumA = sums[0];
    float[] sumB = sums[1];
    float[] sumC = sums[2];
    float[] weightsA = weights[0];
    float[] weightsB = weights[1];
    float[] weightsC = weights[2];
    FloatVector a0 = FloatVector.fromArray(WIDEST, sumA, at);
    FloatVector a1 = FloatVector.fromArray(WIDEST, sumA, at + WIDTH);
    FloatVector a2 = FloatVector.fromArray(WIDEST, sumA, at + 2 * WIDTH);
    FloatVector a3 = FloatVector.fromArray(WIDEST, sumA, at + 3 * WIDTH);
    FloatVector b0 = FloatVector.fromArray(WIDEST, sumB, at);
    FloatVector b1 = FloatVector.fromArray(WIDEST, sumB, at + WIDTH);
    FloatVector b2 = FloatVector.fromArray(WIDEST, sumB, at + 2 * WIDTH);
    FloatVector b3 = FloatVector.fromArray(WIDEST, sumB, at + 3 * WIDTH);
    FloatVector c0 = FloatVector.fromArray(WIDEST, sumC, at);
    FloatVector c1 = FloatVector.fromArray(WIDEST, sumC, at + WIDTH);
    FloatVector c2 = FloatVector.fromArray(WIDEST, sumC, at + 2 * WIDTH);
    FloatVector c3 = FloatVector.fromArray(WIDEST, sumC, at + 3 * WIDTH);
    for (int r = firstRow; r < rowCount; r++) {
      float[] row = rows[r];
      int from = froms[r] + rowsAt;
      FloatVector w0 = FloatVector.fromArray(WIDEST, row, from);
      FloatVector w1 = FloatVector.fromArray(WIDEST, row, from + WIDTH);
      FloatVector w2 = FloatVector.fromArray(WIDEST, row, from + 2 * WIDTH);
      FloatVector w3 = FloatVector.fromArray(WIDEST, row, from + 3 * WIDTH);
      FloatVector a = FloatVector.broadcast(WIDEST, weightsA[r]);
      FloatVector b = FloatVector.broadcast(WIDEST, weightsB[r]);
      FloatVector c = FloatVector.broadcast(WIDEST, weightsC[r]);
      a0 = w0.lanewise(FMA, a, a0);
      a1 = w1.lanewise(FMA, a, a1);
      a2 = w2.lanewise(FMA, a, a2);
      a3 = w3.lanewise(FMA, a, a3);
      b0 = w0.lanewise(FMA, b, b0);
      b1 = w1.lanewise(FMA, b, b1);
      b2 = w2.lanewise(FMA, b, b2);
      b3 = w3.lanewise(FMA, b, b3);
      c0 = w0.lanewise(FMA, c, c0);
      c1 = w1.lanewise(FMA, c, c1);
      c2 = w2.lanewise(FMA, c, c2);
      c3 = w3.lanewise(FMA, c, c3);
    }
    // the compiler knows the class of a product, but not of a variable that the loop has changed
    FloatVector one = FloatVector.broadcast(WIDEST, 1);
    a0.lanewise(MUL, one).intoArray(sumA, at);
    a1.lanewise(MUL, one).intoArray(sumA, at + WIDTH);
    a2.lanewise(MUL, one).intoArray(sumA, at + 2 * WIDTH);
    a3.lanewise(MUL, one).intoArray(sumA, at + 3 * WIDTH);
    b0.lanewise(MUL, one).intoArray(sumB, at);
    b1.lanewise(MUL, one).intoArray(sumB, at + WIDTH);
    b2.lanewise(MUL, one).intoArray(sumB, at + 2 * WIDTH);
    b3.lanewise(MUL, one).intoArray(sumB, at + 3 * WIDTH);
    c0.lanewise(MUL, one).intoArray(sumC, at);
    c1.lanewise(MUL, one).intoArray(sumC, at + WIDTH);
    c2.lanewise(MUL, one).intoArray(sumC, at + 2 * WIDTH);
    c3.lanewise(MUL, one).intoArray(sumC, at + 3 * WIDTH);
  }

  @Override
  public void moveByThree(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int rowCount,
      float[][] weights,
      float[][] vectors,
      int at,
      int count) {
    int done = 0;
    if (count >= WIDE) {
      for (; done <= rowCount - 4; done += 4) {
        moveFourByThree(rows, froms, rowsAt, done, weights, vectors, at, count);
      }
    }
    int j = 0;
    for (; j <= count - STRIP; j += STRIP) {
      moveStrip(rows, froms, rowsAt + j, done, rowCount, weights, vectors, at + j);
    }
    for (int r = done; j < count && r < rowCount; r++) {
      for (int s = 0; s < 3; s++) {
        add(rows[r], froms[r] + rowsAt + j, weights[s][r], vectors[s], at + j, count - j);
      }
    }
  }

  private void moveFourByThree(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int first,
      float[][] weights,
      float[][] vectors,
      int at,
      int count) {
    float[] rowA = rows[first];
    int fromA = froms[first] + rowsAt;
    float[] rowB = rows[first + 1];
    int fromB = froms[first + 1] + rowsAt;
    float[] rowC = rows[first + 2];
    int fromC = froms[first + 2] + rowsAt;
    float[] rowD = rows[first + 3];
    int fromD = froms[first + 3] + rowsAt;
    float[] vector0 = vectors[0];
    float[] vector1 = vectors[1];
    float[] vector2 = vectors[2];
    FloatVector ofA0 = FloatVector.broadcast(WIDEST, weights[0][first]);
    FloatVector ofB0 = FloatVector.broadcast(WIDEST, weights[0][first + 1]);
    FloatVector ofC0 = FloatVector.broadcast(WIDEST, weights[0][first + 2]);
    FloatVector ofD0 = FloatVector.broadcast(WIDEST, weights[0][first + 3]);
    FloatVector ofA1 = FloatVector.broadcast(WIDEST, weights[1][first]);
    FloatVector ofB1 = FloatVector.broadcast(WIDEST, weights[1][first + 1]);
    FloatVector ofC1 = FloatVector.broadcast(WIDEST, weights[1][first + 2]);
    FloatVector ofD1 = FloatVector.broadcast(WIDEST, weights[1][first + 3]);
    FloatVector ofA2 = FloatVector.broadcast(WIDEST, weights[2][first]);
    FloatVector ofB2 = FloatVector.broadcast(WIDEST, weights[2][first + 1]);
    FloatVector ofC2 = FloatVector.broadcast(WIDEST, weights[2][first + 2]);
    FloatVector ofD2 = FloatVector.broadcast(WIDEST, weights[2][first + 3]);
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector along0 = FloatVector.fromArray(WIDEST, vector0, at + j);
      FloatVector along1 = FloatVector.fromArray(WIDEST, vector1, at + j);
      FloatVector along2 = FloatVector.fromArray(WIDEST, vector2, at + j);
      FloatVector movedA =
          along0.lanewise(FMA, ofA0, FloatVector.fromArray(WIDEST, rowA, fromA + j));
      FloatVector movedB =
          along0.lanewise(FMA, ofB0, FloatVector.fromArray(WIDEST, rowB, fromB + j));
      FloatVector movedC =
          along0.lanewise(FMA, ofC0, FloatVector.fromArray(WIDEST, rowC, fromC + j));
      FloatVector movedD =
          along0.lanewise(FMA, ofD0, FloatVector.fromArray(WIDEST, rowD, fromD + j));
      movedA = along1.lanewise(FMA, ofA1, movedA);
      movedB = along1.lanewise(FMA, ofB1, movedB);
      movedC = along1.lanewise(FMA, ofC1, movedC);
      movedD = along1.lanewise(FMA, ofD1, movedD);
      along2.lanewise(FMA, ofA2, movedA).intoArray(rowA, fromA + j);
      along2.lanewise(FMA, ofB2, movedB).intoArray(rowB, fromB + j);
      along2.lanewise(FMA, ofC2, movedC).intoArray(rowC, fromC + j);
      along2.lanewise(FMA, ofD2, movedD).intoArray(rowD, fromD + j);
    }
    for (int r = first; j < count && r < first + 4; r++) {
      for (int s = 0; s < 3; s++) {
        add(rows[r], froms[r] + rowsAt + j, weights[s][r], vectors[s], at + j, count - j);
      }
    }
  }

  /** Moves a strip of four registers' columns, while the three vectors stay in registers. */
  private static void moveStrip(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int firstRow,
      int rowCount,
      float[][] weights,
      float[][] vectors,
      int at) {
    float[] weightsA = weights[0];
    float[] weightsB = weights[1];
    float[] weightsC = weights[2];
    FloatVector a0 = FloatVector.fromArray(WIDEST, vectors[0], at);
    FloatVector a1 = FloatVector.fromArray(WIDEST, vectors[0], at + WIDTH);
    FloatVector a2 = FloatVector.fromArray(WIDEST, vectors[0], at + 2 * WIDTH);
    FloatVector a3 = FloatVector.fromArray(WIDEST, vectors[0], at + 3 * WIDTH);
    FloatVector b0 = FloatVector.fromArray(WIDEST, vectors[1], at);
    FloatVector b1 = FloatVector.fromArray(WIDEST, vectors[1], at + WIDTH);
    FloatVector b2 = FloatVector.fromArray(WIDEST, vectors[1], at + 2 * WIDTH);
    FloatVector b3 = FloatVector.fromArray(WIDEST, vectors[1], at + 3 * WIDTH);
    FloatVector c0 = FloatVector.fromArray(WIDEST, vectors[2], at);
    FloatVector c1 = FloatVector.fromArray(WIDEST, vectors[2], at + WIDTH);
    FloatVector c2 = FloatVector.fromArray(WIDEST, vectors[2], at + 2 * WIDTH);
    FloatVector c3 = FloatVector.fromArray(WIDEST, vectors[2], at + 3 * WIDTH);
    for (int r = firstRow; r < rowCount; r++) {
      float[] row = rows[r];
      int from = froms[r] + rowsAt;
      FloatVector a = FloatVector.broadcast(WIDEST, weightsA[r]);
      FloatVector b = FloatVector.broadcast(WIDEST, weightsB[r]);
      FloatVector c = FloatVector.broadcast(WIDEST, weightsC[r]);
      FloatVector w0 = a0.lanewise(FMA, a, FloatVector.fromArray(WIDEST, row, from));
      FloatVector w1 = a1.lanewise(FMA, a, FloatVector.fromArray(WIDEST, row, from + WIDTH));
      FloatVector w2 = a2.lanewise(FMA, a, FloatVector.fromArray(WIDEST, row, from + 2 * WIDTH));
      FloatVector w3 = a3.lanewise(FMA, a, FloatVector.fromArray(WIDEST, row, from + 3 * WIDTH));
      c0.lanewise(FMA, c, b0.lanewise(FMA, b, w0)).intoArray(row, from);
      c1.lanewise(FMA, c, b1.lanewise(FMA, b, w1)).intoArray(row, from + WIDTH);
      c2.lanewise(FMA, c, b2.lanewise(FMA, b, w2)).intoArray(row, from + 2 * WIDTH);
      c3.lanewise(FMA, c, b3.lanewise(FMA, b, w3)).intoArray(row, from + 3 * WIDTH);
    }
  }

  @Override
  public float dot(float[] left, int at, float[] right, int from, int count) {
    return VectorKernels.dot(left, at, right, from, count);
  }
}
