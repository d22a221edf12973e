package io.github.sors.lab.command;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.lab.study.StudyData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** The data sets of a study, each a name or a file of its own. */
final class StudyDataArguments {

  @Option(
      names = "--dataset",
      split = ",",
      paramLabel = "DATA",
      description =
          "Names that 'sors data list' shows, or files; several joined by commas, or the option"
              + " repeated (default: all on this machine that are not built in).")
  private List<String> names = List.of();

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Use N rows only of each; every class keeps its share.")
  private Integer sample;

  @Option(
      names = "--normalize",
      paramLabel = "STEPS",
      description =
          "none, l2, l1, max-abs, log, tf-idf, or several joined by commas (default: none for the"
              + " paper's data, else l2).")
  private String normalize;

  /** Reads all data sets. */
  List<StudyData> read(Console console) throws IOException {
    Normalization chain = normalize == null ? null : parsed(normalize);
    if (sample != null && sample < 2) {
      throw new InvalidInputException("expected --sample of at least 2 rows, found " + sample);
    }
    Registry registry = Registry.standard(DataFolders.ofThisProcess());
    List<StudyData> all = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (String name : names.isEmpty() ? atHand(registry) : names) {
      StudyData data = read(name, registry, console);
      if (!known.add(data.name())) {
        throw new InvalidInputException(
            "--dataset: two data sets are called " + data.name() + ": rename a file");
      }
      all.add(chain == null ? data : data.normalizedBy(chain));
    }
    return all;
  }

  private static Normalization parsed(String steps) {
    try {
      return Normalization.parse(steps);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--normalize: " + e.getMessage(), e);
    }
  }

  private static List<String> atHand(Registry registry) {
    List<String> found =
        registry.list().stream()
            .filter(listing -> listing.located().isPresent())
            .filter(listing -> !listing.located().get().isBuiltIn())
            .map(listing -> listing.entry().name())
            .toList();
    if (found.isEmpty()) {
      throw new InvalidInputException(
          "no data set of the paper is on this machine: run 'sors data get bbc', or give --dataset"
              + " with files, or --dataset emoji");
    }
    return found;
  }

  private StudyData read(String name, Registry registry, Console console) throws IOException {
    Path file = path(name);
    if (Files.isRegularFile(file)) {
      return StudyData.of(sampled(DatasetReader.read(List.of(file), ReadOptions.DEFAULT)), "");
    }
    if (registry.find(name).isEmpty() && DataArguments.looksLikeAFile(name)) {
      throw new InvalidInputException(
          "there is no file " + name + ": check the path, or see 'sors data list' for names");
    }
    LocatedData located = registry.locate(name);
    return StudyData.of(
        sampled(DataArguments.read(located, console).named(located.name())), located.note());
  }

  private Dataset sampled(Dataset data) {
    return sample == null ? data : StratifiedSample.of(data, sample, DataArguments.SAMPLE_SEED);
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidInputException("expected the name of a file, found '" + name + "'", e);
    }
  }
}
