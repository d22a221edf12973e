package io.github.sors.cli.input;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.data.Dataset;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A model and rows that it scores.
 *
 * @param model the model
 * @param rows the rows as they were read
 * @param normalized the rows, normalised as the model requires
 */
public record ModelOnData(Model model, SampledRows rows, Dataset normalized) {

  /** The rows as they were read. */
  public Dataset raw() {
    return rows.used();
  }

  /**
   * Reads a model, and the rows or items that it scores.
   *
   * @throws InvalidInputException if the model was learnt from other features than the rows have
   */
  public static ModelOnData read(Path file, DataWithVectors data, Console console)
      throws IOException {
    return read(file, data, false, learnt -> false, console);
  }

  /**
   * Reads a model, and the rows or items that it scores.
   *
   * @param ofQueries whether they have the features of its queries
   * @param byLabels whether every row needs a label
   * @throws InvalidInputException if the model was learnt from other features than the rows have
   */
  public static ModelOnData read(
      Path file,
      DataWithVectors data,
      boolean ofQueries,
      Predicate<Model> byLabels,
      Console console)
      throws IOException {
    Model model = ModelFile.read(file);
    SampledRows rows = data.readFor(model, file, ofQueries, byLabels.test(model), console);
    Dataset raw = rows.used();
    Dataset normalized = normalized(raw, model.normalization());
    if (raw.vectors().stream().noneMatch(row -> hasFeatureBelow(model.queryDimension(), row))) {
      console.note(
          "note: " + file + " has none of the features of " + raw.name() + ", so all scores are 0");
    }
    SameFeatures.require(
        ofQueries ? FeatureSpace.ofQueries(model) : FeatureSpace.ofItems(model),
        file,
        SameFeatures.of(raw),
        raw.name());
    return new ModelOnData(model, rows, normalized);
  }

  /** The same rows with the requested form of the model. */
  public ModelOnData inForm(FormArgument form, int threads) {
    return new ModelOnData(form.applyTo(model, threads), rows, normalized);
  }

  private static boolean hasFeatureBelow(int dimension, SparseVector row) {
    return row.size() > 0 && row.index(0) < dimension;
  }

  /**
   * Checks that the rows can also be queries, and returns this.
   *
   * @throws InvalidInputException if queries of the model have other features than the rows
   */
  public ModelOnData withRowsAsQueries(Path file) {
    SameFeatures.require(FeatureSpace.ofQueries(model), file, SameFeatures.of(raw()), raw().name());
    return this;
  }

  /**
   * The rows with every vector normalised.
   *
   * @throws InvalidInputException if a value becomes too large for a float
   */
  public static Dataset normalized(Dataset raw, Normalization normalization) {
    List<SparseVector> vectors = new ArrayList<>(raw.size());
    for (int row = 0; row < raw.size(); row++) {
      try {
        vectors.add(normalization.apply(raw.vector(row)));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException(
            "row "
                + row
                + " of "
                + raw.name()
                + " cannot be normalised by "
                + normalization
                + ": "
                + e.getMessage(),
            e);
      }
    }
    return raw.withVectors(vectors);
  }
}
