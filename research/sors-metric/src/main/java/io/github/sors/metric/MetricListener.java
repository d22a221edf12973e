package io.github.sors.metric;

/**
 * Called synchronously after every step of a learner; decides whether to continue.
 *
 * <p>Threads: called on the thread that learns. Failures: what it throws ends the learning without
 * a model.
 */
@FunctionalInterface
public interface MetricListener {

  /** Never ends the learning. */
  MetricListener NONE = (done, most) -> true;

  /**
   * Called after a step: an iteration, a sweep or a triplet, depending on the algorithm.
   *
   * @param done the steps so far
   * @param most the maximum number of steps
   * @return whether to continue
   */
  boolean goOn(long done, long most);
}
