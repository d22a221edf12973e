package io.github.sors.cli.search;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.input.ModelFeatures;
import io.github.sors.cli.input.RowIds;
import io.github.sors.cli.input.SameFeatures;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.CompressedInput;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.NumpyMatrix;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemReader;
import io.github.sors.lucene.text.Vectorizer;
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
 * @param number its place in the file, from 0
 * @param id what the run calls it
 * @param text the words, or null for a row
 * @param row the features as they were read, or null for a text
 */
record BatchQuery(int number, String id, String text, SparseVector row) {

  /** A label and then {@code feature:value}, as LIBSVM has it. */
  private static final Pattern LIBSVM = Pattern.compile("\\S+\\s+\\d+:[-+.0-9].*");

  /**
   * The queries of a file.
   *
   * @param queries all of them, in the order of the file
   * @param features what the features of rows stand for; unknown for texts
   * @param embeddings one per query, or null
   */
  record Batch(List<BatchQuery> queries, FeatureSpace features, NumpyMatrix embeddings) {

    boolean areTexts() {
      return queries.get(0).text() != null;
    }
  }

  /**
   * Reads queries: texts by lines of {@code id<TAB>text} or JSON, else rows of any kind of data.
   *
   * @param vectors the file of their embeddings, or null
   * @throws InvalidInputException if it is neither, or has not one embedding per query
   */
  static Batch read(Path file, Path vectors, Console console) throws IOException {
    Batch batch = read(file, console);
    if (vectors == null) {
      return batch;
    }
    NumpyMatrix embeddings = NumpyMatrix.read(vectors);
    embeddings.requireRows(batch.queries().size(), "query");
    return new Batch(batch.queries(), batch.features(), embeddings);
  }

  private static Batch read(Path file, Console console) throws IOException {
    List<BatchQuery> queries = new ArrayList<>();
    if (hasTexts(file)) {
      for (Item query : ItemReader.read(file).asList()) {
        queries.add(new BatchQuery(queries.size(), query.id(), query.allText(), null));
      }
      return new Batch(queries, FeatureSpace.UNKNOWN, null);
    }
    Dataset rows = DatasetReader.read(file);
    List<String> ids = RowIds.of(rows, console);
    for (int row = 0; row < rows.size(); row++) {
      queries.add(new BatchQuery(row, ids.get(row), null, rows.vector(row)));
    }
    return new Batch(queries, SameFeatures.of(rows), null);
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
    // null for queries without
    private final NumpyMatrix embeddings;

    /**
     * Prepares for the queries of a batch.
     *
     * @throws InvalidInputException if the model cannot take such queries
     */
    Vectors(Model model, Path modelFile, Batch batch, Path queries, Console console) {
      this.model = model;
      this.embeddings = batch.embeddings();
      this.vectorizer =
          batch.areTexts() ? Vectorizer.restore(model.recipe(), model.queryFeatures()) : null;
      if (!batch.areTexts()) {
        ModelFeatures.of(model, modelFile, true)
            .requireUsable(batch.features(), queries.toString());
      }
      SameFeatures.require(
          FeatureSpace.ofQueries(model), modelFile, batch.features(), queries.toString());
      if (embeddings == null) {
        TextQuery.noteMissingVectors(model, console);
        return;
      }
      model
          .normalization()
          .vectorPart()
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      modelFile + " was learnt without vectors: leave out --query-vectors"))
          .requireDimension(embeddings.columns(), "--query-vectors");
    }

    SparseVector of(BatchQuery query) {
      SparseVector features = vectorizer == null ? query.row() : vectorizer.query(query.text());
      try {
        return model
            .normalization()
            .apply(
                model
                    .normalization()
                    .vectorPart()
                    .map(part -> whole(part, features, query.number()))
                    .orElse(features));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("query '" + query.id() + "': " + e.getMessage(), e);
      }
    }

    private SparseVector whole(VectorPart part, SparseVector features, int number) {
      return embeddings == null
          ? part.otherPart(features)
          : part.beside(features, embeddings.row(number));
    }
  }
}
