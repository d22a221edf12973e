package io.github.sors.index;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which items a search may return.
 *
 * <p>Threads: immutable. Failures: an id that is not Unicode text throws {@link
 * io.github.sors.InvalidInputException}; ids and labels that no item has are ignored.
 */
public abstract class ItemFilter {

  /** Every item. */
  public static final ItemFilter ALL =
      new ItemFilter() {
        @Override
        long @Nullable [] accepted(Segment segment) {
          return null;
        }
      };

  private ItemFilter() {}

  /** The items with these ids; ids that are not in the index are ignored. */
  public static ItemFilter ids(Collection<String> ids) {
    return new OfIds(ids, true);
  }

  /** All items except those with these ids. */
  public static ItemFilter exceptIds(Collection<String> ids) {
    return new OfIds(ids, false);
  }

  /** The items that have one of these labels. */
  public static ItemFilter labels(Collection<String> labels) {
    return new OfLabels(List.copyOf(labels), true);
  }

  /** The items that have none of these labels. */
  public static ItemFilter exceptLabels(Collection<String> labels) {
    return new OfLabels(List.copyOf(labels), false);
  }

  /** The items that both filters accept. */
  public ItemFilter and(ItemFilter other) {
    ItemFilter first = this;
    return new ItemFilter() {
      @Override
      long @Nullable [] accepted(Segment segment) {
        return both(first.accepted(segment), other.accepted(segment));
      }
    };
  }

  /** Returns one bit per item, or null to accept all. */
  abstract long @Nullable [] accepted(Segment segment);

  static long[] all(int size) {
    long[] bits = new long[(size + 63) >>> 6];
    for (int item = 0; item < size; item++) {
      bits[item >>> 6] |= 1L << item;
    }
    return bits;
  }

  static boolean contains(long[] bits, int item) {
    return (bits[item >>> 6] & 1L << item) != 0;
  }

  /** The intersection; null stands for all items. */
  static long @Nullable [] both(long @Nullable [] left, long @Nullable [] right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    long[] bits = new long[left.length];
    for (int k = 0; k < bits.length; k++) {
      bits[k] = left[k] & right[k];
    }
    return bits;
  }

  private static final class OfIds extends ItemFilter {

    private final List<byte[]> ids = new ArrayList<>();
    private final boolean accepted;

    OfIds(Collection<String> ids, boolean accepted) {
      ids.forEach(id -> this.ids.add(IdTable.encoded(id)));
      this.accepted = accepted;
    }

    @Override
    long[] accepted(Segment segment) {
      long[] bits = accepted ? new long[(segment.size() + 63) >>> 6] : all(segment.size());
      for (byte[] id : ids) {
        int item = segment.ids().find(id);
        if (item >= 0) {
          long bit = 1L << item;
          bits[item >>> 6] = accepted ? bits[item >>> 6] | bit : bits[item >>> 6] & ~bit;
        }
      }
      return bits;
    }
  }

  private static final class OfLabels extends ItemFilter {

    private final List<String> labels;
    private final boolean accepted;

    OfLabels(List<String> labels, boolean accepted) {
      this.labels = labels;
      this.accepted = accepted;
    }

    @Override
    long[] accepted(Segment segment) {
      long[] bits = accepted ? new long[(segment.size() + 63) >>> 6] : all(segment.size());
      for (String label : labels) {
        int number = segment.findLabel(label);
        for (int item = 0; item < segment.size() && number >= 0; item++) {
          if (segment.labelNumber(item) == number) {
            long bit = 1L << item;
            bits[item >>> 6] = accepted ? bits[item >>> 6] | bit : bits[item >>> 6] & ~bit;
          }
        }
      }
      return bits;
    }
  }
}
