package io.github.sors.cli.input;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.format.CompressedInput;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.Format;
import io.github.sors.data.format.FormatDetector;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.item.FileContents;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.lucene.text.ItemRows;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
      description =
          "Items (JSON lines, CSV or TSV with texts, TREC's SGML, a folder or tar archive of texts),"
              + " rows of numbers (LIBSVM, Matrix Market, CSV), or a name that 'sors data list'"
              + " shows.")
  private List<String> data = List.of();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "Rows of numbers: libsvm, matrix-market or csv (default: detected from the content).")
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
          "The column of the class; of a CSV of numbers also by its number (default: the one called"
              + " label, class or target; of items also category); none: no column, for --groups and"
              + " --triplets.")
  private String labelColumn;

  @Option(
      names = "--id-column",
      paramLabel = "NAME",
      description = "Items: the column of the id (default: the one called id, _id, docno or name).")
  private String idColumn;

  @Option(
      names = "--ids",
      paramLabel = "FILE",
      description = "NumPy: the ids of the items, one per line (default: row numbers from 0).")
  private Path ids;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Use N rows only; every class keeps its share.")
  private Integer sample;

  /**
   * What was read.
   *
   * @param rows all rows
   * @param vectors one embedding per row, which items had beside their fields; or empty
   */
  record AllRows(Dataset rows, List<float[]> vectors) {}

  /** Reads the data; of items, makes features of all fields. */
  public Dataset read(Console console) throws IOException {
    return sampled(withoutVectors(new FeatureArguments(), console)).used();
  }

  /** Reads the data whose labels are the feedback; makes features of items. */
  public final Dataset readLabelled(ItemFeatures features, Console console) throws IOException {
    return sampled(Labels.required(withoutVectors(features, console), console)).used();
  }

  private Dataset withoutVectors(ItemFeatures features, Console console) throws IOException {
    AllRows read = readAll(features, console);
    if (!read.vectors().isEmpty()) {
      throw new InvalidInputException(
          read.rows().name()
              + " has vectors beside other fields, which only commands with --vectors use: leave out"
              + " the vectors");
    }
    return read.rows();
  }

  /** Selects the rows to use. */
  final SampledRows sampled(Dataset all) {
    if (sample != null && sample < 2) {
      throw new InvalidInputException("expected --sample of at least 2 rows, found " + sample);
    }
    return new SampledRows(
        all, StratifiedSample.rows(all, sample == null ? all.size() : sample, SAMPLE_SEED));
  }

  /** Whether there is any data. */
  public boolean isGiven() {
    return !data.isEmpty();
  }

  /** Reads all rows; makes features of items. */
  final AllRows readAll(ItemFeatures features, Console console) throws IOException {
    if (!isName()) {
      List<Path> files = data.stream().map(DataArguments::path).toList();
      if (areItems(files, features)) {
        requireNoOptionsOfRows(files);
        return items(DatasetReader.nameOf(files), readItems(files, features), features);
      }
      if (idColumn != null || ids != null) {
        throw new InvalidInputException(
            (idColumn == null ? "--ids" : "--id-column")
                + " is for items, found rows of numbers: name rows with --row-names");
      }
      return plain(DatasetReader.read(files, readOptions()), features);
    }
    String name = data.get(0);
    Registry registry = Registry.standard(DataFolders.ofThisProcess());
    if (registry.find(name).isEmpty() && looksLikeAFile(name)) {
      throw new InvalidInputException(
          "there is no file " + name + ": check the path, or see 'sors data list' for names");
    }
    requireNoReadOptions(name);
    return plain(read(registry.locate(name), console), features);
  }

  private static AllRows plain(Dataset rows, ItemFeatures features) {
    features.requireUsable(SameFeatures.of(rows), rows.name());
    return new AllRows(rows, List.of());
  }

  private ReadOptions readOptions() {
    return ReadOptions.DEFAULT
        .withFormat(parsedFormat())
        .withLabels(labels)
        .withFeatureNames(featureNames)
        .withRowNames(rowNames)
        .withZeroBased(zeroBased)
        .withLabelColumn(labelColumn);
  }

  /** Whether the data are files of items. */
  public final boolean areItems() throws IOException {
    return !isName()
        && areItems(data.stream().map(DataArguments::path).toList(), new FeatureArguments());
  }

  /** Whether the files hold items; those of rows may not be mixed with them. */
  private boolean areItems(List<Path> files, ItemFeatures features) throws IOException {
    boolean columnHasNumber = labelColumn != null && labelColumn.matches("[0-9]+");
    if (!format.equals("auto") || columnHasNumber) {
      return false;
    }
    Path rows = null;
    Path items = null;
    for (Path file : files) {
      if (holdsItems(file, features)) {
        items = file;
      } else {
        rows = file;
      }
    }
    if (rows != null && items != null) {
      throw new InvalidInputException(
          "expected items or rows of numbers, found both: items in "
              + items
              + ", rows in "
              + rows
              + ": give files of one kind");
    }
    return items != null;
  }

  /** A table of nothing but numbers has items, too, if features are to be made of its columns. */
  private boolean holdsItems(Path file, ItemFeatures features) throws IOException {
    return FileContents.of(file, itemOptions()) == FileContents.ITEMS
        || (features.needsItems() && isTable(file));
  }

  private static boolean isTable(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(CompressedInput.open(file))) {
      return FormatDetector.detect(in, file.toString()) == Format.CSV;
    }
  }

  private List<Item> readItems(List<Path> files, ItemFeatures features) throws IOException {
    ItemOptions options = itemOptions().withContentColumns(features.fields());
    List<Item> items = new ArrayList<>();
    ItemReader.open(files, options).forEach(items::add);
    return items;
  }

  /** The rows of items. */
  static AllRows items(String name, List<Item> items, ItemFeatures features) throws IOException {
    try {
      Optional<Dataset> rows = features.rows(name, items);
      if (rows.isEmpty()) {
        return new AllRows(ItemRows.ofVectors(name, items), List.of());
      }
      boolean haveVectors = items.stream().anyMatch(item -> item.vector() != null);
      return new AllRows(rows.get(), haveVectors ? ItemRows.vectors(items) : List.of());
    } catch (InvalidInputException e) {
      throw new InvalidInputException(name + ": " + e.getMessage(), e);
    }
  }

  private void requireNoOptionsOfRows(List<Path> files) {
    if (labels != null || featureNames != null || rowNames != null || zeroBased) {
      throw new InvalidInputException(
          files.get(0)
              + " has items: leave out --labels, --feature-names, --row-names and --zero-based,"
              + " which are for rows of numbers");
    }
  }

  /** Whether DATA is the name of a known data set; a folder may have the same name. */
  final boolean isName() {
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
    Stream.of(labels, featureNames, rowNames, ids).filter(Objects::nonNull).forEach(files::add);
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
    return new ItemOptions(labelColumn, idColumn).withIds(ids);
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
        || labelColumn != null
        || idColumn != null
        || ids != null) {
      throw new InvalidInputException(
          "the data set "
              + name
              + " has known settings for reading: leave out --format, --labels, --feature-names, --row-names,"
              + " --zero-based, --label-column, --id-column and --ids");
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
        .option("--id-column", idColumn)
        .option("--ids", ids)
        .option("--sample", sample);
  }
}
