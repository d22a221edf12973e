package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.OptionList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The learners of a matrix M by name, with options as text: for command lines, files and services.
 * {@link Learners} has all learners.
 *
 * <p>A new learner needs its class, which has its {@link AlgorithmDescriptor}, and a constant here.
 *
 * <p>Threads: immutable. Failures: an unknown name or option throws {@link
 * IllegalArgumentException}, a value out of its range {@link
 * io.github.sors.option.ParameterException}, which is one, too.
 */
public enum Algorithm {
  SORS_I(SorsI.DESCRIPTOR),
  SORS_II(SorsII.DESCRIPTOR),
  ADASORS_I(AdaSorsI.DESCRIPTOR),
  ADASORS_II(AdaSorsII.DESCRIPTOR),
  OASIS(Oasis.DESCRIPTOR),
  AROMA(Aroma.DESCRIPTOR),
  ONLINE_GRADIENT_DESCENT(SorsI.WITHOUT_SHRINKAGE);

  /** The default algorithm. */
  public static final Algorithm DEFAULT = ADASORS_II;

  private static final OptionList OPTIONS =
      OptionList.of("online learners", Arrays.stream(values()).map(Algorithm::descriptor).toList());

  @SuppressWarnings("ImmutableEnumChecker") // it is, but has a function
  private final AlgorithmDescriptor<OnlineBilinearLearner> descriptor;

  Algorithm(AlgorithmDescriptor<OnlineBilinearLearner> descriptor) {
    this.descriptor = descriptor;
  }

  /** All algorithms with their options. */
  public static OptionList options() {
    return OPTIONS;
  }

  /** The names, the parameters and the factory of its learner. */
  public AlgorithmDescriptor<OnlineBilinearLearner> descriptor() {
    return descriptor;
  }

  /** The name on the command line, such as {@code adasors-2}. */
  public String label() {
    return descriptor.label();
  }

  /** The name in a table, such as {@code AdaSORS-II}. */
  public String title() {
    return descriptor.title();
  }

  /** The names of the options that are this algorithm's own: {@code lambda}, {@code eta}, …. */
  public List<String> optionNames() {
    return descriptor.ownNames();
  }

  /**
   * Finds an algorithm by the name on the command line.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Algorithm parse(String label) {
    for (Algorithm algorithm : values()) {
      if (algorithm.label().equals(label)) {
        return algorithm;
      }
    }
    throw new IllegalArgumentException(
        "unknown algorithm '" + label + "': expected one of " + OPTIONS.labels());
  }

  /**
   * Checks the options without creating a learner.
   *
   * @throws IllegalArgumentException if a value is not valid, or no algorithm has such an option
   */
  public void requireValid(Map<String, String> options) {
    OPTIONS.requireKnown(options.keySet());
    descriptor.parse(options);
  }

  /**
   * Creates a learner.
   *
   * @param options by name: those of {@link AlgorithmDescriptor#parameters}, and {@code
   *     queryDimension}, {@code itemDimension} and {@code sharedFeatures}; missing options have
   *     their defaults, and options of other algorithms are ignored
   * @throws IllegalArgumentException if a value is not valid, or no algorithm has such an option
   */
  public OnlineBilinearLearner create(Map<String, String> options) {
    OPTIONS.requireKnown(options.keySet());
    return descriptor.create(options);
  }
}
