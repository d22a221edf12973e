package io.github.sors.server;

import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.live.TeachableCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Adds items to a collection in batches, to keep the log fast. */
final class ItemBatches {

  private static final int SIZE = 500;

  private final TeachableCollection collection;
  private final List<ItemDraft> waiting = new ArrayList<>();

  ItemBatches(TeachableCollection collection) {
    this.collection = collection;
  }

  /** Adds an item; skips an item without features, which no search could find. */
  void add(ItemDraft item) {
    if (item.features().size() > 0) {
      waiting.add(item);
    }
    if (waiting.size() == SIZE) {
      flush();
    }
  }

  /** Waits until all items are on disk. */
  void flush() {
    if (waiting.isEmpty()) {
      if (collection.items().isEmpty()) {
        throw new InvalidInputException("expected data with at least one feature, found none");
      }
      return;
    }
    try {
      collection.put(List.copyOf(waiting)).join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new InvalidInputException("the data could not be loaded: " + cause.getMessage(), e);
    }
    waiting.clear();
  }
}
