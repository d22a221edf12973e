package io.github.sors.learn;

import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.OptionList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All online learners by name: those of a matrix M, which {@link Algorithm} lists, and encoders.
 *
 * <p>Threads: any thread may call it. Failures: an unknown name or option throws {@link
 * IllegalArgumentException}, a value out of its range {@link
 * io.github.sors.option.ParameterException}, which is one, too.
 */
public final class Learners {

  private static final OptionList OPTIONS =
      Algorithm.options().and(OptionList.of("encoders", List.of(EncoderLearner.DESCRIPTOR)));

  private Learners() {}

  /** All learners with their options. */
  public static OptionList options() {
    return OPTIONS;
  }

  /** Whether there is a learner of this name. */
  public static boolean has(String label) {
    return descriptors().stream().anyMatch(descriptor -> descriptor.label().equals(label));
  }

  /**
   * Returns the names, the parameters and the factory of a learner.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static AlgorithmDescriptor<? extends OnlineLearner> descriptor(String label) {
    return descriptors().stream()
        .filter(descriptor -> descriptor.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown algorithm '" + label + "': expected one of " + OPTIONS.labels()));
  }

  /** All learners, in the order of help texts. */
  public static List<AlgorithmDescriptor<? extends OnlineLearner>> descriptors() {
    List<AlgorithmDescriptor<? extends OnlineLearner>> descriptors = new ArrayList<>();
    for (Algorithm algorithm : Algorithm.values()) {
      descriptors.add(algorithm.descriptor());
    }
    descriptors.add(EncoderLearner.DESCRIPTOR);
    return descriptors;
  }

  /**
   * Checks the options without creating a learner.
   *
   * @throws IllegalArgumentException if there is no such learner, a value is not valid, or no
   *     learner has such an option
   */
  public static void requireValid(String label, Map<String, String> options) {
    AlgorithmDescriptor<? extends OnlineLearner> descriptor = descriptor(label);
    OPTIONS.requireKnown(options.keySet());
    descriptor.parse(options);
  }

  /**
   * Creates a learner.
   *
   * @param options by name; missing options have their defaults, and options of other learners are
   *     ignored
   * @throws IllegalArgumentException if there is no such learner, a value is not valid, or no
   *     learner has such an option
   */
  public static OnlineLearner create(String label, Map<String, String> options) {
    AlgorithmDescriptor<? extends OnlineLearner> descriptor = descriptor(label);
    OPTIONS.requireKnown(options.keySet());
    return descriptor.create(options);
  }
}
