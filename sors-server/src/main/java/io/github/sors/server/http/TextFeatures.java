package io.github.sors.server.http;

import io.github.sors.lucene.text.TermCounter;
import io.github.sors.server.collection.NamedFeatures;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns texts into features: one per term, with the weight 1 + ln n if it occurs n times.
 *
 * <p>The recipe in the exported model says the same, so the command line makes the same vectors.
 * There are no weights by document frequency, since the collection changes all the time: M learns
 * which terms matter.
 *
 * <p>Threads: immutable. Failures: an unknown analyzer throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class TextFeatures {

  private final TermCounter terms;

  public TextFeatures(String analyzerName) {
    terms = TermCounter.of(analyzerName);
  }

  /** The features of a text. */
  public NamedFeatures of(String text) {
    // sorted, so that the same text always gets the same numbers of features
    Map<String, Integer> counts = new TreeMap<>();
    terms.count(text, "", counts);
    String[] names = counts.keySet().toArray(String[]::new);
    float[] values = new float[names.length];
    int k = 0;
    for (int count : counts.values()) {
      values[k++] = (float) (1 + Math.log(count));
    }
    return new NamedFeatures(names, values);
  }
}
