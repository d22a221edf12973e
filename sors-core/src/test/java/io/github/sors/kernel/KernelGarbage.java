package io.github.sors.kernel;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * A program that has used the Vector API with registers of other sizes than the kernels do, and
 * prints how many bytes a call of each of their loops allocates once it is compiled; run in JVMs of
 * its own.
 */
final class KernelGarbage {

  private static final int COUNT = 200;
  private static final int CALLS = 10_000;

  private KernelGarbage() {}

  public static void main(String[] arguments) {
    int widest = FloatVector.SPECIES_PREFERRED.vectorBitSize();
    System.out.println("widest registers: " + widest);
    for (int bits : new int[] {64, 256, 512}) {
      if (bits != widest) {
        use(VectorSpecies.of(float.class, VectorShape.forBitSize(bits)));
      }
    }
    loops().forEach((name, loop) -> System.out.println(name + ": " + bytesPerCall(loop)));
  }

  private static void use(VectorSpecies<Float> species) {
    float[] numbers = new float[64];
    for (int call = 0; call < 100; call++) {
      FloatVector sum = FloatVector.zero(species);
      for (int k = 0; k < numbers.length; k += species.length()) {
        FloatVector vector = FloatVector.fromArray(species, numbers, k);
        FloatVector value = vector.sub(vector.max(-0.1f).min(0.1f)).mul(vector).fma(vector, vector);
        sum = sum.add(value);
      }
      sum.intoArray(numbers, 0);
    }
  }

  private static Map<String, Runnable> loops() {
    float[] a = new float[COUNT];
    float[] b = new float[COUNT];
    float[] c = new float[COUNT];
    float[][] three = {a, b, c};
    int[] starts = new int[COUNT];
    float[][] rows = new float[COUNT][64];
    float[][] sums = new float[3][64];
    Map<String, Runnable> loops = new LinkedHashMap<>();
    RowKernels row = new VectorKernels();
    loops.put("dot", () -> row.dot(a, 0, b, COUNT));
    loops.put("score", () -> row.score(a, c, b, COUNT, 0.1f));
    loops.put("play", () -> row.play(a, b, COUNT, 0.1f, 0.1f));
    loops.put("step", () -> row.step(a, 0, b, COUNT, 0.1f, 0.1f));
    loops.put("readAdaptive", () -> row.readAdaptive(a, b, 0, COUNT, 0.1f, 1));
    loops.put("stepAdaptive", () -> row.stepAdaptive(a, b, 0, c, COUNT, 1, 0.1f, 0.1f, 1));
    loops.put("stepScaled", () -> row.stepScaled(a, b, 0, c, COUNT, 1, 0.1f, 0.1f, 1));
    loops.put("addSquares", () -> row.addSquares(a, 0, b, COUNT, 1, 0.1f));
    EncoderKernels.Loops encoder = new VectorEncoderLoops();
    loops.put("dot of an encoder", () -> encoder.dot(a, 0, b, 0, COUNT));
    loops.put("add", () -> encoder.add(a, 0, 0.1f, b, 0, COUNT));
    loops.put("addFour", () -> encoder.addFour(c, 0, a, 0, rows, starts, 0, 64));
    loops.put("moveFour", () -> encoder.moveFour(rows, starts, 0, 0, a, 0, b, 0, 64));
    loops.put("addToThree", () -> encoder.addToThree(sums, 0, three, rows, starts, 0, COUNT, 64));
    loops.put("moveByThree", () -> encoder.moveByThree(rows, starts, 0, COUNT, three, sums, 0, 64));
    EmbeddingKernels.Loops dense = new VectorEmbeddingLoops();
    loops.put("dot of embeddings", () -> dense.dot(a, 0, b, 0, COUNT));
    loops.put("dots of embeddings", () -> dense.dots(a, 0, rows, starts, COUNT, 64, b));
    float[] d = new float[COUNT];
    loops.put("dots of two", () -> dense.dotsOfTwo(a, 0, b, 0, rows, starts, COUNT, 64, c, d));
    loops.put("adam", () -> dense.adam(a, b, c, 0, b, COUNT, 0.1f, 0.1f, 1));
    return loops;
  }

  private static long bytesPerCall(Runnable loop) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int call = 0; call < 4 * CALLS; call++) {
      if (call == 3 * CALLS) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      loop.run();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;
  }
}
