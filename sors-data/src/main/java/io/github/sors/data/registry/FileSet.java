package io.github.sors.data.registry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Files that hold a data set, or a part of it, or something that stands in for it.
 *
 * @param note what they hold, in words, and what that has to do with the paper's data
 * @param shape what has to come out when they are read
 * @param data the files of rows, read one after the other as one data set
 * @param labels the file of labels, or null where the rows have them
 * @param featureNames the file of feature names, or null
 * @param rowNames the file of row names, or null
 * @param sources the downloads that bring all these files; empty if there are none
 */
public record FileSet(
    String note,
    Shape shape,
    List<String> data,
    String labels,
    String featureNames,
    String rowNames,
    List<RemoteFile> sources) {

  public FileSet {
    Objects.requireNonNull(note, "note");
    Objects.requireNonNull(shape, "shape");
    data = List.copyOf(data);
    sources = List.copyOf(sources);
    if (data.isEmpty()) {
      throw new IllegalArgumentException("expected at least one file of rows, found none");
    }
  }

  /** Files of labelled rows that somebody has to put in place. */
  public static FileSet of(String note, Shape shape, String... data) {
    return new FileSet(note, shape, List.of(data), null, null, null, List.of());
  }

  /** These files with others for the labels and the names. */
  public FileSet with(String newLabels, String newFeatureNames, String newRowNames) {
    return new FileSet(note, shape, data, newLabels, newFeatureNames, newRowNames, sources);
  }

  /**
   * These files, to be had by the given downloads.
   *
   * @throws IllegalArgumentException if the downloads do not bring every file
   */
  public FileSet from(RemoteFile... newSources) {
    FileSet result =
        new FileSet(note, shape, data, labels, featureNames, rowNames, List.of(newSources));
    List<String> missing = new ArrayList<>(result.files());
    for (RemoteFile source : newSources) {
      missing.removeAll(source.results());
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("expected downloads of " + missing + ", found none");
    }
    return result;
  }

  /** The names of all files. */
  public List<String> files() {
    List<String> files = new ArrayList<>(data);
    for (String other : new String[] {labels, featureNames, rowNames}) {
      if (other != null) {
        files.add(other);
      }
    }
    return files;
  }

  /** Those of the files that a folder does not have. */
  List<String> missingIn(Path folder) {
    return files().stream().filter(file -> !Files.isRegularFile(folder.resolve(file))).toList();
  }

  /** Refuses what is not the name of a file in the data set's own folder. */
  static void requirePlainName(String name) {
    if (name.isEmpty() || name.startsWith(".") || name.contains("/") || name.contains("\\")) {
      throw new IllegalArgumentException("expected the name of a file, found '" + name + "'");
    }
  }
}
