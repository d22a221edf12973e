package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.ListedOption;
import io.github.sors.option.OptionList;
import io.github.sors.option.Parameter;
import io.github.sors.option.ParameterException;
import io.github.sors.server.collection.CollectionSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The algorithm and its options, as given with the flags that {@link AlgorithmFlags} adds. */
@Command // none of its own, but a mixin has to look like one
public final class LearnerArguments {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** The chosen learner of distances, if it is one. */
  public Optional<DistanceAlgorithm> distance() {
    return DistanceAlgorithms.find(label());
  }

  /** A new learner of distances. */
  public DistanceAlgorithm.Learner createDistance(DistanceAlgorithm used) {
    return phrased(() -> used.learner(effective(used.descriptor())));
  }

  /**
   * Whether the algorithm is chosen automatically: {@code auto} is given, or neither an algorithm
   * nor an option of one.
   */
  public boolean isAutomatic() {
    return isGiven(AlgorithmFlags.ALGORITHM)
        ? flags().isAutomatic() && text(AlgorithmFlags.ALGORITHM).equals(AlgorithmFlags.AUTO)
        : flags().isAutomatic() && givenOption().isEmpty();
  }

  /** Whether {@code auto} is given explicitly. */
  public boolean isAutoNamed() {
    return isGiven(AlgorithmFlags.ALGORITHM) && isAutomatic();
  }

  /** Checks the options before any data is read. */
  public void requireValid() {
    if (!isAutomatic()) {
      createChosen();
      return;
    }
    givenOption()
        .ifPresent(
            flag -> {
              throw new InvalidInputException(
                  flag
                      + ": auto chooses the options of an algorithm itself: leave it out, or name"
                      + " an algorithm, such as --algorithm "
                      + Algorithm.DEFAULT.label());
            });
  }

  /** An option of some algorithm that was given, if any. */
  private Optional<String> givenOption() {
    return list().options().stream()
        .map(option -> AlgorithmFlags.flag(option.name()))
        .filter(flag -> isOfAlgorithms(flag) && isGiven(flag))
        .findFirst();
  }

  /**
   * Whether a flag belongs only to algorithms; flags outside of the group belong to the command.
   */
  private boolean isOfAlgorithms(String flag) {
    return command.findOption(flag).group() != null;
  }

  /** A new learner of the chosen algorithm, for a matrix or an encoder. */
  Object createChosen() {
    AlgorithmDescriptor<?> chosen = chosen();
    return create(chosen, effective(chosen));
  }

  /** A new learner for data of the given number of features. */
  public OnlineLearner create(int dimension) {
    AlgorithmDescriptor<? extends OnlineLearner> chosen = Learners.descriptor(chosen().label());
    Map<String, String> options = effective(chosen);
    options.put("queryDimension", Integer.toString(dimension));
    options.put("itemDimension", Integer.toString(dimension));
    return create(chosen, options);
  }

  /**
   * The settings of a collection with this learner.
   *
   * @param usual the default algorithm
   */
  public CollectionSettings settings(String analyzer, String usual) {
    AlgorithmDescriptor<?> used =
        isGiven(AlgorithmFlags.ALGORITHM) ? chosen() : Learners.descriptor(usual);
    requireOptionsOf(used);
    Map<String, String> options = effective(used);
    // throws if the options are invalid
    create(used, options);
    return new CollectionSettings(used.label(), options, analyzer);
  }

  /** Checks that given options equal those of a resumed learner. */
  public void requireSameAs(OnlineLearner before, Path checkpoint) {
    if (isGiven(AlgorithmFlags.ALGORITHM)) {
      TrainingRecord.requireSame(AlgorithmFlags.ALGORITHM, before.algorithm(), label(), checkpoint);
    }
    AlgorithmDescriptor<?> same = Learners.descriptor(before.algorithm());
    Map<String, String> given = effective(same);
    // parsed, so that 1e-6 equals 1.0E-6
    Map<String, String> asked = phrased(() -> same.parse(given).asTexts());
    for (String name : given.keySet()) {
      TrainingRecord.requireSame(
          AlgorithmFlags.flag(name), before.options().get(name), asked.get(name), checkpoint);
    }
  }

  /** Rejects given options that the algorithm does not have. */
  public void requireOptionsOf(AlgorithmDescriptor<?> used) {
    for (ListedOption option : list().options()) {
      String flag = AlgorithmFlags.flag(option.name());
      // the command itself uses this option
      if (isOfAlgorithms(flag) && isGiven(flag) && used.parameter(option.name()).isEmpty()) {
        throw new InvalidInputException(
            flag
                + " is not an option of "
                + used.label()
                + ": leave it out, or choose an algorithm that has it: "
                + option.uses().stream().map(option::algorithms).collect(Collectors.joining(", ")));
      }
    }
  }

  /** The chosen algorithm. */
  public AlgorithmDescriptor<?> chosen() {
    return list()
        .find(label())
        .orElseThrow(
            () ->
                new InvalidInputException(
                    AlgorithmFlags.ALGORITHM
                        + ": unknown algorithm '"
                        + label()
                        + "': expected one of "
                        + flags().labels()));
  }

  private OptionList list() {
    return flags().list();
  }

  private AlgorithmFlags flags() {
    return (AlgorithmFlags) command.modelTransformer();
  }

  private String label() {
    return isGiven(AlgorithmFlags.ALGORITHM)
        ? text(AlgorithmFlags.ALGORITHM)
        : Algorithm.DEFAULT.label();
  }

  private boolean isGiven(String flag) {
    return command.commandLine().getParseResult().hasMatchedOption(flag);
  }

  private String text(String flag) {
    OptionSpec option = command.commandLine().getParseResult().matchedOption(flag);
    List<String> texts = option.stringValues();
    return texts.get(texts.size() - 1);
  }

  /** The given options that the algorithm has. */
  private Map<String, String> effective(AlgorithmDescriptor<?> used) {
    Map<String, String> effective = new LinkedHashMap<>();
    for (Parameter<?> parameter : used.parameters()) {
      String flag = AlgorithmFlags.flag(parameter.name());
      if (isGiven(flag)) {
        effective.put(parameter.name(), text(flag));
      }
    }
    return effective;
  }

  private static <L> L create(AlgorithmDescriptor<L> used, Map<String, String> options) {
    return phrased(() -> used.create(options));
  }

  /** Replaces names of parameters by flags. */
  private static <T> T phrased(Supplier<T> action) {
    try {
      return action.get();
    } catch (ParameterException e) {
      throw new InvalidInputException("--" + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
  }
}
