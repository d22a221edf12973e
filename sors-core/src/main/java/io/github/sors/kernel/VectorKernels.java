package io.github.sors.kernel;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.DIV;
import static jdk.incubator.vector.VectorOperators.MAX;
import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.MUL;
import static jdk.incubator.vector.VectorOperators.NEG;
import static jdk.incubator.vector.VectorOperators.SQRT;
import static jdk.incubator.vector.VectorOperators.SUB;

import jdk.incubator.vector.FloatVector;
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
 * <p>A vector is an object that the compiler keeps in a register if it knows its class; there is
 * one class per size of registers. Two rules let it know.
 *
 * <ul>
 *   <li>No method takes or returns a vector: the compiler might not inline it.
 *   <li>Vectors are combined by {@code lanewise} alone, not by {@code add}, {@code mul} or {@code
 *       fma}, and in a loop not by a call on a vector that the loop changes. Of every call in a
 *       program, Java remembers the first two classes on which it was made. {@code add} calls
 *       {@code lanewise} within the API, so all vectors of a program share what is remembered of
 *       that call. If they had three sizes, or two of which threads, presumably, had noted one
 *       twice at the same moment, the compiler of JDK 17 did not know their class: learning took
 *       three times as long and made gigabytes of garbage. A call of {@code lanewise} from here
 *       meets one size.
 * </ul>
 */
final class VectorKernels implements RowKernels {

  private static final VectorSpecies<Float> FOUR = FloatVector.SPECIES_128;
  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();

  private final ScalarKernels scalar = new ScalarKernels();

  @Override
  public float dot(float[] left, int from, float[] right, int count) {
    return dot(left, from, right, 0, count);
  }

  /** {@link RowKernels#dot} of {@code left[at … at+count)} and {@code right[from … from+count)}. */
  static float dot(float[] left, int at, float[] right, int from, int count) {
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLeft = FloatVector.fromArray(FOUR, left, at + k);
      FloatVector highLeft = FloatVector.fromArray(FOUR, left, at + k + 4);
      FloatVector lowRight = FloatVector.fromArray(FOUR, right, from + k);
      FloatVector highRight = FloatVector.fromArray(FOUR, right, from + k + 4);
      low = lowLeft.lanewise(MUL, lowRight).lanewise(ADD, low);
      high = highLeft.lanewise(MUL, highRight).lanewise(ADD, high);
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      first += left[at + k] * right[from + k];
    }
    FloatVector sum = low.lanewise(ADD, high);
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
    FloatVector deltas = FloatVector.broadcast(WIDEST, delta);
    int end = from + count;
    int k = from;
    for (; k <= end - WIDTH; k += WIDTH) {
      FloatVector level = FloatVector.fromArray(WIDEST, levels, k);
      FloatVector square = FloatVector.fromArray(WIDEST, squares, k);
      FloatVector sigma = square.lanewise(SQRT).lanewise(ADD, deltas);
      FloatVector threshold = shrinkages.lanewise(DIV, sigma);
      FloatVector shift = level.lanewise(MAX, threshold.lanewise(NEG)).lanewise(MIN, threshold);
      level.lanewise(SUB, shift).intoArray(levels, k);
    }
    scalar.readAdaptive(levels, squares, k, end - k, shrinkage, delta);
  }

  @Override
  public void step(float[] values, int from, float[] p, int count, float scale, float threshold) {
    FloatVector scales = FloatVector.broadcast(WIDEST, scale);
    FloatVector huge = FloatVector.broadcast(WIDEST, ScalarKernels.HUGE);
    FloatVector most = FloatVector.broadcast(WIDEST, threshold);
    FloatVector least = FloatVector.broadcast(WIDEST, -threshold);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector along = FloatVector.fromArray(WIDEST, p, k).lanewise(MUL, scales);
      FloatVector w = FloatVector.fromArray(WIDEST, values, from + k).lanewise(ADD, along);
      FloatVector shift = w.lanewise(MUL, huge).lanewise(MAX, least).lanewise(MIN, most);
      w.lanewise(ADD, shift).intoArray(values, from + k);
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
    FloatVector xs = FloatVector.broadcast(WIDEST, x);
    FloatVector etas = FloatVector.broadcast(WIDEST, eta);
    FloatVector deltas = FloatVector.broadcast(WIDEST, delta);
    FloatVector shrinkages = FloatVector.broadcast(WIDEST, shrinkage);
    FloatVector huge = FloatVector.broadcast(WIDEST, ScalarKernels.HUGE);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector g = FloatVector.fromArray(WIDEST, p, k).lanewise(MUL, xs);
      FloatVector square =
          FloatVector.fromArray(WIDEST, squares, from + k).lanewise(ADD, g.lanewise(MUL, g));
      FloatVector sigma = square.lanewise(SQRT).lanewise(ADD, deltas);
      FloatVector step = g.lanewise(MUL, etas).lanewise(DIV, sigma);
      FloatVector w = FloatVector.fromArray(WIDEST, values, from + k).lanewise(ADD, step);
      FloatVector threshold = shrinkages.lanewise(DIV, sigma);
      FloatVector shift =
          w.lanewise(MUL, huge).lanewise(MAX, threshold.lanewise(NEG)).lanewise(MIN, threshold);
      square.intoArray(squares, from + k);
      w.lanewise(ADD, shift).intoArray(values, from + k);
    }
    ScalarKernels.stepAdaptive(values, squares, from, p, k, count, x, eta, shrinkage, delta);
  }

  @Override
  public void addSquares(float[] squares, int from, float[] p, int count, float x, float dither) {
    FloatVector xs = FloatVector.broadcast(WIDEST, x);
    FloatVector dithers = FloatVector.broadcast(WIDEST, dither);
    FloatVector ulps = FloatVector.broadcast(WIDEST, 0x1p-23f);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector square = FloatVector.fromArray(WIDEST, squares, from + k);
      FloatVector g = FloatVector.fromArray(WIDEST, p, k).lanewise(MUL, xs);
      FloatVector growth = g.lanewise(MUL, g);
      FloatVector sum = square.lanewise(ADD, growth);
      FloatVector kept = sum.lanewise(SUB, square);
      FloatVector error =
          square.lanewise(SUB, sum.lanewise(SUB, kept)).lanewise(ADD, growth.lanewise(SUB, kept));
      FloatVector power = sum.reinterpretAsInts().lanewise(AND, 0x7F800000).reinterpretAsFloats();
      FloatVector dithered = power.lanewise(MUL, ulps).lanewise(MUL, dithers);
      sum.lanewise(ADD, error.lanewise(ADD, dithered)).intoArray(squares, from + k);
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
    FloatVector xs = FloatVector.broadcast(WIDEST, x);
    FloatVector etas = FloatVector.broadcast(WIDEST, eta);
    FloatVector deltas = FloatVector.broadcast(WIDEST, delta);
    FloatVector shrinkages = FloatVector.broadcast(WIDEST, shrinkage);
    FloatVector huge = FloatVector.broadcast(WIDEST, ScalarKernels.HUGE);
    int k = 0;
    for (; k <= count - WIDTH; k += WIDTH) {
      FloatVector g = FloatVector.fromArray(WIDEST, p, k).lanewise(MUL, xs);
      FloatVector square = FloatVector.fromArray(WIDEST, squares, from + k);
      FloatVector sigma = square.lanewise(SQRT).lanewise(ADD, deltas);
      FloatVector step = g.lanewise(MUL, etas).lanewise(DIV, sigma);
      FloatVector w = FloatVector.fromArray(WIDEST, values, from + k).lanewise(ADD, step);
      FloatVector threshold = shrinkages.lanewise(DIV, sigma);
      FloatVector shift =
          w.lanewise(MUL, huge).lanewise(MAX, threshold.lanewise(NEG)).lanewise(MIN, threshold);
      w.lanewise(ADD, shift).intoArray(values, from + k);
    }
    ScalarKernels.stepScaled(values, squares, from, p, k, count, x, eta, shrinkage, delta);
  }

  @Override
  public float score(float[] levels, float[] values, float[] p, int count, float threshold) {
    FloatVector most = FloatVector.broadcast(FOUR, threshold);
    FloatVector least = FloatVector.broadcast(FOUR, -threshold);
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLevel = FloatVector.fromArray(FOUR, levels, k);
      FloatVector highLevel = FloatVector.fromArray(FOUR, levels, k + 4);
      FloatVector lowValue =
          lowLevel.lanewise(SUB, lowLevel.lanewise(MAX, least).lanewise(MIN, most));
      FloatVector highValue =
          highLevel.lanewise(SUB, highLevel.lanewise(MAX, least).lanewise(MIN, most));
      FloatVector lowP = FloatVector.fromArray(FOUR, p, k);
      FloatVector highP = FloatVector.fromArray(FOUR, p, k + 4);
      low = lowValue.lanewise(MUL, lowP).lanewise(ADD, low);
      high = highValue.lanewise(MUL, highP).lanewise(ADD, high);
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      first += ShrinkageKernels.soft(levels[k], threshold) * p[k];
    }
    FloatVector sum = low.lanewise(ADD, high);
    return ((first + high.lane(0)) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  }

  @Override
  public float play(float[] levels, float[] p, int count, float scale, float threshold) {
    FloatVector scales = FloatVector.broadcast(FOUR, scale);
    FloatVector huge = FloatVector.broadcast(FOUR, ScalarKernels.HUGE);
    FloatVector most = FloatVector.broadcast(FOUR, threshold);
    FloatVector least = FloatVector.broadcast(FOUR, -threshold);
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLevel = FloatVector.fromArray(FOUR, levels, k);
      FloatVector highLevel = FloatVector.fromArray(FOUR, levels, k + 4);
      FloatVector lowValue =
          lowLevel.lanewise(SUB, lowLevel.lanewise(MAX, least).lanewise(MIN, most));
      FloatVector highValue =
          highLevel.lanewise(SUB, highLevel.lanewise(MAX, least).lanewise(MIN, most));
      FloatVector lowP = FloatVector.fromArray(FOUR, p, k);
      FloatVector highP = FloatVector.fromArray(FOUR, p, k + 4);
      low = lowValue.lanewise(MUL, lowP).lanewise(ADD, low);
      high = highValue.lanewise(MUL, highP).lanewise(ADD, high);
      FloatVector lowW = lowValue.lanewise(ADD, lowP.lanewise(MUL, scales));
      FloatVector highW = highValue.lanewise(ADD, highP.lanewise(MUL, scales));
      FloatVector lowShift = lowW.lanewise(MUL, huge).lanewise(MAX, least).lanewise(MIN, most);
      FloatVector highShift = highW.lanewise(MUL, huge).lanewise(MAX, least).lanewise(MIN, most);
      lowW.lanewise(ADD, lowShift).intoArray(levels, k);
      highW.lanewise(ADD, highShift).intoArray(levels, k + 4);
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      float value = ShrinkageKernels.soft(levels[k], threshold);
      first += value * p[k];
      float w = value + scale * p[k];
      levels[k] = w + Math.min(Math.max(w * ScalarKernels.HUGE, -threshold), threshold);
    }
    FloatVector sum = low.lanewise(ADD, high);
    return ((first + high.lane(0)) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  }
}
