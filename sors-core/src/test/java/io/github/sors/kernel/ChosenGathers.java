package io.github.sors.kernel;

/** A program that prints which reads of scattered entries were chosen; run in JVMs of its own. */
final class ChosenGathers {

  private ChosenGathers() {}

  public static void main(String[] arguments) {
    System.out.println(
        KernelChoice.chooseGathers(
                GatherKernels.Loops.class,
                ScalarGatherLoops::new,
                "io.github.sors.kernel.VectorGatherLoops")
            .getClass()
            .getSimpleName());
  }
}
