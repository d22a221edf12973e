package io.github.sors.learn;

/**
 * Chooses between one thread and several by the time that both have taken, which depends on the
 * machine and on who else uses it.
 *
 * <p>The slower way is tried again after a while, and after twice as long each time that it is
 * still the slower one. What it takes then counts alone; of the faster way the latest times count
 * most.
 */
final class FasterWay {

  private static final int FIRST_PAUSE = 8;
  private static final int LONGEST_PAUSE = 256;

  // nanoseconds per piece of work, 0 where it is not known
  private double alone;
  private double shared;
  private int pause = FIRST_PAUSE;
  private int untilTrial = FIRST_PAUSE;

  /** Whether the next work is to be shared. */
  boolean isShared() {
    if (shared == 0 || alone == 0) {
      return shared == 0;
    }
    boolean faster = shared < alone;
    if (--untilTrial > 0) {
      return faster;
    }
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
    untilTrial = pause;
    return !faster;
  }

  /** Notes how long one thread took. */
  void tookAlone(long nanos, long work) {
    boolean faster = shared < alone;
    double now = (double) nanos / work;
    alone = faster || alone == 0 ? now : (alone + now) / 2;
    noteChange(faster);
  }

  /** Notes how long several threads took. */
  void tookShared(long nanos, long work) {
    boolean faster = shared < alone;
    double now = (double) nanos / work;
    shared = faster && shared > 0 ? (shared + now) / 2 : now;
    noteChange(faster);
  }

  private void noteChange(boolean wasFaster) {
    if (wasFaster != shared < alone) {
      pause = FIRST_PAUSE;
      untilTrial = FIRST_PAUSE;
    }
  }
}
