package io.github.sors.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Readers beside a writer: whatever they see is the state between two whole updates. */
class ConcurrentIndexTest {

  private static final int PAIRS = 40;
  private static final int UPDATES = 4_000;
  private static final int READERS = 3;
  private static final WeightedQuery QUERY = WeightedQuery.of(SparseVector.ofDense(1));

  private static IndexedItem side(String side, int pair, int version) {
    return new IndexedItem(side + pair, SparseVector.ofDense(version, pair + 1), "pair " + pair);
  }

  /**
   * Every update rewrites both sides of one pair to the same new version, and takes one item of a
   * floating dozen away while it brings another: so both sides of a pair always agree, there are
   * always as many items, and no version goes back.
   */
  @Test
  void nothingIsTorn() throws ExecutionException, InterruptedException {
    VectorIndex index = new VectorIndex();
    List<IndexedItem> first = new ArrayList<>();
    for (int pair = 0; pair < PAIRS; pair++) {
      first.add(side("left ", pair, 1));
      first.add(side("right ", pair, 1));
    }
    for (int k = 0; k < 12; k++) {
      first.add(new IndexedItem("floating " + k, SparseVector.ofDense(0, 0, 1)));
    }
    index.putAll(first);
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(READERS);
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    List<Future<Integer>> readers = new ArrayList<>();
    try {
      for (int reader = 0; reader < READERS; reader++) {
        readers.add(threads.submit(() -> readUntil(done, index, reading)));
      }
      // on a busy machine, all updates could be over before the readers begin
      assertThat(reading.await(60, TimeUnit.SECONDS)).as("all readers have begun").isTrue();
      for (int update = 0; update < UPDATES; update++) {
        int pair = update % PAIRS;
        int version = 2 + update / PAIRS;
        index.update(
            List.of(
                side("left ", pair, version),
                side("right ", pair, version),
                new IndexedItem("floating " + (update + 12), SparseVector.ofDense(0, 0, 1))),
            List.of("floating " + update));
      }
    } finally {
      done.set(true);
      threads.shutdown();
    }
    for (Future<Integer> reader : readers) {
      assertThat(reader.get()).as("searches of a reader").isPositive();
    }
    assertThat(index.view().size()).isEqualTo(2 * PAIRS + 12);
  }

  private static int readUntil(AtomicBoolean done, VectorIndex index, CountDownLatch reading) {
    Map<String, Double> before = new HashMap<>();
    int searches = 0;
    while (!done.get()) {
      List<IndexHit> hits = index.search(QUERY, 1_000);
      Map<String, Double> versions = new HashMap<>();
      for (IndexHit hit : hits) {
        assertThat(versions.put(hit.id(), hit.score())).as("second %s", hit.id()).isNull();
      }
      assertThat(hits).hasSize(2 * PAIRS + 12);
      for (int pair = 0; pair < PAIRS; pair++) {
        double left = versions.get("left " + pair);
        assertThat(versions.get("right " + pair)).as("the sides of pair %d", pair).isEqualTo(left);
        assertThat(left).isGreaterThanOrEqualTo(before.getOrDefault("left " + pair, 0.0));
      }
      before = versions;
      searches++;
      reading.countDown();
    }
    return searches;
  }
}
