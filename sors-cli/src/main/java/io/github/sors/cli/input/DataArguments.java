package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.Format;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The data that a command works on, and how to read it. */
public class DataArguments {

  // a fixed seed: samples do not depend on other seeds
  public static final long SAMPLE_SEED = 1;

  @Parameters(
      arity = "0..*",
      paramLabel = "DATA",
      description = "Files, or a name that 'sors data list' shows.")
  private List<String> data = List.of();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "libsvm, matrix-market or csv (default: detected from the content).")
  private String format = "auto";

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "Matrix Market: the file of labels (default: next to DATA).")
  private Path labels;

  @Option(
      names = "--feature-names",
      paramLabel = "FILE",
      description = "File of feature names, one per line.")
  private Path featureNames;

  @Option(
      names = "--row-names",
      paramLabel = "FILE",
      description = "File of row names, one per line.")
  private Path rowNames;

  @Option(names = "--zero-based", description = "LIBSVM: features count from 0.")
  private boolean zeroBased;

  @Option(
      names = "--label-column",
      paramLabel = "NAME",
      description =
          "CSV: the column of the class, by name or number (default: the one called label, class or"
              + " target); none: no column, for --groups and --triplets.")
  private String labelColumn;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Use N rows only; every class keeps its share.")
  private Integer sample;

  /** Reads the data. */
  public Dataset read(Console console) throws IOException {
    return readRows(console).used();
  }

  /** Reads the data and selects the rows to use. */
  final SampledRows readRows(Console console) throws IOException {
    return readRows(all -> all, console);
  }

  /** Adds something to rows that were read. */
  @FunctionalInterface
  interface Addition {
    public Dataset addTo(Dataset all) throws IOException;
  }

  /** Reads the data, adds something to all rows, and selects those to use. */
  final SampledRows readRows(Addition addition, Console console) throws IOException {
    if (sample != null && sample < 2) {
      throw new InvalidInputException("expected --sample of at least 2 rows, found " + sample);
    }
    Dataset all = addition.addTo(readAll(console));
    return new SampledRows(
        all, StratifiedSample.rows(all, sample == null ? all.size() : sample, SAMPLE_SEED));
  }

  /** Whether there is any data. */
  public boolean isGiven() {
    return !data.isEmpty();
  }

  private Dataset readAll(Console console) throws IOException {
    if (isName()) {
      String name = data.get(0);
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      if (registry.find(name).isEmpty() && looksLikeAFile(name)) {
        throw new InvalidInputException(
            "there is no file " + name + ": check the path, or see 'sors data list' for names");
      }
      requireNoReadOptions(name);
      return read(registry.locate(name), console);
    }
    ReadOptions options =
        ReadOptions.DEFAULT
            .withFormat(parsedFormat())
            .withLabels(labels)
            .withFeatureNames(featureNames)
            .withRowNames(rowNames)
            .withZeroBased(zeroBased)
            .withLabelColumn(labelColumn);
    return DatasetReader.read(data.stream().map(DataArguments::path).toList(), options);
  }

  /** Whether DATA is the name of a known data set; a folder may have the same name. */
  private boolean isName() {
    if (!isGiven()) {
      throw new ParameterException(
          command.commandLine(), "missing required parameter: 'DATA' (files, or a known name)");
    }
    Path path = path(data.get(0));
    return data.size() == 1 && (!Files.exists(path) || (Files.isDirectory(path) && isKnown()));
  }

  private boolean isKnown() {
    return Registry.standard(DataFolders.ofThisProcess()).find(data.get(0)).isPresent();
  }

  /** The files that are read, except those of known data sets. */
  public List<Path> files() {
    if (isName()) {
      return List.of();
    }
    List<Path> files = new ArrayList<>(data.stream().map(DataArguments::path).toList());
    Stream.of(labels, featureNames, rowNames).filter(Objects::nonNull).forEach(files::add);
    return files;
  }

  /** The files of items. */
  final List<Path> itemFiles() {
    if (isName()) {
      throw new InvalidInputException(
          "expected files of items with an id, found the name of a data set: " + data.get(0));
    }
    return data.stream().map(DataArguments::path).toList();
  }

  final ItemOptions itemOptions() {
    return new ItemOptions(labelColumn, null);
  }

  public static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidInputException("expected the name of a file, found '" + name + "'", e);
    }
  }

  /** Reads a known data set and checks its shape. */
  public static Dataset read(LocatedData located, Console console) throws IOException {
    if (located.isBuiltIn()) {
      return located.builtIn().get();
    }
    console.note(located.name() + ": " + located.note());
    ReadOptions options =
        ReadOptions.DEFAULT
            .withLabels(located.labels())
            .withFeatureNames(located.featureNames())
            .withRowNames(located.rowNames());
    Dataset read = DatasetReader.read(located.files(), options);
    located.checkShape(read);
    return read.named(located.name());
  }

  private Format parsedFormat() {
    for (Format candidate : Format.values()) {
      if (candidate.name().replace('_', '-').equalsIgnoreCase(format)) {
        return candidate;
      }
    }
    throw new InvalidInputException(
        "--format: expected auto, libsvm, matrix-market or csv, found '" + format + "'");
  }

  public static boolean looksLikeAFile(String name) {
    return name.contains("/") || name.contains("\\") || name.contains(".");
  }

  private void requireNoReadOptions(String name) {
    if (!format.equals("auto")
        || labels != null
        || featureNames != null
        || rowNames != null
        || zeroBased
        || labelColumn != null) {
      throw new InvalidInputException(
          "the data set "
              + name
              + " has known settings for reading: leave out --format, --labels, --feature-names, --row-names,"
              + " --zero-based and --label-column");
    }
  }

  /** Adds the data and the options to read it to a command line. */
  public ShellCommand addTo(ShellCommand command) {
    data.forEach(command::word);
    return command
        .option("--format", format.equals("auto") ? null : format)
        .option("--labels", labels)
        .option("--feature-names", featureNames)
        .option("--row-names", rowNames)
        .flag("--zero-based", zeroBased)
        .option("--label-column", labelColumn)
        .option("--sample", sample);
  }
}
