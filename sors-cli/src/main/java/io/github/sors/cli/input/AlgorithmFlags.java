package io.github.sors.cli.input;

import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Learners;
import io.github.sors.option.Domain;
import io.github.sors.option.ListedOption;
import io.github.sors.option.OptionList;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Adds {@code --algorithm} and a flag for every option of its algorithms to a command, which reads
 * them with {@link LearnerArguments}.
 *
 * <p>A flag that the command already has, such as {@code --seed}, is used for both.
 */
public abstract class AlgorithmFlags implements IModelTransformer {

  public static final String ALGORITHM = "--algorithm";

  /** The name for an automatic choice of the algorithm. */
  public static final String AUTO = "auto";

  private final OptionList list;
  private final boolean automatic;

  AlgorithmFlags(OptionList list) {
    this(list, false);
  }

  private AlgorithmFlags(OptionList list, boolean automatic) {
    this.list = list;
    this.automatic = automatic;
  }

  /** For commands that can use any algorithm, and choose one if none is named. */
  public static final class OfAll extends AlgorithmFlags {
    public OfAll() {
      super(DistanceAlgorithms.addedTo(Learners.options()), true);
    }
  }

  /** For commands that learn from one comparison at a time. */
  public static final class OfOnlineLearners extends AlgorithmFlags {
    OfOnlineLearners() {
      super(Learners.options());
    }
  }

  /** The algorithms that the command can use. */
  public OptionList list() {
    return list;
  }

  /** Whether the command chooses an algorithm if none is named. */
  boolean isAutomatic() {
    return automatic;
  }

  /** The names that can be given. */
  String labels() {
    return (automatic ? AUTO + ", " : "") + list.labels();
  }

  private String absent() {
    return automatic ? DistanceAlgorithms.absent() : "";
  }

  private String defaultLabel() {
    return automatic ? AUTO : Algorithm.DEFAULT.label();
  }

  @Override
  public CommandSpec transform(CommandSpec command) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().heading("%nThe algorithm and its options:%n").validate(false);
    group.addArg(
        OptionSpec.builder(ALGORITHM)
            .type(String.class)
            .paramLabel("NAME")
            .description(escaped(labels() + absent() + " (default: " + defaultLabel() + ")."))
            .build());
    for (ListedOption option : list.options()) {
      if (command.findOption(flag(option.name())) == null) {
        group.addArg(flag(option));
      }
    }
    return command.addArgGroup(group.build());
  }

  private static OptionSpec flag(ListedOption option) {
    OptionSpec.Builder flag =
        OptionSpec.builder(flag(option.name()))
            .type(String.class)
            .paramLabel(option.placeholder())
            .description(escaped(option.help()));
    // a bare flag means true
    return option.kind() == Domain.Kind.FLAG
        ? flag.arity("0..1").fallbackValue("true").build()
        : flag.build();
  }

  static String flag(String name) {
    return "--" + name;
  }

  private static String escaped(String description) {
    return description.replace("%", "%%");
  }
}
