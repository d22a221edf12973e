package io.github.sors.metric;

/** Is told of every step of a learner, which waits for it; it decides whether to go on. */
@FunctionalInterface
public interface MetricListener {

  /** Never ends the learning. */
  MetricListener NONE = (done, most) -> true;

  /**
   * Called after a step, which is an iteration, a sweep or a triplet, as the algorithm has it.
   *
   * @param done the steps so far
   * @param most the steps after which the learning ends at the latest
   * @return whether to go on
   */
  boolean goOn(long done, long most);
}
