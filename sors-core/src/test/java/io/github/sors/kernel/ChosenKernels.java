package io.github.sors.kernel;

/** A program that uses the kernels and prints which were chosen; run in JVMs of its own. */
final class ChosenKernels {

  private ChosenKernels() {}

  public static void main(String[] arguments) {
    float[] ones = {1, 1, 1};
    System.out.println(
        KernelChoice.choose(
                    RowKernels.class, ScalarKernels::new, "io.github.sors.kernel.VectorKernels")
                .getClass()
                .getSimpleName()
            + " "
            + ShrinkageKernels.dot(ones, 0, ones, 3));
  }
}
