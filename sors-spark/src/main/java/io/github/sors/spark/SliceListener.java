package io.github.sors.spark;

/** Is told of every slice of a training, on the driver; the training waits for it. */
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
