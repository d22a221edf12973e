package io.github.sors.data.registry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Files that contain a data set, a part of it or a substitute.
 *
 * <p>Threads: immutable. Failures: no file, a name that is no plain file name, or a file that no
 * download has, throw {@link IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param note a description, and the relation to the paper's data
 * @param shape the expected shape of the data
 * @param data the files of rows, read one after the other as one data set
 * @param labels the file of labels, or null if the rows contain them
 * @param featureNames the file of feature names, or null
 * @param rowNames the file of row names, or null
 * @param sources the downloads of these files; empty if there are none
 */
public record FileSet(
    String note,
    Shape shape,
    List<String> data,
    @Nullable String labels,
    @Nullable String featureNames,
    @Nullable String rowNames,
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

  /** Files of labelled rows that have to be installed by hand. */
  public static FileSet of(String note, Shape shape, String... data) {
    return new FileSet(note, shape, List.of(data), null, null, null, List.of());
  }

  /** These files with others for the labels and the names. */
  public FileSet with(
      @Nullable String newLabels, @Nullable String newFeatureNames, @Nullable String newRowNames) {
    return new FileSet(note, shape, data, newLabels, newFeatureNames, newRowNames, sources);
  }

  /**
   * These files with their downloads.
   *
   * @throws IllegalArgumentException if the downloads do not include every file
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

  /** The files that a folder does not contain. */
  List<String> missingIn(Path folder) {
    return files().stream().filter(file -> !Files.isRegularFile(folder.resolve(file))).toList();
  }

  /** Checks that a name is a plain file name, without folders. */
  static void requirePlainName(String name) {
    if (name.isEmpty() || name.startsWith(".") || name.contains("/") || name.contains("\\")) {
      throw new IllegalArgumentException("expected the name of a file, found '" + name + "'");
    }
  }
}
