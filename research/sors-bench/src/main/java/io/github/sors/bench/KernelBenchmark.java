package io.github.sors.bench;

import io.github.sors.kernel.ShrinkageKernels;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times the arithmetic of one row of a round, on arrays in the first-level cache.
 *
 * <p>The kernels have no branches, so their time does not depend on the values, unless repeated
 * calls make some of them subnormal or infinite: a threshold of 0 and gradients of 0 keep every
 * value unchanged.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {

  private static final long SEED = 1;
  private static final float DELTA = 0.1f;

  @Param({"16", "128", "1024"})
  int count;

  private float[] levels;
  private float[] squares;
  private float[] values;
  private float[] differences;
  // not constants, so that the compiler has to multiply by them
  private float zero;
  private float eta;

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(SEED);
    levels = new float[count];
    squares = new float[count];
    values = new float[count];
    differences = new float[count];
    for (int k = 0; k < count; k++) {
      levels[k] = (float) (random.nextDouble() - 0.5);
      squares[k] = (float) random.nextDouble();
      differences[k] = (float) (random.nextDouble() - 0.5);
    }
    zero = 0;
    eta = 0.1f;
  }

  @Benchmark
  public float dot() {
    return ShrinkageKernels.dot(levels, 0, differences, count);
  }

  @Benchmark
  public float[] read() {
    ShrinkageKernels.read(levels, 0, count, zero);
    return levels;
  }

  @Benchmark
  public float[] step() {
    ShrinkageKernels.step(levels, 0, differences, count, zero, zero);
    return levels;
  }

  @Benchmark
  public float[] readAdaptive() {
    ShrinkageKernels.readAdaptive(levels, squares, 0, count, zero, DELTA);
    return levels;
  }

  @Benchmark
  public float[] stepAdaptive() {
    ShrinkageKernels.stepAdaptive(levels, squares, 0, differences, count, zero, eta, zero, DELTA);
    return levels;
  }

  @Benchmark
  public float score() {
    return ShrinkageKernels.score(levels, values, differences, count, zero);
  }

  @Benchmark
  public float play() {
    return ShrinkageKernels.play(levels, differences, count, zero, zero);
  }

  @Benchmark
  public float scoreAdaptive() {
    return ShrinkageKernels.scoreAdaptive(levels, squares, values, differences, count, zero, DELTA);
  }

  @Benchmark
  public float playAdaptive() {
    return ShrinkageKernels.playAdaptive(
        levels, squares, differences, count, zero, eta, zero, DELTA);
  }
}
