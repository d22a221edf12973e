package io.github.sors.data.format;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import io.github.sors.data.Dataset;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads one or several files as one data set, of any compression and format.
 *
 * <p>The rows of the files follow each other, and rows with the same label are of the same class in
 * all files. The data set is named after the files, without the suffixes of compression and format.
 *
 * <p>A Matrix Market file needs a file of labels. Unless the options name others, it takes those
 * next to it that have its base name: {@code .classes} or {@code .labels}, {@code .terms} or {@code
 * .features} for the names of the features, {@code .docs} for the names of the rows.
 *
 * <p>Threads: any thread may call it. Failures: a bad file, or an option that does not apply to it,
 * throws {@link io.github.sors.InvalidInputException} with file and line, a disk {@link
 * java.io.IOException}; nothing of the files is returned.
 */
public final class DatasetReader {

  private static final Set<String> COMPRESSION_SUFFIXES = Set.of("gz", "bz2", "xz", "zst");
  private static final Set<String> FORMAT_SUFFIXES =
      Set.of(
          "libsvm",
          "svm",
          "svmlight",
          "mtx",
          "mm",
          "csv",
          "tsv",
          "txt",
          "jsonl",
          "json",
          "ndjson",
          "tar",
          "tgz",
          "sgml",
          "xml");
  private static final int BUFFER_SIZE = 1 << 16;

  private final ReadOptions options;
  private final DatasetBuilder rows = new DatasetBuilder();
  // the format of the files so far, null before the first
  private @Nullable Format format;
  private @Nullable String formatSource;

  private DatasetReader(ReadOptions options) {
    this.options = options;
  }

  /** Reads a file and detects all options. */
  public static Dataset read(Path file) throws IOException {
    return read(List.of(file), ReadOptions.DEFAULT);
  }

  /**
   * Reads files as one data set.
   *
   * @throws InvalidInputException if a file is missing or invalid, or an option does not apply to
   *     it
   * @throws IllegalArgumentException if there are no files
   */
  public static Dataset read(List<Path> files, ReadOptions options) throws IOException {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("expected at least one file, found none");
    }
    if (files.size() > 1 && options.labels() != null) {
      throw new InvalidInputException(
          "expected one file, as the labels of one are given, found " + files.size(),
          Remedy.leaveOut("labels")
              .or(
                  "put a file of labels next to each, with the same base name and the suffix .labels"));
    }
    DatasetReader reader = new DatasetReader(options);
    for (Path file : files) {
      try (InputStream in = CompressedInput.open(file)) {
        reader.append(in, file.toString(), Companions.beside(file, options));
      }
    }
    return reader.finish(nameOf(files));
  }

  /** What data of these files are called: their names without the suffixes, joined by +. */
  public static String nameOf(List<Path> files) {
    return files.stream()
        .map(file -> baseName(file.toAbsolutePath().normalize().getFileName().toString()))
        .collect(Collectors.joining("+"));
  }

  /**
   * Reads a stream, which may be compressed, as one data set; the stream is not closed.
   *
   * @param name what to call the stream in messages, and without its suffixes the data set
   */
  public static Dataset read(InputStream in, String name, ReadOptions options) throws IOException {
    DatasetReader reader = new DatasetReader(options);
    reader.append(CompressedInput.open(in, name), name, Companions.given(options));
    return reader.finish(baseName(name));
  }

  private void append(InputStream in, String source, Companions companions) throws IOException {
    InputStream text = new BufferedInputStream(in, BUFFER_SIZE);
    ByteOrderMark.skip(text);
    Format actual =
        options.format() == Format.AUTO ? FormatDetector.detect(text, source) : options.format();
    requireSameFormat(actual, source);
    options.requireApplicableTo(actual, source);
    int firstRow = rows.size();
    switch (actual) {
      case LIBSVM -> LibsvmReader.read(text, source, options.zeroBased(), rows);
      case CSV -> CsvReader.read(text, source, options, rows);
      case MATRIX_MARKET -> readMatrix(text, source, companions);
      case AUTO -> throw new AssertionError("a detected format is never AUTO");
    }
    if (rows.size() == firstRow) {
      throw InputErrors.in(source, "expected at least one row, found no rows");
    }
  }

  private void requireSameFormat(Format actual, String source) {
    if (format != null && format != actual) {
      throw InputErrors.in(
          source,
          "expected "
              + format.title()
              + " as in "
              + formatSource
              + ", found "
              + actual.title()
              + ": only files of the same format make one data set");
    }
    format = actual;
    formatSource = source;
  }

  private void readMatrix(InputStream text, String source, Companions companions)
      throws IOException {
    if (companions.labels() == null) {
      throw InputErrors.in(
          source,
          "expected a file of labels, found none next to it",
          Remedy.set("labels")
              .or("give the file of labels the same base name and the suffix .classes or .labels"));
    }
    List<String> labels = LabelFile.read(companions.labels());
    int firstRow = rows.size();
    MatrixMarketReader.read(
        text, source, labels, companions.labels().toString(), options.orientation(), rows);
    if (companions.featureNames() != null) {
      nameFeatures(companions.featureNames());
    }
    if (companions.rowNames() != null) {
      nameRows(firstRow, companions.rowNames());
    }
  }

  private Dataset finish(String name) throws IOException {
    if (options.featureNames() != null) {
      nameFeatures(options.featureNames());
    }
    if (options.rowNames() != null) {
      nameRows(0, options.rowNames());
    }
    return rows.build(name);
  }

  private void nameFeatures(Path file) throws IOException {
    rows.nameFeatures(NameFile.read(file), file.toString());
  }

  private void nameRows(int firstRow, Path file) throws IOException {
    List<String> names = NameFile.read(file);
    if (names.size() != rows.size() - firstRow) {
      throw InputErrors.in(
          file.toString(),
          "expected a name for each of the "
              + (rows.size() - firstRow)
              + " rows, found "
              + names.size()
              + " names");
    }
    rows.nameRows(firstRow, names);
  }

  /** The name of a file without its folders and the suffixes of compression and format. */
  private static String baseName(String name) {
    String base = name.substring(1 + Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')));
    return withoutSuffix(withoutSuffix(base, COMPRESSION_SUFFIXES), FORMAT_SUFFIXES);
  }

  private static String withoutSuffix(String name, Set<String> suffixes) {
    int dot = name.lastIndexOf('.');
    return dot > 0 && suffixes.contains(name.substring(dot + 1).toLowerCase(Locale.ROOT))
        ? name.substring(0, dot)
        : name;
  }

  /**
   * The files that belong to a matrix; null if missing, or if the options name one for all files
   * together.
   */
  private record Companions(
      @Nullable Path labels, @Nullable Path featureNames, @Nullable Path rowNames) {

    static Companions given(ReadOptions options) {
      return new Companions(options.labels(), null, null);
    }

    static Companions beside(Path file, ReadOptions options) {
      return new Companions(
          options.labels() != null ? options.labels() : sibling(file, ".classes", ".labels"),
          options.featureNames() != null ? null : sibling(file, ".terms", ".features"),
          options.rowNames() != null ? null : sibling(file, ".docs"));
    }

    private static @Nullable Path sibling(Path file, String... suffixes) {
      for (String suffix : suffixes) {
        Path sibling = file.resolveSibling(baseName(file.getFileName().toString()) + suffix);
        if (Files.isRegularFile(sibling)) {
          return sibling;
        }
      }
      return null;
    }
  }
}
