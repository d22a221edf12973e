package io.github.sors.spark;

/** Called synchronously on the driver after every slice of a training. */
@FunctionalInterface
public interface SliceListener {

  /**
   * Called after a slice.
   *
   * @param slices how many are done
   * @param model as it stands; only to be used until this returns, as its rows are given up then
   */
  void afterSlice(int slices, SorsSimilarityModel model);
}
