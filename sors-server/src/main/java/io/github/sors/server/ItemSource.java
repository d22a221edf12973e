package io.github.sors.server;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.record.RecordSource;
import io.github.sors.data.record.TextRecord;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.TeachableCollection;
import io.github.sors.server.http.TextFeatures;
import java.io.IOException;
import java.util.HashSet;

/** Items that are put into a collection when a service starts. */
@FunctionalInterface
public interface ItemSource {

  /** Puts all items into a collection and waits until they are safe. */
  void putInto(TeachableCollection collection) throws IOException;

  /** Texts: all columns of a record together are its text, its first words the title. */
  static ItemSource ofRecords(RecordSource records) {
    return collection -> {
      TextFeatures texts = new TextFeatures(collection.settings().analyzer());
      ItemBatches batches = new ItemBatches(collection);
      records.forEach(row -> batches.add(draft(row, texts)));
      batches.flush();
    };
  }

  private static ItemDraft draft(TextRecord row, TextFeatures texts) {
    String text = String.join(" ", row.fields().values());
    String title = row.fields().getOrDefault("title", text).strip().replaceAll("\\s+", " ");
    int end = title.offsetByCodePoints(0, Math.min(120, title.codePointCount(0, title.length())));
    return new ItemDraft(row.name(), title.substring(0, end), row.label(), texts.of(text));
  }

  /** The names of rows as texts, so that they can be searched by typing, and their classes. */
  static ItemSource ofRowNames(Dataset rows) {
    return collection -> {
      TextFeatures texts = new TextFeatures(collection.settings().analyzer());
      ItemBatches batches = new ItemBatches(collection);
      for (int row = 0; row < rows.size(); row++) {
        String name = rows.rowName(row);
        String label = rows.classNames().get(rows.label(row));
        batches.add(new ItemDraft(name + ", " + label, name, label, texts.of(name)));
      }
      batches.flush();
    };
  }

  /** Vectors: features by their names, or by their numbers where they have none. */
  static ItemSource ofVectors(Dataset rows) {
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
                rows.rowName(row),
                rows.classNames().get(rows.label(row)),
                new NamedFeatures(names, values)));
      }
      batches.flush();
    };
  }
}
