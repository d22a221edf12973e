package io.github.sors.samples;

import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** Vectorizes records; the classes are numbered in the order of their first records. */
  static Dataset of(String name, List<Item> records) {
    try {
      Vectorizer vectorizer = Vectorizer.fit(ItemSource.of(records), OPTIONS);
      List<SparseVector> vectors = new ArrayList<>(records.size());
      List<String> rowNames = new ArrayList<>(records.size());
      Map<String, Integer> classes = new LinkedHashMap<>();
      int[] labels = new int[records.size()];
      for (Item record : records) {
        labels[vectors.size()] = classes.computeIfAbsent(record.label(), unseen -> classes.size());
        vectors.add(vectorizer.vector(record));
        rowNames.add(record.id());
      }
      return new Dataset(
              name,
              vectors,
              labels,
              List.copyOf(classes.keySet()),
              vectorizer.featureNames(),
              rowNames)
          .withRecipe(vectorizer.recipe());
    } catch (IOException e) {
      throw new UncheckedIOException("reading records from memory failed", e);
    }
  }
}
