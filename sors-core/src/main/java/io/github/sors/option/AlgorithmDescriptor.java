package io.github.sors.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * All that the outside has to know about an algorithm: its names, its parameters and how to make
 * its learner. What kind of model the learner makes is of no concern here.
 *
 * @param <L> the type of the learner
 */
public final class AlgorithmDescriptor<L> {

  private final String label;
  private final String title;
  private final String summary;
  private final List<Parameter<?>> own;
  private final List<Parameter<?>> common;
  private final List<Parameter<?>> internal;
  private final Function<LearningParameters, L> factory;

  private AlgorithmDescriptor(
      String label,
      String title,
      String summary,
      List<Parameter<?>> own,
      List<Parameter<?>> common,
      List<Parameter<?>> internal,
      Function<LearningParameters, L> factory) {
    this.label = Objects.requireNonNull(label, "label");
    this.title = Objects.requireNonNull(title, "title");
    this.summary = Objects.requireNonNull(summary, "summary");
    this.own = List.copyOf(own);
    this.common = List.copyOf(common);
    this.internal = List.copyOf(internal);
    this.factory = Objects.requireNonNull(factory, "factory");
    long names = all().stream().map(Parameter::name).distinct().count();
    if (names < all().size()) {
      throw new IllegalArgumentException(label + " has two parameters of one name: " + all());
    }
  }

  /**
   * Describes an algorithm.
   *
   * @param label the name on the command line and in files, such as {@code adasors-2}
   * @param title the name in a table, such as {@code AdaSORS-II}
   * @param summary what it does, in a few words
   * @param factory makes a learner of validated parameters
   * @param own the parameters that are the algorithm's own
   */
  public static <L> AlgorithmDescriptor<L> of(
      String label,
      String title,
      String summary,
      Function<LearningParameters, L> factory,
      Parameter<?>... own) {
    return new AlgorithmDescriptor<>(
        label, title, summary, List.of(own), List.of(), List.of(), factory);
  }

  /** This algorithm with parameters that it shares with all algorithms of its kind. */
  public AlgorithmDescriptor<L> withCommon(List<Parameter<?>> parameters) {
    return new AlgorithmDescriptor<>(label, title, summary, own, parameters, internal, factory);
  }

  /** This algorithm with parameters that programs set, not people: sizes of the data. */
  public AlgorithmDescriptor<L> withInternal(List<Parameter<?>> parameters) {
    return new AlgorithmDescriptor<>(label, title, summary, own, common, parameters, factory);
  }

  /** The name on the command line and in files, such as {@code adasors-2}. */
  public String label() {
    return label;
  }

  /** The name in a table, such as {@code AdaSORS-II}. */
  public String title() {
    return title;
  }

  /** What it does, in a few words. */
  public String summary() {
    return summary;
  }

  /** The parameters that are the algorithm's own, in the order of tables. */
  public List<Parameter<?>> own() {
    return own;
  }

  /** The names of the parameters that are the algorithm's own. */
  public List<String> ownNames() {
    return own.stream().map(Parameter::name).toList();
  }

  /** The parameters that people choose: the algorithm's own and those of all of its kind. */
  public List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters = new ArrayList<>(own);
    parameters.addAll(common);
    return parameters;
  }

  private List<Parameter<?>> all() {
    List<Parameter<?>> all = parameters();
    all.addAll(internal);
    return all;
  }

  /** The parameter of a name, if people can choose it for this algorithm. */
  public Optional<Parameter<?>> parameter(String name) {
    return parameters().stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  /** Whether the algorithm knows the name, be it set by people or by programs. */
  boolean knows(String name) {
    return all().stream().anyMatch(parameter -> parameter.name().equals(name));
  }

  /**
   * Reads values; a parameter that is not given has its default.
   *
   * @param texts by name; names of other algorithms' parameters are left alone
   * @throws ParameterException if a value is not valid
   */
  public LearningParameters parse(Map<String, String> texts) {
    return LearningParameters.parse(all(), texts);
  }

  /** Makes a learner. */
  public L create(LearningParameters parameters) {
    return factory.apply(parameters);
  }

  /**
   * Makes a learner.
   *
   * @param texts values by name; a parameter that is not given has its default
   * @throws IllegalArgumentException if a value is not valid
   */
  public L create(Map<String, String> texts) {
    return create(parse(texts));
  }

  @Override
  public String toString() {
    return label;
  }
}
