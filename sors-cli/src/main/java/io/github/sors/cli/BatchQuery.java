package io.github.sors.cli;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.CompressedInput;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.file.QueryFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One of many queries: a text, or a row of features.
 *
 * @param id what the run calls it
 * @param text the words, or null for a row
 * @param row the features as they were read, or null for a text
 */
record BatchQuery(String id, String text, SparseVector row) {

  /** A label and then {@code feature:value}, as LIBSVM has it. */
  private static final Pattern LIBSVM = Pattern.compile("\\S+\\s+\\d+:[-+.0-9].*");

  /**
   * The queries of a file.
   *
   * @param queries all of them, in the order of the file
   * @param features what the features of rows stand for; unknown for texts
   */
  record Batch(List<BatchQuery> queries, FeatureSpace features) {

    boolean areTexts() {
      return queries.get(0).text() != null;
    }
  }

  /**
   * Reads queries: texts by lines of {@code id<TAB>text} or JSON, else rows of any kind of data.
   *
   * @throws InvalidInputException if it is neither
   */
  static Batch read(Path file, Console console) throws IOException {
    List<BatchQuery> queries = new ArrayList<>();
    if (hasTexts(file)) {
      for (SearchQuery query : QueryFile.read(file)) {
        queries.add(new BatchQuery(query.id(), query.text(), null));
      }
      return new Batch(queries, FeatureSpace.UNKNOWN);
    }
    Dataset rows = DatasetReader.read(file);
    List<String> ids = RowIds.of(rows, console);
    for (int row = 0; row < rows.size(); row++) {
      queries.add(new BatchQuery(ids.get(row), null, rows.vector(row)));
    }
    return new Batch(queries, SameFeatures.of(rows));
  }

  /** Whether the first line is a text with an id; bytes that are not UTF-8 do not matter here. */
  private static boolean hasTexts(Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(CompressedInput.open(file), StandardCharsets.ISO_8859_1))) {
      String first = lines.readLine();
      while (first != null && first.isBlank()) {
        first = lines.readLine();
      }
      // an empty file is reported as one without queries
      return first == null
          || first.stripLeading().startsWith("{")
          || (first.indexOf('\t') > 0 && !LIBSVM.matcher(first).matches());
    }
  }

  /** Makes vectors of queries for a model, as it requires them. */
  static final class Vectors {

    private final Model model;
    // null for rows
    private final Vectorizer vectorizer;

    /**
     * Prepares for the queries of a batch.
     *
     * @throws InvalidInputException if the model cannot take such queries
     */
    Vectors(Model model, Path modelFile, Batch batch, Path queries) {
      this.model = model;
      this.vectorizer =
          batch.areTexts() ? Vectorizer.restore(model.recipe(), model.queryFeatures()) : null;
      SameFeatures.require(
          FeatureSpace.ofQueries(model), modelFile, batch.features(), queries.toString());
    }

    SparseVector of(BatchQuery query) {
      try {
        return model
            .normalization()
            .apply(vectorizer == null ? query.row() : vectorizer.query(query.text()));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("query '" + query.id() + "': " + e.getMessage(), e);
      }
    }
  }
}
