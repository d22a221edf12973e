package io.github.sors.samples;

import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.ItemRows;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Turns texts into a data set with a recipe, so that typed queries find its rows. */
final class TextDataset {

  /**
   * English stems, tf-idf, unit length. A word of a single record is a feature, too, since somebody
   * who types it expects that record.
   */
  private static final VectorizerOptions OPTIONS =
      new VectorizerOptions(
          "english",
          Weighting.TF_IDF,
          true,
          1,
          VectorizerOptions.DEFAULT.maximumShare(),
          0,
          List.of(),
          List.of(),
          List.of(),
          VectorizerOptions.DEFAULT.bins());

  private TextDataset() {}

  /** Makes rows of records; the classes are numbered in the order of their first records. */
  static Dataset of(String name, List<Item> records) {
    try {
      return ItemRows.of(name, records, Vectorizer.fit(ItemSource.of(records), OPTIONS));
    } catch (IOException e) {
      throw new UncheckedIOException("reading records from memory failed", e);
    }
  }
}
