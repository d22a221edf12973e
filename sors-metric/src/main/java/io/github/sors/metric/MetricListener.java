package io.github.sors.metric;

/** Called synchronously after every step of a learner; decides whether to continue. */
@FunctionalInterface
public interface MetricListener {

  /** Never ends the learning. */
  MetricListener NONE = (done, most) -> true;

  /**
   * Called after a step, which is an iteration, a sweep or a triplet, as the algorithm has it.
   *
   * @param done the steps so far
   * @param most the steps after which the learning ends at the latest
   * @return whether to continue
   */
  boolean goOn(long done, long most);
}
