package io.github.sors.server.collection.model;

import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores with the encoder that a collection starts from. It never changes, so the encodings of the
 * vectors that were scored last are kept: random rows take long to compute.
 */
final class EncoderStart implements CollectionStart.Scorer {

  // a MiB of encodings
  private static final int KEPT_NUMBERS = 1 << 18;
  // a test scores two items and at most nine queries
  private static final int LEAST_KEPT = 16;

  private final EncoderModel model;
  private final Map<SparseVector, float[]> encodings = new LinkedHashMap<>(16, 0.75f, true);
  private final int mostKept;

  EncoderStart(EncoderModel model) {
    this.model = model;
    this.mostKept = Math.max(LEAST_KEPT, KEPT_NUMBERS / model.encodingLength());
  }

  /** Queries and items share their features, and so their encodings. */
  @Override
  public double[] scores(SparseVector query, List<SparseVector> items) {
    float[] ofQuery = encoding(query);
    double[] scores = new double[items.size()];
    for (int k = 0; k < scores.length; k++) {
      scores[k] = dot(ofQuery, encoding(items.get(k)));
    }
    return scores;
  }

  private float[] encoding(SparseVector vector) {
    float[] known = encodings.get(vector);
    if (known != null) {
      return known;
    }
    float[] found = model.encodeQuery(vector);
    encodings.put(vector, found);
    if (encodings.size() > mostKept) {
      encodings.remove(encodings.keySet().iterator().next());
    }
    return found;
  }

  private static double dot(float[] left, float[] right) {
    double sum = 0;
    for (int k = 0; k < left.length; k++) {
      sum += (double) left[k] * right[k];
    }
    return sum;
  }
}
