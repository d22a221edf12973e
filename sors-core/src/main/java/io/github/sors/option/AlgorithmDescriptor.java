package io.github.sors.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Describes an algorithm: its names, its parameters and the factory of its learner. Independent of
 * the kind of model.
 *
 * <p>Threads: immutable; the factory may be called by any thread. Failures: two parameters of one
 * name throw {@link IllegalArgumentException}, a value out of its range {@link ParameterException};
 * names that the algorithm does not know are ignored, see {@link OptionList#requireKnown}.
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
   * @param factory creates a learner from validated parameters
   * @param own the algorithm's own parameters
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

  /** This algorithm with the parameters that all algorithms of its kind share. */
  public AlgorithmDescriptor<L> withCommon(List<Parameter<?>> parameters) {
    return new AlgorithmDescriptor<>(label, title, summary, own, parameters, internal, factory);
  }

  /**
   * This algorithm with parameters that programs set, not users, such as dimensions of the data.
   */
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

  /** The algorithm's own parameters, in the order of tables. */
  public List<Parameter<?>> own() {
    return own;
  }

  /** The names of the algorithm's own parameters. */
  public List<String> ownNames() {
    return own.stream().map(Parameter::name).toList();
  }

  /** The parameters that users can set: the algorithm's own and those of its kind. */
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

  /** The parameter with a name, if users can set it for this algorithm. */
  public Optional<Parameter<?>> parameter(String name) {
    return parameters().stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  /** Whether the algorithm has a parameter of this name, set by users or by programs. */
  public boolean knows(String name) {
    return all().stream().anyMatch(parameter -> parameter.name().equals(name));
  }

  /**
   * Reads values; missing parameters have their defaults.
   *
   * @param texts by name; parameters of other algorithms are ignored
   * @throws ParameterException if a value is not valid
   */
  public LearningParameters parse(Map<String, String> texts) {
    return LearningParameters.parse(all(), texts);
  }

  /** Creates a learner. */
  public L create(LearningParameters parameters) {
    return factory.apply(parameters);
  }

  /**
   * Creates a learner.
   *
   * @param texts values by name; missing parameters have their defaults
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
