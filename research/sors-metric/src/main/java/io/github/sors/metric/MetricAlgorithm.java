package io.github.sors.metric;

import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.OptionList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The learners of distances by name, with options as text: for command lines and studies.
 *
 * <p>Threads: immutable. Failures: an unknown option throws {@link IllegalArgumentException}, a
 * value out of its range {@link io.github.sors.option.ParameterException}.
 */
public enum MetricAlgorithm {
  LMNN(Lmnn.DESCRIPTOR, 1_000),
  ITML(Itml.DESCRIPTOR, 10_000),
  LEGO(Lego.DESCRIPTOR, 10_000),
  RDML(Rdml.DESCRIPTOR, 10_000),
  POLA(Pola.DESCRIPTOR, 10_000),
  SDML(Sdml.DESCRIPTOR, 10_000),
  /** Learns a similarity, not a distance, but with a dense matrix like the others. */
  FACTORED_AROMA(FactoredAroma.DESCRIPTOR, 10_000),
  EUCLIDEAN(Unlearnt.EUCLIDEAN, 0),
  /** Needs rows of length 1, see {@link #normalization}. */
  COSINE(Unlearnt.COSINE, 0);

  private static final OptionList OPTIONS =
      OptionList.of(
          "dense models", Arrays.stream(values()).map(MetricAlgorithm::descriptor).toList());

  @SuppressWarnings("ImmutableEnumChecker") // it is, but has a function
  private final AlgorithmDescriptor<MetricLearner> descriptor;

  private final long defaultRounds;

  MetricAlgorithm(AlgorithmDescriptor<MetricLearner> descriptor, long defaultRounds) {
    this.descriptor = descriptor;
    this.defaultRounds = defaultRounds;
  }

  /** All algorithms with their options. */
  public static OptionList options() {
    return OPTIONS;
  }

  /** The names, the parameters and the factory of its learner. */
  public AlgorithmDescriptor<MetricLearner> descriptor() {
    return descriptor;
  }

  /** The name on the command line, such as {@code lmnn}. */
  public String label() {
    return descriptor.label();
  }

  /** The name in a table, such as {@code LMNN}. */
  public String title() {
    return descriptor.title();
  }

  /**
   * The default number of rounds: steps of {@link #LMNN}, triplets of all others, 0 if there is
   * nothing to learn.
   */
  public long defaultRounds() {
    return defaultRounds;
  }

  /** Whether it learns from triplets, not from labels. */
  public boolean needsTriplets() {
    return this != LMNN && defaultRounds > 0;
  }

  /** The names of the algorithm's own options: {@code k}, {@code mu}, …. */
  public List<String> optionNames() {
    return descriptor.ownNames();
  }

  /** The normalisation for this algorithm if the user has given a chain of steps. */
  public String normalization(String chain) {
    if (this != COSINE || chain.equals("l2") || chain.endsWith(",l2")) {
      return chain;
    }
    return chain.equals("none") ? "l2" : chain + ",l2";
  }

  /** Finds an algorithm by the name on the command line. */
  public static Optional<MetricAlgorithm> find(String label) {
    return Arrays.stream(values()).filter(algorithm -> algorithm.label().equals(label)).findFirst();
  }

  /**
   * Creates a learner.
   *
   * @param options by name, those of {@link #optionNames}; missing options have their defaults, and
   *     options of other algorithms are ignored
   * @throws IllegalArgumentException if a value is not valid, or no algorithm has such an option
   */
  public MetricLearner create(Map<String, String> options) {
    OPTIONS.requireKnown(options.keySet());
    return descriptor.create(options);
  }
}
