package io.github.sors.cli.search;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.lucene.text.Vectorizer;
import java.util.Map;

/** A query that a person typed. */
final class TextQuery {

  private TextQuery() {}

  /** The vector of a text, with the recipe and the normalisation of the model. */
  static SparseVector vector(Model model, String text, Console console) {
    Vectorizer vectorizer = Vectorizer.restore(model.recipe(), model.queryFeatures());
    noteMissingVectors(model, console);
    SparseVector vector = model.normalization().apply(vectorizer.query(text));
    if (vector.size() == 0) {
      console.note("note: the model knows none of these words, so all scores are 0");
    }
    return vector;
  }

  /** Says so if a model was learnt with embeddings beside the features and is asked without. */
  static void noteMissingVectors(Model model, Console console) {
    if (model.normalization().vectorPart().isPresent()) {
      console.note(
          "note: the model was learnt with a vector beside every row, and the query has none, so only"
              + " its other features count; --queries with --query-vectors uses both");
    }
  }

  static String title(String text) {
    return "\"" + text.strip().replaceAll("\\s+", " ") + "\"";
  }

  static Map<String, Object> described(String text) {
    return Map.of("text", text);
  }
}
