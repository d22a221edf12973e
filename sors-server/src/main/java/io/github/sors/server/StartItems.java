package io.github.sors.server;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.TextFeatures;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Items that are added to a collection when the service starts.
 *
 * <p>Threads: called by the thread that starts the service. Failures: what it throws ends the
 * start; items that were added stay in the collection.
 */
@FunctionalInterface
public interface StartItems {

  /** Adds all items to a collection and waits until they are on disk. */
  void putInto(TeachableCollection collection) throws IOException;

  /** Texts: all columns of a record are joined to one text, whose first words are the title. */
  static StartItems ofRecords(ItemSource records) {
    return ofRecords(records, StartItems::title);
  }

  /** Texts whose names are the titles. */
  static StartItems ofNamedRecords(ItemSource records) {
    return ofRecords(records, Item::id);
  }

  private static StartItems ofRecords(ItemSource records, Function<Item, String> title) {
    return collection -> {
      TextFeatures texts = new TextFeatures(collection.settings().analyzer());
      ItemBatches batches = new ItemBatches(collection);
      records.forEach(
          row ->
              batches.add(
                  new ItemDraft(row.id(), title.apply(row), row.label(), texts.of(text(row)))));
      batches.flush();
    };
  }

  private static String text(Item row) {
    return String.join(" ", row.fields().values());
  }

  private static String title(Item row) {
    String title = row.fields().getOrDefault("title", text(row)).strip().replaceAll("\\s+", " ");
    int end = title.offsetByCodePoints(0, Math.min(120, title.codePointCount(0, title.length())));
    return title.substring(0, end);
  }

  /** Vectors: features by name, or by number if they have no names. */
  static StartItems ofVectors(Dataset rows) {
    return ofRows(rows, rows::rowName);
  }

  /**
   * Texts whose features are those of a model, and not those of the service.
   *
   * @param rows the features of each item
   */
  static StartItems ofItems(List<Item> items, Dataset rows) {
    return ofRows(rows, row -> title(items.get(row)));
  }

  private static StartItems ofRows(Dataset rows, IntFunction<String> title) {
    return collection -> {
      ItemBatches batches = new ItemBatches(collection);
      boolean named = new HashSet<>(rows.rowNames()).size() == rows.size();
      for (int row = 0; row < rows.size(); row++) {
        SparseVector vector = rows.vector(row);
        String[] names = new String[vector.size()];
        float[] values = new float[names.length];
        for (int k = 0; k < names.length; k++) {
          int index = vector.index(k);
          boolean known = index < rows.featureNames().size();
          names[k] = known ? rows.featureNames().get(index) : Integer.toString(index);
          values[k] = vector.value(k);
        }
        batches.add(
            new ItemDraft(
                named ? rows.rowName(row) : Integer.toString(row),
                title.apply(row),
                rows.classNames().get(rows.label(row)),
                new NamedFeatures(names, values)));
      }
      batches.flush();
    };
  }
}
