package io.github.sors.data.record;

import java.io.IOException;

/** Records that are streamed, in the same order each time. */
@FunctionalInterface
public interface RecordSource {

  /** Takes records one by one. */
  @FunctionalInterface
  interface Consumer {
    void accept(TextRecord row) throws IOException;
  }

  /** Goes through all records; memory does not grow with their number. */
  void forEach(Consumer consumer) throws IOException;
}
