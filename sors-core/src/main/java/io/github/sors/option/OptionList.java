package io.github.sors.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The algorithms of one or several kinds, and their options by name.
 *
 * <p>Threads: immutable. Failures: a name that no algorithm has throws {@link
 * IllegalArgumentException}.
 */
public final class OptionList {

  private final List<AlgorithmKind> kinds;

  private record AlgorithmKind(String name, List<AlgorithmDescriptor<?>> algorithms) {}

  private OptionList(List<AlgorithmKind> kinds) {
    this.kinds = kinds;
  }

  /**
   * Lists the algorithms of one kind.
   *
   * @param kind the name of the kind, such as {@code online learners}
   */
  public static OptionList of(
      String kind, Collection<? extends AlgorithmDescriptor<?>> algorithms) {
    return new OptionList(List.of(new AlgorithmKind(kind, List.copyOf(algorithms))));
  }

  /** This list, followed by another. */
  public OptionList and(OptionList other) {
    List<AlgorithmKind> all = new ArrayList<>(kinds);
    all.addAll(other.kinds);
    return new OptionList(all);
  }

  /** All algorithms, in the order of help texts. */
  public List<AlgorithmDescriptor<?>> algorithms() {
    List<AlgorithmDescriptor<?>> algorithms = new ArrayList<>();
    kinds.forEach(kind -> algorithms.addAll(kind.algorithms()));
    return algorithms;
  }

  /** The algorithm with a label. */
  public Optional<AlgorithmDescriptor<?>> find(String label) {
    return algorithms().stream().filter(found -> found.label().equals(label)).findFirst();
  }

  /** The algorithm labels by kind: {@code online learners: sors-1, sors-2; distances: lmnn}. */
  public String labels() {
    return kinds.stream()
        .map(kind -> (kinds.size() == 1 ? "" : kind.name() + ": ") + joined(kind.algorithms()))
        .collect(Collectors.joining("; "));
  }

  /**
   * Checks that every name is an option of some algorithm; others are probably misspelt.
   *
   * @throws IllegalArgumentException if there is such a name
   */
  public void requireKnown(Collection<String> names) {
    for (String name : names) {
      if (algorithms().stream().noneMatch(algorithm -> algorithm.knows(name))) {
        throw new IllegalArgumentException(
            "unknown option '"
                + name
                + "': expected one of "
                + options().stream().map(ListedOption::name).collect(Collectors.joining(", ")));
      }
    }
  }

  /** All options that users can set, one per name: the algorithms' own before common ones. */
  public List<ListedOption> options() {
    Map<String, ListedOption> options = new LinkedHashMap<>();
    for (AlgorithmKind kind : kinds) {
      for (AlgorithmDescriptor<?> algorithm : kind.algorithms()) {
        algorithm.own().forEach(own -> add(own, algorithm, options));
      }
      for (AlgorithmDescriptor<?> algorithm : kind.algorithms()) {
        algorithm.parameters().stream()
            .filter(parameter -> !algorithm.own().contains(parameter))
            .forEach(common -> add(common, algorithm, options));
      }
    }
    return List.copyOf(options.values());
  }

  private void add(
      Parameter<?> parameter, AlgorithmDescriptor<?> algorithm, Map<String, ListedOption> options) {
    options
        .computeIfAbsent(parameter.name(), name -> new ListedOption(name, this))
        .add(parameter, algorithm);
  }

  /** Names algorithms for a help text: an empty string for all, and a kind if it is complete. */
  String describe(List<AlgorithmDescriptor<?>> some) {
    if (some.size() == algorithms().size()) {
      return "";
    }
    return kinds.stream()
        .map(
            kind -> {
              List<AlgorithmDescriptor<?>> ofKind = new ArrayList<>(kind.algorithms());
              ofKind.retainAll(some);
              return ofKind.size() > 1 && ofKind.size() == kind.algorithms().size()
                  ? kind.name()
                  : joined(ofKind);
            })
        .filter(names -> !names.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String joined(List<AlgorithmDescriptor<?>> algorithms) {
    return algorithms.stream().map(AlgorithmDescriptor::label).collect(Collectors.joining(", "));
  }
}
