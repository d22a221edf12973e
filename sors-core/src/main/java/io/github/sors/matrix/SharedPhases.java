package io.github.sors.matrix;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Plays successive phases with several threads that wait for each other at the end of each phase.
 *
 * <p>A phase has a fixed number of units of work, a few per thread, which do not depend on each
 * other. A thread begins with its own units, whose data are likely to be in the cache of its core,
 * and then helps with units that nobody has begun. So threads finish a phase at about the same
 * time, and no phase waits for a thread that has lost its processor, unless in the middle of a
 * unit.
 *
 * <p>Threads: belongs to the thread that calls {@link #play}. Failures: what the work throws is
 * thrown by {@link #play}; the phase is not finished then.
 */
final class SharedPhases {

  // numbers that different threads write are a cache line apart, and its neighbour
  private static final int STRIDE = 32;
  // how long a thread waits for the others before it leaves the phases to them, at least
  private static final long SHORTEST_PATIENCE_NANOS = 200_000;
  private static final int SPINS_PER_LOOK = 64;

  /** The work of all phases. */
  interface Work {

    /** Does a unit of a phase; units are numbered from 0. */
    void run(int unit, int phase);

    /**
     * Finishes a phase, after all its units; called by one of the threads. What it writes is
     * visible to all threads in the next phase.
     *
     * @return whether there is another phase
     */
    boolean finish(int phase);
  }

  private final int threads;
  private final int unitsPerThread;
  private final int extraUnits;
  // per thread, how many of its units were taken in all phases; last, how many extra units
  private final AtomicIntegerArray taken;
  private final AtomicInteger finishedUnits = new AtomicInteger();
  // the number of phases that are finished; everything written before is visible to its readers
  private volatile int phase;
  private volatile boolean failed;
  private boolean over;
  private Work work;

  /**
   * Creates the memory for phases.
   *
   * @param extraUnits how many units have no owner; they have the highest numbers, and are done by
   *     the first threads that have done their own
   */
  SharedPhases(int threads, int unitsPerThread, int extraUnits) {
    this.threads = threads;
    this.unitsPerThread = unitsPerThread;
    this.extraUnits = extraUnits;
    taken = new AtomicIntegerArray((threads + 1) * STRIDE);
  }

  /** The number of units that have an owner. */
  int ownedUnits() {
    return threads * unitsPerThread;
  }

  /** Plays phases, from number 0 on, until the last one is finished. */
  void play(RowWorkers workers, Work newWork) {
    for (int owner = 0; owner <= threads; owner++) {
      taken.set(owner * STRIDE, 0);
    }
    finishedUnits.set(0);
    failed = false;
    over = false;
    work = newWork;
    phase = 0;
    workers.forEachPart(threads, this::playAs);
  }

  /** Plays as one of the threads, until all is over or the others take too long. */
  private void playAs(int thread) {
    boolean done = false;
    try {
      for (int now = phase; !over && !failed; now = phase) {
        long start = System.nanoTime();
        takePart(thread, now);
        long patience = Math.max(SHORTEST_PATIENCE_NANOS, System.nanoTime() - start);
        if (!awaitEnd(now, thread == 0 ? Long.MAX_VALUE : patience)) {
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

  /** Does the own units, and then what nobody has begun. */
  private void takePart(int thread, int now) {
    int done = runUnits(thread, unitsPerThread, now);
    done += runUnits(threads, extraUnits, now);
    for (int k = 1; k < threads; k++) {
      done += runUnits((thread + k) % threads, unitsPerThread, now);
    }
    if (done > 0 && finishedUnits.addAndGet(done) == (now + 1) * (ownedUnits() + extraUnits)) {
      over = !work.finish(now);
      phase = now + 1;
    }
  }

  /** Does those of an owner's units that nobody has begun; returns how many. */
  private int runUnits(int owner, int units, int now) {
    int done = 0;
    for (int n = take(owner, units, now); n >= 0; n = take(owner, units, now)) {
      work.run(owner * unitsPerThread + n, now);
      done++;
    }
    return done;
  }

  /** Takes one of an owner's units; returns its number, or -1 if all of them are taken. */
  private int take(int owner, int units, int now) {
    int before = now * units;
    int next = taken.get(owner * STRIDE);
    while (next < before + units) {
      if (taken.compareAndSet(owner * STRIDE, next, next + 1)) {
        return next - before;
      }
      next = taken.get(owner * STRIDE);
    }
    return -1;
  }

  /** Waits until a phase is over; returns whether it was worth waiting for. */
  @SuppressWarnings("ThreadPriorityCheck") // yielding is politeness: nothing depends on it
  private boolean awaitEnd(int now, long patienceNanos) {
    long start = System.nanoTime();
    for (int spin = 1; phase == now && !failed; spin++) {
      Thread.onSpinWait();
      if (spin % SPINS_PER_LOOK == 0) {
        long waited = System.nanoTime() - start;
        if (waited > patienceNanos) {
          return false;
        }
        if (waited > SHORTEST_PATIENCE_NANOS) {
          Thread.yield();
        }
      }
    }
    return true;
  }
}
