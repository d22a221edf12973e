package io.github.sors.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels with the Vector API, where it is faster than compiled plain Java; bit-identical to
 * {@link ScalarKernels}.
 *
 * <p>These are the sum, whose order the compiler may not change, and the steps, which it does not
 * vectorise because their arrays might overlap. On a Neoverse N1, with registers of 128 bits and
 * 100 entries, the sum takes half of the time (JDK 17) or less (JDK 25) and the steps take a third.
 * The compiler vectorises reading itself; there the API gains nothing with one threshold for all
 * entries, so plain Java does it, and 6% with a threshold per entry.
 *
 * <p>No fused multiply-add is used, since it rounds once where plain Java rounds twice. The steps
 * work on each lane separately, so they use the widest registers available. The eight lanes of a
 * sum are two registers of 128 bits on every machine: one of 256 bits would not be faster, since
 * each addition waits for the one before, and more lanes would change the result.
 *
 * <p>No method takes or returns a vector: if the compiler did not inline it, every vector would
 * become an object, and the loop ten times slower.
 */
final class VectorKernels implements RowKernels {

  private static final VectorSpecies<Float> FOUR = FloatVector.SPECIES_128;
  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();

  private final ScalarKernels scalar = new ScalarKernels();

  @Override
  public float dot(float[] left, int from, float[] right, int count) {
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLeft = FloatVector.fromArray(FOUR, left, from + k);
      FloatVector highLeft = FloatVector.fromArray(FOUR, left, from + k + 4);
      low = low.add(lowLeft.mul(FloatVector.fromArray(FOUR, right, k)));
      high = high.add(highLeft.mul(FloatVector.fromArray(FOUR, right, k + 4)));
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      first += left[from + k] * right[k];
    }
    FloatVector sum = low.add(high);
    return ((first + high.lane(0)) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  }

  @Override
  public void read(float[] levels, int from, int count, float threshold) {
    scalar.read(levels, from, count, threshold);
  }

  @Override
  public void readAdaptive(
      float[] levels, float[] squares, int from, int count, float shrinkage, float delta) {
    FloatVector shrinkages = FloatVector.broadcast(WIDEST, shrinkage);
    int end = from + count;
    int k = from;
    for (; k <= end - WIDTH; k += WIDTH) {
      FloatVector level = FloatVector.fromArray(WIDEST, levels, k);
      FloatVector square = FloatVector.fromArray(WIDEST, squares, k);
      FloatVector threshold = shrinkages.div(square.lanewise(VectorOperators.SQRT).add(delta));
      level.sub(level.max(threshold.neg()).min(threshold)).intoArray(levels, k);
    }
    scalar.readAdaptive(levels, squares, k, end - k, shrinkage, delta);
  }

  @Override
  public void step(float[] values, int from, float[] p, int count, float scale, float threshold) {
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector w =
          FloatVector.fromArray(WIDEST, values, from + k)
              .add(FloatVector.fromArray(WIDEST, p, k).mul(scale));
      FloatVector shift = w.mul(ScalarKernels.HUGE).max(-threshold).min(threshold);
      w.add(shift).intoArray(values, from + k);
    }
    ScalarKernels.step(values, from, p, k, count, scale, threshold);
  }

  @Override
  public void stepAdaptive(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    FloatVector shrinkages = FloatVector.broadcast(WIDEST, shrinkage);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector g = FloatVector.fromArray(WIDEST, p, k).mul(x);
      FloatVector square = FloatVector.fromArray(WIDEST, squares, from + k).add(g.mul(g));
      FloatVector sigma = square.lanewise(VectorOperators.SQRT).add(delta);
      FloatVector w = FloatVector.fromArray(WIDEST, values, from + k).add(g.mul(eta).div(sigma));
      FloatVector threshold = shrinkages.div(sigma);
      FloatVector shift = w.mul(ScalarKernels.HUGE).max(threshold.neg()).min(threshold);
      square.intoArray(squares, from + k);
      w.add(shift).intoArray(values, from + k);
    }
    ScalarKernels.stepAdaptive(values, squares, from, p, k, count, x, eta, shrinkage, delta);
  }

  @Override
  public void addSquares(float[] squares, int from, float[] p, int count, float x, float dither) {
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector square = FloatVector.fromArray(WIDEST, squares, from + k);
      FloatVector g = FloatVector.fromArray(WIDEST, p, k).mul(x);
      FloatVector growth = g.mul(g);
      FloatVector sum = square.add(growth);
      FloatVector kept = sum.sub(square);
      FloatVector error = square.sub(sum.sub(kept)).add(growth.sub(kept));
      FloatVector ulp =
          sum.reinterpretAsInts()
              .lanewise(VectorOperators.AND, 0x7F800000)
              .reinterpretAsFloats()
              .mul(0x1p-23f);
      sum.add(error.add(ulp.mul(dither))).intoArray(squares, from + k);
    }
    ScalarKernels.addSquares(squares, from, p, k, count, x, dither);
  }

  @Override
  public void stepScaled(
      float[] values,
      float[] squares,
      int from,
      float[] p,
      int count,
      float x,
      float eta,
      float shrinkage,
      float delta) {
    FloatVector shrinkages = FloatVector.broadcast(WIDEST, shrinkage);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector g = FloatVector.fromArray(WIDEST, p, k).mul(x);
      FloatVector square = FloatVector.fromArray(WIDEST, squares, from + k);
      FloatVector sigma = square.lanewise(VectorOperators.SQRT).add(delta);
      FloatVector w = FloatVector.fromArray(WIDEST, values, from + k).add(g.mul(eta).div(sigma));
      FloatVector threshold = shrinkages.div(sigma);
      FloatVector shift = w.mul(ScalarKernels.HUGE).max(threshold.neg()).min(threshold);
      w.add(shift).intoArray(values, from + k);
    }
    ScalarKernels.stepScaled(values, squares, from, p, k, count, x, eta, shrinkage, delta);
  }

  @Override
  public float score(float[] levels, float[] values, float[] p, int count, float threshold) {
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLevel = FloatVector.fromArray(FOUR, levels, k);
      FloatVector highLevel = FloatVector.fromArray(FOUR, levels, k + 4);
      FloatVector lowValue = lowLevel.sub(lowLevel.max(-threshold).min(threshold));
      FloatVector highValue = highLevel.sub(highLevel.max(-threshold).min(threshold));
      low = low.add(lowValue.mul(FloatVector.fromArray(FOUR, p, k)));
      high = high.add(highValue.mul(FloatVector.fromArray(FOUR, p, k + 4)));
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      first += ShrinkageKernels.soft(levels[k], threshold) * p[k];
    }
    FloatVector sum = low.add(high);
    return ((first + high.lane(0)) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  }

  @Override
  public float play(float[] levels, float[] p, int count, float scale, float threshold) {
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLevel = FloatVector.fromArray(FOUR, levels, k);
      FloatVector highLevel = FloatVector.fromArray(FOUR, levels, k + 4);
      FloatVector lowValue = lowLevel.sub(lowLevel.max(-threshold).min(threshold));
      FloatVector highValue = highLevel.sub(highLevel.max(-threshold).min(threshold));
      FloatVector lowP = FloatVector.fromArray(FOUR, p, k);
      FloatVector highP = FloatVector.fromArray(FOUR, p, k + 4);
      low = low.add(lowValue.mul(lowP));
      high = high.add(highValue.mul(highP));
      FloatVector lowW = lowValue.add(lowP.mul(scale));
      FloatVector highW = highValue.add(highP.mul(scale));
      FloatVector lowShift = lowW.mul(ScalarKernels.HUGE).max(-threshold).min(threshold);
      FloatVector highShift = highW.mul(ScalarKernels.HUGE).max(-threshold).min(threshold);
      lowW.add(lowShift).intoArray(levels, k);
      highW.add(highShift).intoArray(levels, k + 4);
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      float value = ShrinkageKernels.soft(levels[k], threshold);
      first += value * p[k];
      float w = value + scale * p[k];
      levels[k] = w + Math.min(Math.max(w * ScalarKernels.HUGE, -threshold), threshold);
    }
    FloatVector sum = low.add(high);
    return ((first + high.lane(0)) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  }
}
