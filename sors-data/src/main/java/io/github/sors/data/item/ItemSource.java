package io.github.sors.data.item;

import java.io.IOException;

/**
 * A stream of items that can be read several times, in the same order.
 *
 * <p>Threads: read by one thread at a time. Failures: a bad item throws {@link
 * io.github.sors.InvalidInputException} with file and line, after those before it were passed on;
 * what the consumer throws ends the reading. It can be read again afterwards.
 */
@FunctionalInterface
public interface ItemSource {

  /** Receives items one by one. */
  @FunctionalInterface
  interface Consumer {
    void accept(Item item) throws IOException;
  }

  /** Items that are in memory. */
  static ItemSource of(Iterable<Item> items) {
    return consumer -> {
      for (Item item : items) {
        consumer.accept(item);
      }
    };
  }

  /** Passes all items to the consumer, of which only the ids may stay in memory. */
  void forEach(Consumer consumer) throws IOException;
}
