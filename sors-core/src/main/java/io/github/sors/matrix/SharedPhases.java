package io.github.sors.matrix;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Plays successive phases with several threads, which wait for each other at the end of each phase
 * only if there is nothing left to do.
 *
 * <p>A phase has a fixed number of units of work, a few per thread, which do not depend on each
 * other. A thread begins with its own units, whose data are likely to be in the cache of its core.
 * Units that do not depend on the phase before are early units: a thread that has done its own
 * units of a phase goes on with its early ones of the next. Only then it helps others with units
 * that nobody has begun. So threads hardly wait, and no phase waits for a thread that has lost its
 * processor, unless in the middle of a unit. A thread that has to wait for long leaves its
 * processor to others for a moment, and the phases to the others if that happens twice in a row.
 *
 * <p>Threads: belongs to the thread that calls {@link #play}. Failures: what the work throws is
 * thrown by {@link #play}; the phase is not finished then.
 */
final class SharedPhases {

  // numbers that different threads write are a cache line apart, and its neighbour; so is the first
  // from the length of the array, which everybody reads
  private static final int STRIDE = 32;
  // the two numbers of an owner: how many of its units were taken in all phases
  private static final int UNITS = 0;
  private static final int EARLY_UNITS = 1;
  // how long a thread spins before it leaves its processor to others, at first and after it has
  // just done so; and for how long it leaves it
  private static final long PATIENCE_NANOS = 200_000;
  private static final long SHORT_PATIENCE_NANOS = 100_000;
  private static final long NAP_NANOS = 50_000;
  private static final int SPINS_PER_LOOK = 64;

  /** The work of all phases. */
  interface Work {

    /**
     * Does a unit of a phase; units are numbered from 0.
     *
     * @param early whether it is the early unit that belongs to an owned unit of this number: the
     *     phase before may not be finished then, but the one before that is
     */
    void run(int unit, boolean early, int phase);

    /**
     * Finishes a phase, after all its units; called by one of the threads. What it writes is
     * visible to all threads in the next phase, but not to its early units.
     *
     * @return whether there is another phase
     */
    boolean finish(int phase);
  }

  private final int threads;
  private final int unitsPerThread;
  private final int extraUnits;
  private final int unitsPerPhase;
  // the numbers of each thread; last, those of the extra units
  private final AtomicIntegerArray taken;
  // how many units of even and of odd phases are finished
  private final AtomicIntegerArray finishedUnits = new AtomicIntegerArray(3 * STRIDE);
  // the number of phases that are finished; everything written before is visible to its readers
  private volatile int phase;
  private volatile boolean failed;
  private boolean over;
  private Work work;

  /**
   * Creates the memory for phases.
   *
   * @param unitsPerThread how many units each thread owns; each has an early unit
   * @param extraUnits how many units have no owner; they have the highest numbers, and are done by
   *     the first threads that have done their own
   */
  SharedPhases(int threads, int unitsPerThread, int extraUnits) {
    this.threads = threads;
    this.unitsPerThread = unitsPerThread;
    this.extraUnits = extraUnits;
    this.unitsPerPhase = 2 * ownedUnits() + extraUnits;
    taken = new AtomicIntegerArray((threads + 2) * STRIDE);
  }

  /** The number of units that have an owner. */
  int ownedUnits() {
    return threads * unitsPerThread;
  }

  /**
   * Plays phases, from number 0 on, until the last one is finished.
   *
   * @param players how many of the threads take part; they also do the units of the others
   */
  void play(RowWorkers workers, int players, Work newWork) {
    for (int owner = 0; owner <= threads; owner++) {
      taken.set(place(owner, UNITS), 0);
      taken.set(place(owner, EARLY_UNITS), 0);
    }
    finishedUnits.set(placeOfPhase(0), 0);
    finishedUnits.set(placeOfPhase(1), 0);
    failed = false;
    over = false;
    work = newWork;
    phase = 0;
    workers.forEachPart(players, this::playAs);
  }

  private static int place(int owner, int kind) {
    return (owner + 1) * STRIDE + kind;
  }

  private static int placeOfPhase(int ofPhase) {
    return ((ofPhase & 1) + 1) * STRIDE;
  }

  /** Plays as one of the threads, until all is over or the others take too long. */
  private void playAs(int thread) {
    boolean done = false;
    boolean napped = false;
    try {
      for (int now = phase; !over && !failed; now = phase) {
        takePart(thread, now);
        workAhead(thread, now);
        help(thread, now);
        boolean nappedBefore = napped;
        napped = awaitEnd(now, napped ? SHORT_PATIENCE_NANOS : PATIENCE_NANOS);
        if (napped && nappedBefore && thread > 0) {
          // the processors are busy: the others will do our units, too
          break;
        }
      }
      done = true;
    } finally {
      if (!done) {
        // so that nobody waits for this thread
        failed = true;
      }
    }
  }

  /** Does the own units, and those without an owner that nobody has begun. */
  private void takePart(int thread, int now) {
    int done = runUnits(thread, unitsPerThread, now);
    done += runUnits(threads, extraUnits, now);
    count(done, now);
  }

  /** Does own early units of the next phase, until this one is finished. */
  private void workAhead(int thread, int now) {
    int done = 0;
    int unit = takeEarly(thread, now + 1);
    while (unit >= 0) {
      work.run(unit, true, now + 1);
      done++;
      unit = phase == now ? takeEarly(thread, now + 1) : -1;
    }
    count(done, now + 1);
  }

  /** Does units of others that nobody has begun, until the phase is finished. */
  private void help(int thread, int now) {
    int done = 0;
    for (int k = 1; k < threads && phase == now; k++) {
      done += runUnits((thread + k) % threads, unitsPerThread, now);
    }
    count(done, now);
  }

  /** Counts finished units, and finishes their phase with the last of them. */
  private void count(int done, int ofPhase) {
    int all = (ofPhase / 2 + 1) * unitsPerPhase;
    if (done > 0 && finishedUnits.addAndGet(placeOfPhase(ofPhase), done) == all) {
      over = !work.finish(ofPhase);
      phase = ofPhase + 1;
    }
  }

  /** Does those of an owner's units that nobody has begun; returns how many. */
  private int runUnits(int owner, int units, int now) {
    int done = 0;
    while (true) {
      int unit = take(UNITS, owner, units, now);
      boolean early = unit < 0 && owner < threads;
      if (early) {
        unit = takeEarly(owner, now);
      }
      if (unit < 0) {
        return done;
      }
      work.run(unit, early, now);
      done++;
    }
  }

  private int takeEarly(int owner, int ofPhase) {
    return take(EARLY_UNITS, owner, unitsPerThread, ofPhase);
  }

  /** Takes one of an owner's units; returns its number, or -1 if all of them are taken. */
  private int take(int kind, int owner, int units, int ofPhase) {
    int before = ofPhase * units;
    int place = place(owner, kind);
    int next = taken.get(place);
    while (next < before + units) {
      if (taken.compareAndSet(place, next, next + 1)) {
        return owner * unitsPerThread + next - before;
      }
      next = taken.get(place);
    }
    return -1;
  }

  /** Waits until a phase is over; returns whether that took more than patience. */
  private boolean awaitEnd(int now, long patienceNanos) {
    boolean napped = false;
    long start = System.nanoTime();
    for (int spin = 1; phase == now && !failed; spin++) {
      Thread.onSpinWait();
      if (spin % SPINS_PER_LOOK == 0 && System.nanoTime() - start > patienceNanos) {
        LockSupport.parkNanos(this, NAP_NANOS);
        napped = true;
      }
    }
    return napped;
  }
}
