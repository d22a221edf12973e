package io.github.sors.lab.study;

/** Is told how a study goes on; calls do not overlap. */
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
   * @param done how many cells are finished, those of earlier runs included
   * @param total how many there are
   * @param what which cell it was
   * @param result what came of it
   * @param secondsLeft an estimate of how long the rest takes
   */
  void finished(int done, int total, String what, CellResult result, double secondsLeft);
}
