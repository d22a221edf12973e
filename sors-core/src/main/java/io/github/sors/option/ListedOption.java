package io.github.sors.option;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One option: its name, the parameters that it sets, and the algorithms that have them.
 *
 * <p>Threads: immutable. Failures: a text that none of its parameters allows throws {@link
 * ParameterException}.
 */
public final class ListedOption {

  private final String name;
  private final OptionList list;
  private final List<Use> uses = new ArrayList<>();

  ListedOption(String name, OptionList list) {
    this.name = name;
    this.list = list;
  }

  /**
   * The parameter that the option sets for some algorithms.
   *
   * @param parameter the parameter
   * @param algorithms the algorithms that have it
   */
  public record Use(Parameter<?> parameter, List<AlgorithmDescriptor<?>> algorithms) {

    /** Copies the algorithms. */
    public Use {
      algorithms = List.copyOf(algorithms);
    }
  }

  void add(Parameter<?> parameter, AlgorithmDescriptor<?> algorithm) {
    for (int k = 0; k < uses.size(); k++) {
      Use use = uses.get(k);
      if (use.parameter().readsLike(parameter)) {
        List<AlgorithmDescriptor<?>> longer = new ArrayList<>(use.algorithms());
        longer.add(algorithm);
        uses.set(k, new Use(use.parameter(), longer));
        return;
      }
    }
    uses.add(new Use(parameter, List.of(algorithm)));
  }

  /** The name, without dashes. */
  public String name() {
    return name;
  }

  /** Its uses, in the order of the algorithms; at least one. */
  public List<Use> uses() {
    return Collections.unmodifiableList(uses);
  }

  /** The algorithms of a use in words; empty if it is all algorithms of the list. */
  public String algorithms(Use use) {
    return list.describe(use.algorithms());
  }

  /** The placeholder of a value in help texts. */
  public String placeholder() {
    return uses.get(0).parameter().domain().placeholder();
  }

  /** The type of its values; text if its parameters differ. */
  public Domain.Kind kind() {
    Domain.Kind kind = uses.get(0).parameter().domain().kind();
    return uses.stream().allMatch(use -> use.parameter().domain().kind() == kind)
        ? kind
        : Domain.Kind.TEXT;
  }

  /**
   * Checks that at least one of its parameters allows a text.
   *
   * @throws ParameterException about the first parameter, if none does
   */
  public void requireValidForSome(String text) {
    ParameterException first = null;
    for (Use use : uses) {
      try {
        use.parameter().parse(text);
        return;
      } catch (ParameterException e) {
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  /** Meaning, range, unit and default for a help text, one sentence for each use. */
  public String help() {
    return uses.stream().map(this::help).collect(Collectors.joining(" "));
  }

  private String help(Use use) {
    Parameter<?> parameter = use.parameter();
    String algorithms = algorithms(use);
    String sentence =
        (algorithms.isEmpty() ? "" : algorithms + ": ")
            + parameter.meaning()
            + (parameter.unit().isEmpty() ? "" : ", in " + parameter.unit())
            + " ("
            + parameter.domain().range()
            + "; default: "
            + parameter.defaultText()
            + ").";
    return algorithms.isEmpty()
        ? sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1)
        : sentence;
  }
}
