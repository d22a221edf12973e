package io.github.sors.learn.exactness;

import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A learner and the stream that it learns from: all that a comparison has to know.
 *
 * @param name what {@link #find} finds it by
 * @param options of the algorithm, by name
 * @param seed of the stream
 * @param rounds the length of the stream
 * @param lasting whether M stays about as large as it has been, so that its error is judged
 *     relative to itself, and not to the largest that it was
 */
public record LearnerCase(
    String name,
    Algorithm algorithm,
    Map<String, String> options,
    StreamShape stream,
    long seed,
    long rounds,
    boolean lasting) {

  public LearnerCase {
    Map<String, String> all = new TreeMap<>(options);
    all.put("sharedFeatures", Boolean.toString(stream.shared()));
    if (!stream.shared()) {
      all.put("init", "zero");
    }
    options = Map.copyOf(all);
  }

  /**
   * Finds a case by its name: one of {@link NamedCases}, or a random one.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LearnerCase find(String name) {
    for (RandomCases family : RandomCases.values()) {
      if (name.startsWith(family.prefix())) {
        try {
          return family.draw(Long.parseLong(name.substring(family.prefix().length())));
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "expected a number after " + family.prefix() + ", found '" + name + "'", e);
        }
      }
    }
    return NamedCases.all().stream()
        .filter(named -> named.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no case '" + name + "'"));
  }

  /** The same case on a stream of another length. */
  public LearnerCase withRounds(long newRounds) {
    return new LearnerCase(name, algorithm, options, stream, seed, newRounds, lasting);
  }

  /** A learner that has not begun. */
  public OnlineBilinearLearner learner() {
    return algorithm.create(options);
  }

  /** The literal algorithm for the features of the stream. */
  public LiteralLearner literal() {
    return LiteralLearner.of(learner(), stream.rowFeatures(), stream.columnFeatures());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %s %s, %s, %,d rounds",
        name,
        algorithm.label(),
        new TreeMap<>(options),
        stream,
        rounds);
  }
}
