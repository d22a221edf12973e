package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class RowWorkersTest {

  @Test
  void doesEveryPartOnce() {
    for (int threads = 1; threads <= 5; threads++) {
      RowWorkers workers = new RowWorkers(threads);
      AtomicIntegerArray done = new AtomicIntegerArray(threads);
      for (int work = 1; work <= 1000; work++) {
        workers.forEachPart(threads, part -> done.incrementAndGet(part));
        for (int part = 0; part < threads; part++) {
          assertThat(done.get(part)).as("part %s of %s", part, threads).isEqualTo(work);
        }
      }
    }
  }

  @Test
  void throwsWhatAPartThrowsAndGoesOnAfterwards() {
    RowWorkers workers = new RowWorkers(3);
    assertThatThrownBy(
            () ->
                workers.forEachPart(
                    3,
                    part -> {
                      throw new IllegalStateException("part " + part);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("part ");
    AtomicIntegerArray done = new AtomicIntegerArray(2);
    workers.forEachPart(2, part -> done.incrementAndGet(part));
    assertThat(done.get(0) + done.get(1)).isEqualTo(2);
  }

  @Test
  void forgetsWorkThatIsDone() throws InterruptedException {
    for (int threads = 1; threads <= 3; threads++) {
      RowWorkers workers = new RowWorkers(threads);
      WeakReference<int[]> rows = doWorkOnRows(workers);
      for (int attempt = 0; attempt < 1000 && rows.get() != null; attempt++) {
        System.gc();
        Thread.sleep(20);
      }
      assertThat(rows.get()).as("what the work of %s threads referred to", threads).isNull();
      // uses the workers, which therefore cannot be collected before
      workers.forEachPart(1, part -> {});
    }
  }

  private static WeakReference<int[]> doWorkOnRows(RowWorkers workers) {
    int[] rows = new int[1000];
    workers.forEachRow(rows.length, (row, thread) -> rows[row] = thread);
    return new WeakReference<>(rows);
  }

  @Test
  void leavesAnEighthOfManyProcessorsUnused() {
    assertThat(RowWorkers.worthUsing(2, 2)).isEqualTo(2);
    assertThat(RowWorkers.worthUsing(5, 2)).isEqualTo(5);
    assertThat(RowWorkers.worthUsing(7, 7)).isEqualTo(7);
    assertThat(RowWorkers.worthUsing(8, 8)).isEqualTo(7);
    assertThat(RowWorkers.worthUsing(16, 16)).isEqualTo(14);
    assertThat(RowWorkers.worthUsing(4, 16)).isEqualTo(4);
  }
}
