package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A model and rows that it scores.
 *
 * @param model the model
 * @param rows the rows as they were read
 * @param normalized the rows, normalised as the model requires
 */
record ModelOnData(Model model, SampledRows rows, Dataset normalized) {

  /** The rows as they were read. */
  Dataset raw() {
    return rows.used();
  }

  /** Reads both, and prints a note about features that do not match. */
  static ModelOnData read(Path file, DataArguments data, Console console) throws IOException {
    Model model = ModelFile.read(file);
    SampledRows rows = data.readRows(console);
    Dataset raw = rows.used();
    Dataset normalized = normalized(raw, model.normalization());
    if (raw.vectors().stream().noneMatch(row -> hasFeatureBelow(model.queryDimension(), row))) {
      console.note(
          "note: " + file + " has none of the features of " + raw.name() + ", so all scores are 0");
    }
    noteRenamed(model.queryFeatures(), raw.featureNames(), file, console);
    return new ModelOnData(model, rows, normalized);
  }

  /** The same rows with the requested form of the model. */
  ModelOnData inForm(FormArgument form, int threads) {
    return new ModelOnData(form.applyTo(model, threads), rows, normalized);
  }

  private static boolean hasFeatureBelow(int dimension, SparseVector row) {
    return row.size() > 0 && row.index(0) < dimension;
  }

  private static void noteRenamed(
      List<String> before, List<String> now, Path file, Console console) {
    for (int k = 0; k < Math.min(before.size(), now.size()); k++) {
      if (!before.get(k).equals(now.get(k))) {
        console.note(
            "note: feature "
                + k
                + " is '"
                + now.get(k)
                + "' in the data and '"
                + before.get(k)
                + "' in "
                + file
                + ", so scores may be meaningless");
        return;
      }
    }
  }

  /**
   * The rows with every vector normalised.
   *
   * @throws InvalidInputException if a value becomes too large for a float
   */
  static Dataset normalized(Dataset raw, Normalization normalization) {
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
    return new Dataset(
            raw.name(), vectors, raw.labels(), raw.classNames(), raw.featureNames(), raw.rowNames())
        .withRecipe(raw.recipe());
  }
}
