package io.github.sors.ranking.fusion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A ranking as a sum of signals: score = Σ weight · scaled score.
 *
 * @param name what the ranking is called
 * @param scale how the signals' scores are scaled
 * @param weights the weights of the signals by name, all above 0
 */
public record Fusion(String name, Scale scale, Map<String, Double> weights) {

  /** BM25 alone. */
  public static final Fusion BM25 = new Fusion("BM25", Scale.RAW, Map.of("bm25", 1.0));

  /** The cosine of the embeddings alone. */
  public static final Fusion COSINE = new Fusion("cosine", Scale.RAW, Map.of("cosine", 1.0));

  /** Three tenths BM25, seven tenths cosine. */
  public static final Fusion BOTH = both();

  public Fusion {
    weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
  }

  private static Fusion both() {
    Map<String, Double> weights = new LinkedHashMap<>();
    weights.put("bm25", 0.3);
    weights.put("cosine", 0.7);
    return new Fusion(".3 BM25 + .7 cosine", Scale.SHARE, weights);
  }

  /** The weight of a signal, 0 if it is not used. */
  public double weight(String signal) {
    return weights.getOrDefault(signal, 0.0);
  }
}
