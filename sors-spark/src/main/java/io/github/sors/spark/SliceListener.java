package io.github.sors.spark;

/** Called synchronously on the driver after every slice of a training. */
@FunctionalInterface
public interface SliceListener {

  /**
   * Called after a slice.
   *
   * @param slices the number of finished slices
   * @param model the present model; only valid until this returns, since its rows are released then
   */
  void afterSlice(int slices, SorsSimilarityModel model);
}
