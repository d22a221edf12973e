package io.github.sors.server.collection;

import io.github.sors.Triplet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The comparisons of a collection that are held out to test models: after the first {@value
 * #ALL_LEARNT}, about every tenth. Only the latest are kept.
 *
 * <p>A comparison is dropped when one of its items is changed or removed.
 */
final class HeldOutFeedback {

  /** The number of comparisons that are learnt before the first one is held out. */
  static final int ALL_LEARNT = 50;

  static final int MOST = 500;
  private static final int EVERY = 10;

  /** A comparison with the vectors that its items had. */
  record Kept(Comparison comparison, Triplet triplet) {

    boolean names(String id) {
      return comparison.queryItem().equals(id)
          || comparison.better().equals(id)
          || comparison.worse().equals(id);
    }
  }

  private final Deque<Kept> kept = new ArrayDeque<>();
  private long seen;
  private final AtomicLong heldOut = new AtomicLong();

  /** Whether the comparison with a number is held out; those held out are spread evenly. */
  static boolean isHeldOut(long number) {
    long mixed = (number + 1) * 0x9E3779B97F4A7C15L;
    return number >= ALL_LEARNT && Long.remainderUnsigned(mixed ^ (mixed >>> 32), EVERY) == 0;
  }

  /** The comparisons so far, learnt or not, which is the number of the next one. */
  long seen() {
    return seen;
  }

  /** The comparisons that were held out so far. */
  long heldOut() {
    return heldOut.get();
  }

  /** Counts comparisons, learnt or not. */
  void count(int comparisons) {
    seen += comparisons;
  }

  void add(Kept comparison) {
    heldOut.incrementAndGet();
    kept.addLast(comparison);
    if (kept.size() > MOST) {
      kept.removeFirst();
    }
  }

  void itemChanged(String id) {
    kept.removeIf(comparison -> comparison.names(id));
  }

  /** The kept comparisons, the latest last. */
  List<Kept> kept() {
    return List.copyOf(kept);
  }

  int keptCount() {
    return kept.size();
  }

  void restore(long seenBefore, long heldOutBefore, List<Kept> keptBefore) {
    seen = seenBefore;
    heldOut.set(heldOutBefore);
    kept.clear();
    kept.addAll(keptBefore);
  }

  void addAll(HeldOutFeedback other) {
    restore(other.seen, other.heldOut(), other.kept());
  }
}
