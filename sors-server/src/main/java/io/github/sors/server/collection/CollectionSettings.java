package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.InitialRows;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.lucene.text.TermCounter;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a collection is created with; they never change.
 *
 * <p>Threads: immutable. Failures: an unknown algorithm, option or analyzer, a value out of range,
 * batches, or an encoder that starts as the identity, throw {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param algorithm the learner's name, such as {@code adasors-2}
 * @param options the learner's options, as {@link Learners#create} takes them
 * @param analyzer the name of the analyzer that splits texts into terms, see {@link TermCounter#of}
 * @param start the model that it starts from, or null
 */
public record CollectionSettings(
    String algorithm, Map<String, String> options, String analyzer, @Nullable StartModel start) {

  /** AdaSORS-II with the defaults of the command line; words of any language. */
  public static final CollectionSettings DEFAULT =
      new CollectionSettings(Algorithm.DEFAULT.label(), Map.of(), "standard");

  public CollectionSettings {
    options = Collections.unmodifiableMap(new TreeMap<>(options));
    // throws if there is no such analyzer
    TermCounter.of(analyzer);
    try {
      Learners.requireValid(algorithm, options);
      if (!options.getOrDefault("batch", "1").equals("1")) {
        throw new IllegalArgumentException(
            "a collection learns one comparison at a time: expected batch 1, found "
                + options.get("batch"));
      }
      String random = InitialRows.RANDOM.label();
      if (algorithm.equals(EncoderLearner.DESCRIPTOR.label())
          && !options.getOrDefault("init", random).equals(random)) {
        throw new IllegalArgumentException(
            "the vectors of a collection get new features, which have no place in the identity:"
                + " expected init random, found "
                + options.get("init"));
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(String.valueOf(e.getMessage()), e);
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

  /** These settings with a model to start from. */
  public CollectionSettings withStart(StartModel newStart) {
    return new CollectionSettings(algorithm, options, analyzer, newStart);
  }

  /** A learner of these settings, before its first round. */
  public OnlineLearner newLearner() {
    return Learners.create(algorithm, options);
  }
}
