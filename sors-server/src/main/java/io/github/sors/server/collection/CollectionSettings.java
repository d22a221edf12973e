package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.lucene.text.TermCounter;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a collection is made with, and keeps.
 *
 * @param algorithm the learner's name, such as {@code adasors-2}
 * @param options the learner's options, as {@link Algorithm#create} takes them
 * @param analyzer the name of the analyzer that makes terms of texts, see {@link TermCounter#of}
 * @param start the model that it starts from, null where that is none but what the options say
 */
public record CollectionSettings(
    String algorithm, Map<String, String> options, String analyzer, StartModel start) {

  /** AdaSORS-II as the command line has it by default, words of any language. */
  public static final CollectionSettings DEFAULT =
      new CollectionSettings(Algorithm.DEFAULT.label(), Map.of(), "standard");

  public CollectionSettings {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    // refuses a name that is none
    TermCounter.of(analyzer);
    try {
      Algorithm.parse(algorithm).requireValid(options);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
  }

  /** Settings of a collection that does not start from a model. */
  public CollectionSettings(String algorithm, Map<String, String> options, String analyzer) {
    this(algorithm, options, analyzer, null);
  }

  /** These settings with another analyzer. */
  public CollectionSettings withAnalyzer(String newAnalyzer) {
    return new CollectionSettings(algorithm, options, newAnalyzer, start);
  }

  /** These settings of a collection that starts from a model. */
  CollectionSettings withStart(StartModel newStart) {
    return new CollectionSettings(algorithm, options, analyzer, newStart);
  }

  /** Whether the learner keeps a sum of squares per entry. */
  boolean isAdaptive() {
    return switch (Algorithm.parse(algorithm)) {
      case ADASORS_I, ADASORS_II -> true;
      default -> false;
    };
  }

  OnlineBilinearLearner newLearner() {
    return Algorithm.parse(algorithm).create(options);
  }
}
