package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.Format;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The data that a command works on, and how to read it. */
final class DataArguments {

  // a sample is the same whatever else is random
  static final long SAMPLE_SEED = 1;

  @Parameters(
      arity = "1..*",
      paramLabel = "DATA",
      description = "Files, or a name that 'sors data list' shows.")
  private List<String> data;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = "libsvm, matrix-market or csv (default: found out from the content).")
  private String format = "auto";

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "Matrix Market: the file of labels (default: beside DATA).")
  private Path labels;

  @Option(
      names = "--feature-names",
      paramLabel = "FILE",
      description = "The names of the features, one a line.")
  private Path featureNames;

  @Option(
      names = "--row-names",
      paramLabel = "FILE",
      description = "The names of the rows, one a line.")
  private Path rowNames;

  @Option(names = "--zero-based", description = "LIBSVM: features are counted from 0.")
  private boolean zeroBased;

  @Option(
      names = "--label-column",
      paramLabel = "NAME",
      description = "CSV: the column of the label, by name or number (default: the last).")
  private String labelColumn;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Take only N rows, every class keeping its share.")
  private Integer sample;

  /** Reads the data. */
  Dataset read(Console console) throws IOException {
    Dataset all = readAll(console);
    if (sample == null) {
      return all;
    }
    if (sample < 2) {
      throw new InvalidInputException("--sample of at least 2 rows expected, found " + sample);
    }
    return StratifiedSample.of(all, sample, SAMPLE_SEED);
  }

  private Dataset readAll(Console console) throws IOException {
    if (data.size() == 1 && !Files.exists(Path.of(data.get(0)))) {
      String name = data.get(0);
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      if (registry.find(name).isEmpty() && looksLikeAFile(name)) {
        throw new InvalidInputException(
            "there is no file " + name + ": check the path, or see 'sors data list' for names");
      }
      requireNoReadOptions(name);
      return read(registry.locate(name), console);
    }
    List<Path> files = data.stream().map(Path::of).toList();
    ReadOptions options =
        ReadOptions.DEFAULT
            .withFormat(parsedFormat())
            .withLabels(labels)
            .withFeatureNames(featureNames)
            .withRowNames(rowNames)
            .withZeroBased(zeroBased)
            .withLabelColumn(labelColumn);
    return DatasetReader.read(files, options);
  }

  /** Reads a data set that is known by name, and checks that it is what its name says. */
  static Dataset read(LocatedData located, Console console) throws IOException {
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
      if (candidate.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(format)) {
        return candidate;
      }
    }
    throw new InvalidInputException(
        "--format: auto, libsvm, matrix-market or csv expected, found '" + format + "'");
  }

  private static boolean looksLikeAFile(String name) {
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
          "how to read the data set "
              + name
              + " is known: leave out --format, --labels, --feature-names, --row-names,"
              + " --zero-based and --label-column");
    }
  }

  /** The data as it was given, for a command that the user can paste. */
  String asGiven() {
    return String.join(" ", data) + (sample == null ? "" : " --sample " + sample);
  }
}
