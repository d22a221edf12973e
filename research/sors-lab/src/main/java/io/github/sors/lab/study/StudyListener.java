package io.github.sors.lab.study;

/**
 * Called with the progress of a study; calls do not overlap.
 *
 * <p>Threads: called on the threads of the study; calls do not overlap. Failures: what it throws
 * ends the study, whose finished cells stay.
 */
public interface StudyListener {

  /**
   * Called once at the beginning.
   *
   * @param total how many cells there are
   * @param found how many of them an earlier run has finished
   */
  void started(int total, int found);

  /**
   * Called after every cell.
   *
   * @param done how many cells are finished, including those of earlier runs
   * @param total how many there are
   * @param what which cell it was
   * @param result its result
   * @param secondsLeft an estimate of the remaining time
   */
  void finished(int done, int total, String what, CellResult result, double secondsLeft);
}
