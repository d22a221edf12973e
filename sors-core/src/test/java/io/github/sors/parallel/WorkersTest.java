package io.github.sors.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyTaskRunsOnce(int threads) {
    try (Workers workers = new Workers(threads, "test")) {
      for (int count : new int[] {0, 1, 2, 1000}) {
        AtomicIntegerArray runs = new AtomicIntegerArray(count);
        workers.forEach(count, runs::incrementAndGet);
        for (int number = 0; number < count; number++) {
          assertThat(runs.get(number)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void resultsAreInTheOrderOfTheTasks() {
    try (Workers workers = new Workers(3, "test")) {
      assertThat(workers.map(100, number -> number * number))
          .isEqualTo(IntStream.range(0, 100).mapToObj(number -> number * number).toList());
    }
  }

  @Test
  void eachThreadHasItsOwn() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    AtomicInteger made = new AtomicInteger();
    try (Workers workers = new Workers(4, "test")) {
      workers.forEach(
          500,
          () -> {
            made.incrementAndGet();
            return Thread.currentThread();
          },
          (own, number) -> {
            assertThat(own).isSameAs(Thread.currentThread());
            threads.add(own);
          });
    }
    assertThat(made.get()).isEqualTo(threads.size()).isBetween(1, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aFailureEndsTheCallAndNoFurtherTaskStarts(int threads) {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger started = new AtomicInteger();
    try (Workers workers = new Workers(threads, "test")) {
      assertThatThrownBy(
              () ->
                  workers.map(
                      1_000_000,
                      number -> {
                        started.incrementAndGet();
                        running.incrementAndGet();
                        try {
                          if (number >= 10) {
                            throw new IOException("task " + number);
                          }
                          return number;
                        } finally {
                          running.decrementAndGet();
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage("task 10");
      assertThat(running.get()).isZero();
      assertThat(started.get()).isBetween(11, 10 + threads);
      // and they go on with the next call
      assertThat(workers.map(2, number -> number)).containsExactly(0, 1);
    }
  }

  @Test
  void errorsAndUncheckedExceptionsArriveAsTheyAre() {
    try (Workers workers = new Workers(2, "test")) {
      assertThatThrownBy(
              () ->
                  workers.forEach(
                      10,
                      number -> {
                        throw new StackOverflowError("task " + number);
                      }))
          .isInstanceOf(StackOverflowError.class)
          .hasMessage("task 0");
      assertThatThrownBy(
              () ->
                  workers.forEach(
                      10,
                      () -> {
                        throw new IllegalStateException("no buffer");
                      },
                      (own, number) -> {}))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void anInterruptedCallerDoesNotWait() {
    CountDownLatch release = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    try (Workers workers = new Workers(2, "test")) {
      assertThatThrownBy(
              () ->
                  workers.forEach(
                      2,
                      number -> {
                        if (Thread.currentThread() != caller) {
                          caller.interrupt();
                          awaitUninterrupted(release);
                        } else if (number == 0) {
                          // leaves the other task to the helper
                          awaitHelper(caller);
                        }
                      }))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      release.countDown();
      Thread.interrupted();
    }
  }

  private static void awaitHelper(Thread caller) {
    while (!caller.isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void anInterruptedCallerStartsNothing(int threads) {
    AtomicInteger started = new AtomicInteger();
    Thread caller = Thread.currentThread();
    caller.interrupt();
    try (Workers workers = new Workers(threads, "test")) {
      assertThatThrownBy(
              () ->
                  workers.forEach(
                      1,
                      number -> {
                        started.incrementAndGet();
                      }))
          .isInstanceOf(CancellationException.class);
      assertThat(started.get()).isZero();
      assertThat(caller.isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void atLeastOneThreadIsNeeded() {
    assertThatThrownBy(() -> new Workers(0, "test"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 0");
  }
}
