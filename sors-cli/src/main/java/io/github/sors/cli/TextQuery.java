package io.github.sors.cli;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.lucene.text.Vectorizer;
import java.util.Map;

/** A query that a person typed. */
final class TextQuery {

  private TextQuery() {}

  /** The vector of a text, with the recipe and the normalisation of the model. */
  static SparseVector vector(Model model, String text, Console console) {
    Vectorizer vectorizer = Vectorizer.restore(model.recipe(), model.queryFeatures());
    SparseVector vector = model.normalization().apply(vectorizer.query(text));
    if (vector.size() == 0) {
      console.note("note: the model knows none of these words, so all scores are 0");
    }
    return vector;
  }

  static String title(String text) {
    return "\"" + text.strip().replaceAll("\\s+", " ") + "\"";
  }

  static Map<String, Object> described(String text) {
    return Map.of("text", text);
  }
}
