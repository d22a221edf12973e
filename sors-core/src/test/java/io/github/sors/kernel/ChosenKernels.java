package io.github.sors.kernel;

/**
 * A program that uses the kernels and prints what was chosen; run in JVMs of its own. With an
 * argument, it prints which reads of scattered entries were chosen.
 */
final class ChosenKernels {

  private ChosenKernels() {}

  public static void main(String[] arguments) {
    float[] ones = {1, 1, 1};
    if (arguments.length > 0) {
      System.out.println(
          KernelChoice.chooseGathers(
                  GatherKernels.Loops.class,
                  ScalarGatherLoops::new,
                  "io.github.sors.kernel.VectorGatherLoops")
              .getClass()
              .getSimpleName());
      return;
    }
    System.out.println(
        KernelChoice.choose(
                    RowKernels.class, ScalarKernels::new, "io.github.sors.kernel.VectorKernels")
                .getClass()
                .getSimpleName()
            + " "
            + ShrinkageKernels.dot(ones, 0, ones, 3));
  }
}
