package io.github.sors.data.item;

import java.io.IOException;
import java.util.List;

/** The items of one file or folder of a known format, each with its place. */
interface ItemFile {

  /** Receives items one by one. */
  @FunctionalInterface
  interface Taker {

    /**
     * Takes an item.
     *
     * @param place the number of its line, row or text
     */
    void accept(Item item, long place) throws IOException;
  }

  /** Passes all items on, in the order of the file. */
  void forEach(Taker taker) throws IOException;

  /** What a place is the number of. */
  default String unit() {
    return "line";
  }

  /** What the vector of an item is called. */
  default String vectorName() {
    return "vector";
  }

  /** What columns were used for, such as {@code id from 'docno'}; known after the last item. */
  default List<String> uses() {
    return List.of();
  }
}
