package io.github.sors.data.record;

import java.io.IOException;

/**
 * A stream of records that can be read several times, in the same order.
 *
 * <p>Threads: read by one thread at a time. Failures: a bad record throws {@link
 * io.github.sors.InvalidInputException} with file and line, after those before it were passed on;
 * what the consumer throws ends the reading. It can be read again afterwards.
 */
@FunctionalInterface
public interface RecordSource {

  /** Receives records one by one. */
  @FunctionalInterface
  interface Consumer {
    void accept(TextRecord row) throws IOException;
  }

  /** Records that are in memory. */
  static RecordSource of(Iterable<TextRecord> rows) {
    return consumer -> {
      for (TextRecord row : rows) {
        consumer.accept(row);
      }
    };
  }

  /** Passes all records to the consumer; memory does not grow with their number. */
  void forEach(Consumer consumer) throws IOException;
}
