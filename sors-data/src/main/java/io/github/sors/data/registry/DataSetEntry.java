package io.github.sors.data.registry;

import io.github.sors.data.Dataset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A data set that is known by name.
 *
 * <p>Threads: immutable. Failures: neither files nor built-in data, or both, throw {@link
 * IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param name its name on the command line and of its folder
 * @param description a description in one line
 * @param terms the terms of use in one line
 * @param fileSets the files that may hold it, the best first; empty for built-in data
 * @param builtIn returns data that needs no files, or null
 */
public record DataSetEntry(
    String name,
    String description,
    String terms,
    List<FileSet> fileSets,
    @Nullable Supplier<Dataset> builtIn) {

  public DataSetEntry {
    FileSet.requirePlainName(name);
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(terms, "terms");
    fileSets = List.copyOf(fileSets);
    if (fileSets.isEmpty() == (builtIn == null)) {
      throw new IllegalArgumentException(
          "expected either files or built-in data for the data set " + name);
    }
  }

  /** A data set that is read from files. */
  public static DataSetEntry of(
      String name, String description, String terms, FileSet... fileSets) {
    return new DataSetEntry(name, description, terms, List.of(fileSets), null);
  }

  /** The files that can be downloaded, if any. */
  public Optional<FileSet> download() {
    return fileSets.stream().filter(fileSet -> !fileSet.sources().isEmpty()).findFirst();
  }

  /** How a download is verified, in words; empty if there is nothing to download. */
  public String verification() {
    List<RemoteFile> sources = download().map(FileSet::sources).orElse(List.of());
    List<String> unknown =
        sources.stream().filter(source -> source.sha256() == null).map(RemoteFile::name).toList();
    if (sources.isEmpty()) {
      return "";
    }
    return unknown.isEmpty()
        ? "by checksum and shape"
        : "by shape, as no checksum is recorded of " + String.join(" and ", unknown);
  }
}
