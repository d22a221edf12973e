package io.github.sors.lucene;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Documents that contain a BM25 weight for each of their terms, for fields that score by a dot
 * product: {@code rank_features} and {@code sparse_vector}. The dot product of these weights with a
 * query's is the score that BM25 gives in a text field.
 *
 * <p>Such fields keep 9 significant bits of a weight. The weights are rounded to these here, the
 * nearest, so that what is written is what a server stores: within 0.2% of BM25.
 *
 * <p>Threads: reads its records in every call, so only one thread at a time may use it. Failures: a
 * bad record, or an id that occurs twice, throws {@link io.github.sors.InvalidInputException}, a
 * disk {@link java.io.IOException}; the writer then has the documents before it.
 */
public final class SparseDocuments {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DROPPED_BITS = 15;

  private final ItemSource records;
  private final Vectorizer vectorizer;
  private final List<String> textColumns;
  private final String textField;
  private final String weightField;

  /**
   * Reads the documents once, for the statistics that BM25 needs.
   *
   * @param options BM25 weights without unit length, and which columns are the text
   * @param textField what to call the text
   * @param weightField what to call the weights
   */
  public SparseDocuments(
      ItemSource records, VectorizerOptions options, String textField, String weightField)
      throws IOException {
    this.records = records;
    this.vectorizer = Vectorizer.fit(records, options);
    this.textColumns = options.textColumns();
    this.textField = textField;
    this.weightField = weightField;
  }

  /**
   * The name of a term as a feature: servers split names at dots, so a dot becomes {@code %2E} and
   * a percent sign {@code %25}.
   */
  public static String featureName(String term) {
    return term.replace("%", "%25").replace(".", "%2E");
  }

  /**
   * Writes the body of a {@code _bulk} request to an index of OpenSearch or Elasticsearch: two
   * lines per document.
   *
   * @return the number of documents
   * @throws InvalidInputException if two have the same id: the server would keep one of them
   */
  public long writeBulk(Writer out) throws IOException {
    Set<String> ids = new HashSet<>();
    records.forEach(
        row -> {
          if (!ids.add(row.id())) {
            throw new InvalidInputException(
                "expected documents with ids of their own, found '" + row.id() + "' twice");
          }
          out.write(JSON.writeValueAsString(Map.of("index", Map.of("_id", row.id()))));
          out.write('\n');
          Map<String, Object> document = new LinkedHashMap<>();
          document.put("id", row.id());
          document.put(textField, text(row));
          document.put(weightField, weights(row));
          out.write(JSON.writeValueAsString(document));
          out.write('\n');
        });
    return ids.size();
  }

  private String text(Item row) {
    return textColumns.isEmpty()
        ? String.join("\n", row.fields().values())
        : String.join(
            "\n",
            textColumns.stream().map(column -> row.fields().getOrDefault(column, "")).toList());
  }

  private Map<String, Float> weights(Item row) {
    SparseVector vector = vectorizer.vector(row);
    Map<String, Float> weights = new LinkedHashMap<>();
    for (int k = 0; k < vector.size(); k++) {
      String term = vectorizer.featureNames().get(vector.index(k));
      weights.put(featureName(term), stored(vector.value(k)));
    }
    return weights;
  }

  /** The nearest number that a feature field stores. */
  static float stored(float weight) {
    int half = 1 << (DROPPED_BITS - 1);
    return Float.intBitsToFloat(
        (Float.floatToIntBits(weight) + half) >>> DROPPED_BITS << DROPPED_BITS);
  }
}
