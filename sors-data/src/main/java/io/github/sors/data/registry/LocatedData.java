package io.github.sors.data.registry;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of a data set on this machine, or data that needs none.
 *
 * <p>Threads: immutable. Failures: data of another shape throw {@link
 * io.github.sors.InvalidInputException}, files that are gone {@link java.io.IOException}.
 *
 * @param name the name of the data set
 * @param note a description of the files: all of the paper's data, a part of it or a substitute
 * @param folder the folder of the files, or null for built-in data
 * @param files the files of rows, to be read as one data set; empty for built-in data
 * @param labels the file of labels, or null if the rows contain them
 * @param featureNames the file of feature names, or null
 * @param rowNames the file of row names, or null
 * @param shape the expected shape, or null for built-in data, which differs with the JDK
 * @param builtIn returns the data if it needs no files, else null
 */
public record LocatedData(
    String name,
    String note,
    @Nullable Path folder,
    List<Path> files,
    @Nullable Path labels,
    @Nullable Path featureNames,
    @Nullable Path rowNames,
    @Nullable Shape shape,
    @Nullable Supplier<Dataset> builtIn) {

  static LocatedData builtIn(DataSetEntry entry) {
    return new LocatedData(
        entry.name(), "built in", null, List.of(), null, null, null, null, entry.builtIn());
  }

  static LocatedData in(Path folder, DataSetEntry entry, FileSet fileSet) {
    return new LocatedData(
        entry.name(),
        fileSet.note(),
        folder,
        fileSet.data().stream().map(folder::resolve).toList(),
        resolve(folder, fileSet.labels()),
        resolve(folder, fileSet.featureNames()),
        resolve(folder, fileSet.rowNames()),
        fileSet.shape(),
        null);
  }

  private static @Nullable Path resolve(Path folder, @Nullable String file) {
    return file == null ? null : folder.resolve(file);
  }

  /** Whether the data needs no files, so that {@link #builtIn} returns it. */
  public boolean isBuiltIn() {
    return builtIn != null;
  }

  /** All files: rows, labels and names. */
  public List<Path> allFiles() {
    List<Path> all = new ArrayList<>(files);
    for (Path other : new Path[] {labels, featureNames, rowNames}) {
      if (other != null) {
        all.add(other);
      }
    }
    return all;
  }

  /** The bytes that all files take; 0 for built-in data. */
  public long bytes() throws IOException {
    long sum = 0;
    for (Path file : allFiles()) {
      sum += Files.size(file);
    }
    return sum;
  }

  /**
   * Checks that the data has the expected shape, which detects a wrong or truncated file if no
   * checksum is recorded; built-in data always passes.
   *
   * @throws InvalidInputException if it is not
   */
  public void checkShape(Dataset data) {
    if (shape == null) {
      return;
    }
    boolean empty = data.size() == 0 || data.dimension() == 0;
    if (empty || !shape.admits(Shape.of(data))) {
      throw new InvalidInputException(
          "the files in "
              + folder
              + " are not the data set "
              + name
              + " ("
              + note
              + "): expected "
              + shape
              + ", found "
              + (empty ? "nothing" : Shape.of(data))
              + ": remove the folder and run 'sors data get "
              + name
              + "', or put the right files there");
    }
  }
}
