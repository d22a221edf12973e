package io.github.sors.cli;

import io.github.sors.cli.frame.CommandProvider;
import io.github.sors.cli.input.AlgorithmFlags;
import io.github.sors.cli.input.DistanceAlgorithms;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the modules of research/ add, by name. A command line that has none of them names their
 * commands, too, and says where they are.
 */
public final class Research {

  /** The commands, each with the first line of its help. */
  public static final Map<String, String> COMMANDS =
      Map.of(
          "reproduce", "Compare algorithms as the paper does: tables, figures, a report.",
          "regret", "Test SORS and AdaSORS against the paper's regret bounds.");

  static final String SPARK = "spark";
  static final String BENCH = "bench";

  /** What the launcher of the sources runs as programs of their own, each with a line of help. */
  static final Map<String, String> OF_SOURCES =
      Map.of(
          SPARK, "Run sors as a job of Spark (from the sources).",
          BENCH, "Measure speed and memory (from the sources).");

  /** The algorithms of {@code train} and {@code tune}; the last one is to tune alone. */
  public static final Set<String> ALGORITHMS =
      Stream.concat(DistanceAlgorithms.OF_RESEARCH.stream(), Stream.of("logistic"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> TAKE_ALGORITHMS = Set.of("train", "tune");

  private Research() {}

  /** The classes of the commands; empty if research is not on the class path. */
  static Map<String, Class<?>> commands() {
    Map<String, Class<?>> commands = new LinkedHashMap<>();
    ServiceLoader.load(CommandProvider.class)
        .forEach(provider -> commands.putAll(provider.commands()));
    return commands;
  }

  /** What to tell about a command line that needs research where there is none; usually empty. */
  static Optional<String> missing(String... arguments) {
    if (arguments.length > 0 && OF_SOURCES.containsKey(arguments[0])) {
      return Optional.of(
          "'sors "
              + arguments[0]
              + "' is a program of its own: run it with ./sors of the sources, which builds it");
    }
    return asked(arguments)
        .filter(name -> commands().isEmpty())
        .map(
            name ->
                name
                    + " is part of research, which is not on the class path: run it with ./sors of"
                    + " the sources, which builds it, or with an archive of the distribution; or"
                    + " add sors-lab and what it needs");
  }

  private static Optional<String> asked(String... arguments) {
    if (arguments.length == 0) {
      return Optional.empty();
    }
    if (COMMANDS.containsKey(arguments[0])) {
      return Optional.of("'sors " + arguments[0] + "'");
    }
    return TAKE_ALGORITHMS.contains(arguments[0])
        ? algorithm(Arrays.asList(arguments)).filter(ALGORITHMS::contains)
        : Optional.empty();
  }

  private static Optional<String> algorithm(List<String> words) {
    String flag = AlgorithmFlags.ALGORITHM;
    String found = null;
    for (int k = 1; k < words.size(); k++) {
      if (words.get(k - 1).equals(flag)) {
        found = words.get(k);
      } else if (words.get(k).startsWith(flag + "=")) {
        found = words.get(k).substring(flag.length() + 1);
      }
    }
    return Optional.ofNullable(found);
  }

  /** Names a command of research in the help. */
  static CommandLine placeholder(String name) {
    CommandSpec command = CommandSpec.create().name(name);
    command.usageMessage().header(COMMANDS.get(name));
    return new CommandLine(command);
  }
}
