package io.github.sors.data.registry;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The known data sets and the folders that may contain them.
 *
 * <p>A data set {@code x} is searched in the folder {@code x} of {@code SORS_DATA}, then of the
 * cache; if several of its file sets are there, the best one is used.
 *
 * <p>Threads: immutable; what the folders contain is looked up in every call. Failures: an unknown
 * name, missing files, or a file that has changed since it was downloaded, throw {@link
 * io.github.sors.InvalidInputException}, a disk {@link java.io.IOException}.
 */
public final class Registry {

  private final List<DataSetEntry> entries;
  private final DataFolders folders;

  /** Creates a registry of the given data sets. */
  public Registry(List<DataSetEntry> entries, DataFolders folders) {
    this.entries = List.copyOf(entries);
    this.folders = Objects.requireNonNull(folders, "folders");
  }

  /**
   * Returns the registry of the known data sets, those of every {@link DataSetProvider} on the
   * class path first.
   */
  public static Registry standard(DataFolders folders) {
    List<DataSetEntry> entries = new ArrayList<>();
    ServiceLoader.load(DataSetProvider.class, Registry.class.getClassLoader())
        .forEach(provider -> entries.addAll(provider.entries()));
    entries.addAll(KnownDataSets.ENTRIES);
    return new Registry(entries, folders);
  }

  public List<DataSetEntry> entries() {
    return entries;
  }

  public DataFolders folders() {
    return folders;
  }

  /** The data set with a name, if it is known. */
  public Optional<DataSetEntry> find(String name) {
    return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
  }

  /**
   * Returns the data set of a name.
   *
   * @throws InvalidInputException if it is not known; the message has the closest name and all
   *     names
   */
  public DataSetEntry entry(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "unknown data set '"
                        + name
                        + "'"
                        + closest(name).map(other -> ", did you mean '" + other + "'?").orElse(":")
                        + " known are "
                        + names()));
  }

  private String names() {
    return entries.stream().map(DataSetEntry::name).collect(Collectors.joining(", "));
  }

  private Optional<String> closest(String name) {
    String lowerCase = name.toLowerCase(Locale.ROOT);
    return entries.stream()
        .map(DataSetEntry::name)
        // with more than half of the letters wrong it is not a typo
        .filter(known -> editDistance(lowerCase, known) <= known.length() / 2)
        .min(Comparator.comparingInt(known -> editDistance(lowerCase, known)));
  }

  /** The insertions, removals and replacements of a character that make one text the other. */
  private static int editDistance(String from, String to) {
    int[] distances = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      distances[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = distances[0];
      distances[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = distances[j];
        distances[j] = Math.min(replaced, 1 + Math.min(distances[j], distances[j - 1]));
      }
    }
    return distances[to.length()];
  }

  /**
   * Returns the files of a data set on this machine, or its built-in data.
   *
   * @throws InvalidInputException if the name is unknown, no folder has the files, or a file has
   *     changed since it was downloaded
   */
  public LocatedData locate(String name) throws IOException {
    DataSetEntry entry = entry(name);
    LocatedData located = search(entry).orElseThrow(() -> notHere(entry));
    for (Path file : located.allFiles()) {
      if (!Checksums.matches(file)) {
        throw new InvalidInputException(
            file
                + " has changed since it was downloaded: run 'sors data get "
                + name
                + "' to download it again");
      }
    }
    return located;
  }

  /** Lists all data sets and their locations, without reading any data. */
  public List<Listing> list() {
    return entries.stream().map(entry -> new Listing(entry, search(entry))).toList();
  }

  private Optional<LocatedData> search(DataSetEntry entry) {
    if (entry.builtIn() != null) {
      return Optional.of(LocatedData.builtIn(entry));
    }
    for (Path root : folders.all()) {
      Path folder = root.resolve(entry.name());
      for (FileSet fileSet : entry.fileSets()) {
        if (fileSet.missingIn(folder).isEmpty()) {
          return Optional.of(LocatedData.in(folder, entry, fileSet));
        }
      }
    }
    return Optional.empty();
  }

  private InvalidInputException notHere(DataSetEntry entry) {
    List<String> alternatives = new ArrayList<>();
    for (FileSet fileSet : entry.fileSets()) {
      alternatives.add(String.join(" + ", fileSet.files()));
    }
    String places =
        folders.all().stream()
            .map(root -> root.resolve(entry.name()).toString())
            .collect(Collectors.joining(" and in "));
    String remedy =
        entry.download().isPresent()
            ? "run 'sors data get " + entry.name() + "'"
            : "it cannot be downloaded, so put the files there";
    return new InvalidInputException(
        "the data set "
            + entry.name()
            + " is not on this machine: expected "
            + String.join(", or ", alternatives)
            + " in "
            + places
            + ": "
            + remedy
            + ", or set "
            + DataFolders.VARIABLE
            + " to the folder that contains "
            + entry.name()
            + "/");
  }

  /**
   * One data set of the list.
   *
   * @param entry the data set
   * @param located its location, if it is on this machine
   */
  public record Listing(DataSetEntry entry, Optional<LocatedData> located) {

    /**
     * The shape of the data on this machine, else of the best file set; empty for built-in data.
     */
    public Optional<Shape> shape() {
      return located
          .map(here -> Optional.ofNullable(here.shape()))
          .orElseGet(() -> best().map(FileSet::shape));
    }

    /** The description of the data on this machine, else of the best file set. */
    public String note() {
      return located.map(LocatedData::note).orElseGet(() -> best().map(FileSet::note).orElse(""));
    }

    private Optional<FileSet> best() {
      return entry.fileSets().stream().findFirst();
    }
  }
}
