package io.github.sors.cli.data;

import io.github.sors.FeatureSpace;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.cli.input.SameFeatures;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.io.FileKind;
import io.github.sors.io.ModelFile;
import io.github.sors.io.SectionReader;
import io.github.sors.lucene.text.Vectorizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The features that a file has: those of a model or of vectors that were made of records.
 *
 * @param file the model or the vectors
 * @param space its features
 */
record ModelledFeatures(Path file, FeatureSpace space) {

  /**
   * Reads what the features are.
   *
   * @param ofQueries whether a model's queries are meant, or its items
   * @throws InvalidInputException if it is neither a model nor vectors, or has no recipe
   */
  static ModelledFeatures read(Path file, boolean ofQueries) throws IOException {
    FileKind kind = SectionReader.kindOf(file);
    FeatureSpace space;
    if (kind.is(FileKind.MODEL)) {
      Model model = ModelFile.read(file);
      space = ofQueries ? FeatureSpace.ofQueries(model) : FeatureSpace.ofItems(model);
    } else if (kind.is(FileKind.VECTORS)) {
      space = SameFeatures.of(DatasetReader.read(file));
    } else {
      throw new InvalidInputException(
          file + ": expected a model or vectors of 'sors vectorize', found a " + kind);
    }
    if (space.recipe().isEmpty()) {
      throw new InvalidInputException(
          file
              + " does not say how texts become features: expected a model that was learnt from"
              + " data of 'sors vectorize', or such data");
    }
    return new ModelledFeatures(file, space);
  }

  /** What makes vectors with these features. */
  Vectorizer vectorizer() {
    return Vectorizer.restore(space.recipe(), space.names());
  }

  /** The columns of records that the features are made of. */
  Set<String> columns() {
    Set<String> columns = new LinkedHashSet<>();
    Map<String, String> settings = space.recipe().settings();
    for (String role : List.of("textColumns", "categoryColumns", "numberColumns")) {
      settings.getOrDefault(role, "").lines().forEach(columns::add);
    }
    return columns;
  }
}
