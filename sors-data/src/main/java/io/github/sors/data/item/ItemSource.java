package io.github.sors.data.item;

import java.io.IOException;

/**
 * A stream of records that can be read several times, in the same order.
 *
 * <p>Threads: read by one thread at a time. Failures: a bad record throws {@link
 * io.github.sors.InvalidInputException} with file and line, after those before it were passed on;
 * what the consumer throws ends the reading. It can be read again afterwards.
 */
@FunctionalInterface
public interface ItemSource {

  /** Receives records one by one. */
  @FunctionalInterface
  interface Consumer {
    void accept(Item row) throws IOException;
  }

  /** Records that are in memory. */
  static ItemSource of(Iterable<Item> rows) {
    return consumer -> {
      for (Item row : rows) {
        consumer.accept(row);
      }
    };
  }

  /** Passes all records to the consumer; memory does not grow with their number. */
  void forEach(Consumer consumer) throws IOException;
}
