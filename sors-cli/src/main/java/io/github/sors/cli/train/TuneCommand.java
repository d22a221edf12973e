package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.cli.input.DistanceAlgorithms;
import io.github.sors.cli.input.FeatureArguments;
import io.github.sors.cli.input.JobArguments;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.Split;
import io.github.sors.learn.Algorithm;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import io.github.sors.tune.Parameters;
import io.github.sors.tune.TrainingTask;
import io.github.sors.tune.Trial;
import io.github.sors.tune.TrialFile;
import io.github.sors.tune.Tuner;
import io.github.sors.tune.Tuning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Chooses the parameters of an algorithm. */
@Command(
    name = "tune",
    modelTransformer = TuneCommand.Grids.class,
    header = "Choose the parameters of an algorithm by cross-validation.",
    customSynopsis = "sors tune [OPTIONS] DATA...",
    description = {
      "",
      "All combinations of a grid are trained for a few rounds, the best third of them for three"
          + " times as many, and so on. Only the rows that 'sors train' would learn from are used,"
          + " never those that it holds out. After an interruption, the same command continues"
          + " where it stopped.",
      ""
    },
    footer = {"", "Example: sors tune rows.libsvm --algorithm sors-2 --rounds 20000"})
public final class TuneCommand extends Subcommand {

  private static final int SHOWN = 10;

  @Mixin private DataArguments data;
  @Mixin private FeatureArguments features;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "The algorithm to tune, one of those below (default: ${DEFAULT-VALUE}).")
  private String algorithm = Algorithm.DEFAULT.label();

  @Option(
      names = "--folds",
      paramLabel = "K",
      description = "K-fold cross-validation (default: one hold-out, see --validation).")
  private Integer folds;

  @Option(
      names = "--validation",
      paramLabel = "X",
      description = "Share of the training rows to validate on (default: 0.2).")
  private Double validation;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of a complete training (default: 100000).")
  private long rounds = 100_000;

  @Option(
      names = "--normalize",
      paramLabel = "STEPS",
      description =
          "none, l2, l1, max-abs, log, tf-idf, centre, or several joined by commas (default: l2).")
  private String normalize = "l2";

  @Option(
      names = "--holdout",
      paramLabel = "X",
      description = "Share of every class that 'sors train' holds out (default: 0.3).")
  private double holdout = 0.3;

  @Option(names = "--seed", paramLabel = "N", description = "Seed (default: 1).")
  private long seed = 1;

  @Mixin private JobArguments lab;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "File for the results of all trainings (default: DATA-ALGORITHM.tune).")
  private Path output;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Method method = method();
    requirePlausible();
    features.requirePlausible();
    Dataset raw = data.readLabelled(features, console());
    Dataset training = raw.select(Split.perClass(raw.labels(), holdout, seed).train());
    Path file = output == null ? Path.of(defaultFile(raw.name())) : output;
    OutputFiles.requireWritable(file);
    for (Path input : data.files()) {
      OutputFiles.requireOther(file, input);
    }
    Tuner.Settings settings =
        new Tuner.Settings(
            folds == null ? 0 : folds,
            validation == null ? 0.2 : validation,
            rounds,
            seed,
            lab.jobs(),
            new TrainingTask.Resources(lab.threads(), lab.memory() / lab.jobs(), lab.timeLimit()));
    Tuning tuning;
    try (TrialFile trials = TrialFile.open(file);
        RungProgress progress = new RungProgress(console())) {
      tuning =
          new Tuner(settings, trials, progress)
              .tune(method, training, normalization(), raw.dimension());
    }
    if (tuning.best().failure() != null) {
      throw new InvalidInputException(
          "no candidate of " + method.title() + " could be trained: " + tuning.best().failure());
    }
    if (json) {
      console().printJson(asJson(method, tuning));
    } else {
      print(method, tuning, raw.name(), file);
    }
    return DONE;
  }

  private Method method() {
    Method method = Methods.named(algorithm);
    if (!isTunable(method)) {
      throw new InvalidInputException("--algorithm: " + algorithm + " has no parameters to choose");
    }
    return method;
  }

  private static boolean isTunable(Method method) {
    return method.grid().candidates().size() > 1;
  }

  private void requirePlausible() {
    if (folds != null && (folds < 2 || validation != null)) {
      throw new InvalidInputException(
          "expected --folds of at least 2, and without --validation, found " + folds);
    }
    if (validation != null && !(validation > 0 && validation < 1)) {
      throw new InvalidInputException(
          "expected --validation above 0 and below 1, found " + validation);
    }
    if (!(holdout >= 0 && holdout < 1)) {
      throw new InvalidInputException(
          "expected --holdout of at least 0 and below 1, found " + holdout);
    }
    if (rounds < 1) {
      throw new InvalidInputException("expected --rounds of at least 1, found " + rounds);
    }
    normalization();
    lab.requirePlausible();
  }

  private Normalization normalization() {
    try {
      return Normalization.parse(normalize);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--normalize: " + e.getMessage(), e);
    }
  }

  private String defaultFile(String name) {
    return plain(name) + "-" + algorithm + ".tune";
  }

  private static String plain(String name) {
    return name.replaceAll("[^\\p{L}\\p{N}_-]", "_");
  }

  private void print(Method method, Tuning tuning, String name, Path file) {
    Trial best = tuning.best();
    for (List<Trial> rung : tuning.rungs()) {
      long rounds = rung.get(0).rounds();
      console()
          .print(
              Formatting.count(rung.size())
                  + (rung.size() == 1 ? " candidate, " : " candidates, ")
                  + Formatting.count(rounds)
                  + " rounds"
                  + (rung.size() > SHOWN ? ", the best " + SHOWN + ":" : ":"));
      List<String> headings = new ArrayList<>();
      method.defaults().values().keySet().stream()
          .filter(best.parameters().values()::containsKey)
          .forEach(headings::add);
      List<String> parameters = List.copyOf(headings);
      headings.addAll(List.of("MAP %", "sparsity %", "seconds", "<"));
      TextTable table = new TextTable(headings.toArray(String[]::new));
      for (Trial trial : rung.subList(0, Math.min(SHOWN, rung.size()))) {
        List<String> cells = new ArrayList<>();
        parameters.forEach(parameter -> cells.add(trial.parameters().values().get(parameter)));
        boolean failed = trial.failure() != null;
        cells.add(failed ? "NA" : Formatting.percent(trial.map()));
        cells.add(failed ? "NA" : Formatting.percent(trial.sparsity()));
        cells.add(Formatting.seconds(trial.seconds()));
        cells.add(failed ? trial.failure() : "");
        table.add(cells.toArray(String[]::new));
      }
      table.print(console());
      console().print("");
    }
    console().print("results of all trainings: " + file);
    // a classifier is only for comparison and creates no model
    if (method.kind() != Method.Kind.LABELLED) {
      command(method, best.parameters(), plain(name)).lines("next  ").forEach(console()::print);
    }
  }

  /** The chosen training as a command line. */
  private ShellCommand command(Method method, Parameters chosen, String name) {
    ShellCommand command =
        features.addTo(data.addTo(new ShellCommand("train"))).option("--algorithm", algorithm);
    chosen.values().forEach((option, value) -> command.option("--" + option, value));
    return command
        .option("--rounds", method.ownRounds(rounds))
        .option("--normalize", normalize.equals("l2") ? null : normalize)
        .option("--holdout", holdout == 0.3 ? null : holdout)
        .option("--seed", seed == 1 ? null : seed)
        .option("--model", name + ".sors");
  }

  private static Map<String, Object> asJson(Method method, Tuning tuning) {
    List<Object> trials = new ArrayList<>();
    tuning.rungs().forEach(rung -> rung.forEach(trial -> trials.add(asJson(trial))));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("algorithm", method.name());
    result.put("best", asJson(tuning.best()));
    result.put("trials", trials);
    return result;
  }

  private static Map<String, Object> asJson(Trial trial) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("parameters", trial.parameters().values());
    fields.put("rounds", trial.rounds());
    fields.put("map", trial.map());
    fields.put("sparsity", trial.sparsity());
    fields.put("seconds", trial.seconds());
    fields.put("failure", trial.failure());
    return fields;
  }

  /** Adds the grids of all algorithms to the help. */
  static final class Grids implements IModelTransformer {

    @Override
    public CommandSpec transform(CommandSpec command) {
      List<String> footer = new ArrayList<>(List.of("", "The grids:"));
      for (Method method : Methods.allMethods()) {
        String name = method.name();
        for (String parameter : method.grid().names()) {
          String values = String.join(", ", method.grid().values(parameter));
          footer.add(String.format("  %-15s %-8s %s", name, parameter, values));
          name = "";
        }
      }
      if (!DistanceAlgorithms.absent().isEmpty()) {
        footer.add("  and those of research, built when named: lmnn, itml, rdml and others");
      }
      footer.addAll(List.of(command.usageMessage().footer()));
      command.usageMessage().footer(footer.toArray(String[]::new));
      return command;
    }
  }

  /** Shows a progress bar per rung. */
  private static final class RungProgress implements Tuner.Listener, AutoCloseable {

    private final Console console;
    private Console.Progress bar;
    private int shown;

    RungProgress(Console console) {
      this.console = console;
    }

    @Override
    public void trained(int rung, int rungs, int done, int total) {
      if (rung != shown) {
        close();
        bar = console.progress("rung " + rung + " of " + rungs, total);
        shown = rung;
      }
      bar.reached(done);
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
        bar = null;
      }
    }
  }
}
