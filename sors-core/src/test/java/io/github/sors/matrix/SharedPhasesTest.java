package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SharedPhasesTest {

  private static final int PHASES = 40;

  /** Counts what is done, and checks that nothing is done too soon. */
  private static class CountingWork implements SharedPhases.Work {
    final int owned;
    final int extra;
    final AtomicIntegerArray done;
    final AtomicIntegerArray doneEarly;
    volatile int finished;
    volatile String mistake = "";

    CountingWork(SharedPhases phases, int extra) {
      this.owned = phases.ownedUnits();
      this.extra = extra;
      done = new AtomicIntegerArray((owned + extra) * (PHASES + 1));
      doneEarly = new AtomicIntegerArray(owned * (PHASES + 1));
    }

    @Override
    public void run(int unit, boolean early, int phase) {
      int now = finished;
      if (phase != now && !(early && phase == now + 1)) {
        mistake = "unit " + unit + " of phase " + phase + " is done in phase " + now;
      }
      if (early) {
        doneEarly.incrementAndGet(phase * owned + unit);
      } else {
        done.incrementAndGet(phase * (owned + extra) + unit);
      }
    }

    @Override
    public boolean finish(int phase) {
      if (phase != finished) {
        mistake = "phase " + phase + " is finished after " + finished + " phases";
      }
      for (int unit = 0; unit < owned + extra; unit++) {
        if (done.get(phase * (owned + extra) + unit) != 1
            || (unit < owned && doneEarly.get(phase * owned + unit) != 1)) {
          mistake = "phase " + phase + " is finished without unit " + unit;
        }
      }
      finished = phase + 1;
      return phase + 1 < PHASES;
    }
  }

  @Test
  void doesEveryUnitOnceAndNoneTooSoon() {
    for (int threads = 1; threads <= 5; threads++) {
      RowWorkers workers = new RowWorkers(threads);
      SharedPhases phases = new SharedPhases(threads, 3, 2);
      for (int play = 0; play < 200; play++) {
        CountingWork work = new CountingWork(phases, 2);
        // some of the threads do the units of all
        phases.play(workers, 1 + play % threads, work);
        assertThat(work.mistake).as("%s threads", threads).isEmpty();
        assertThat(work.finished).isEqualTo(PHASES);
      }
    }
  }

  @Test
  void worksAheadInsteadOfWaiting() {
    RowWorkers workers = new RowWorkers(2);
    SharedPhases phases = new SharedPhases(2, 1, 0);
    // a thread does only its own early units
    CountDownLatch ahead = new CountDownLatch(1);
    CountingWork work =
        new CountingWork(phases, 0) {
          @Override
          public void run(int unit, boolean early, int phase) {
            super.run(unit, early, phase);
            if (early && phase == 1) {
              ahead.countDown();
            } else if (phase == 0 && unit == 0 && !early && !await(ahead)) {
              mistake = "no early unit of phase 1 was done in phase 0";
            }
          }
        };
    phases.play(workers, workers.threads(), work);
    assertThat(work.mistake).isEmpty();
    assertThat(work.finished).isEqualTo(PHASES);
  }

  @Test
  void aThreadThatHadToWaitForLongTakesPartAgain() {
    RowWorkers workers = new RowWorkers(2);
    SharedPhases phases = new SharedPhases(2, 1, 0);
    CountDownLatch both = new CountDownLatch(2);
    CountingWork work =
        new CountingWork(phases, 0) {
          @Override
          public void run(int unit, boolean early, int phase) {
            super.run(unit, early, phase);
            if (phase == 0 && unit == 0 && !early) {
              if (!awaitNaps(phases, 1)) {
                mistake = "the other thread does not nap in phase 0";
              }
            } else if (phase == 1 && !early) {
              both.countDown();
              if (!await(both)) {
                mistake = "one thread does all units of phase 1";
              }
            }
          }
        };
    phases.play(workers, workers.threads(), work);
    assertThat(work.mistake).isEmpty();
  }

  @Test
  void endsWithoutThreadsThatHaveLeft() {
    RowWorkers workers = new RowWorkers(3);
    SharedPhases phases = new SharedPhases(3, 2, 1);
    CountingWork work =
        new CountingWork(phases, 1) {
          @Override
          public void run(int unit, boolean early, int phase) {
            super.run(unit, early, phase);
            // who naps in two phases after each other leaves
            if (phase < 2 && unit == 0 && !early && !awaitNaps(phases, 2)) {
              mistake = "the others do not nap in phase " + phase;
            }
          }
        };
    phases.play(workers, workers.threads(), work);
    assertThat(work.mistake).isEmpty();
    assertThat(work.finished).isEqualTo(PHASES);
  }

  @Test
  void throwsWhatAUnitThrowsAndGoesOnAfterwards() {
    for (boolean early : new boolean[] {false, true}) {
      RowWorkers workers = new RowWorkers(3);
      SharedPhases phases = new SharedPhases(3, 2, 1);
      CountingWork failing =
          new CountingWork(phases, 1) {
            @Override
            public void run(int unit, boolean isEarly, int phase) {
              super.run(unit, isEarly, phase);
              if (phase == 5 && unit == 1 && isEarly == early) {
                throw new IllegalStateException("unit 1 of phase 5");
              }
            }
          };
      assertThatThrownBy(() -> phases.play(workers, workers.threads(), failing))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("unit 1 of phase 5");
      assertThat(failing.finished).as("finished phases").isBetween(4, 5);
      CountingWork work = new CountingWork(phases, 1);
      phases.play(workers, workers.threads(), work);
      assertThat(work.mistake).isEmpty();
      assertThat(work.finished).isEqualTo(PHASES);
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until so many threads were seen napping, as they do where a phase takes long. */
  private static boolean awaitNaps(SharedPhases phases, int threads) {
    Set<Thread> napping = new HashSet<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (napping.size() < threads && System.nanoTime() < deadline) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (LockSupport.getBlocker(thread) == phases) {
          napping.add(thread);
        }
      }
    }
    return napping.size() == threads;
  }
}
