package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.Format;
import io.github.sors.data.format.FormatDetector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads items and queries from files of every format, which is told from their content.
 *
 * <p>JSON objects, one per line or in one array; CSV or TSV with the names of the columns in the
 * first line; lines {@code id<TAB>text}; arrays of NumPy, whose rows are vectors; SGML documents as
 * TREC has them; folders and tar archives of texts. Files may be compressed.
 *
 * <p>The id is the column {@code id}, {@code _id}, {@code docno}, {@code query_id} or {@code name},
 * among others; the label {@code label}, {@code class}, {@code category} or {@code target}; the
 * vector {@code vector} or {@code embedding}. Other columns are fields. Several files are one
 * collection.
 *
 * <p>Threads: any thread may call it; a source is read by one at a time. Failures: a path that does
 * not exist, a bad item, an id that occurs twice, vectors of different dimensions and a file
 * without items throw {@link InvalidInputException} with the place, a disk {@link IOException}.
 */
public final class ItemReader {

  private ItemReader() {}

  /** Reads all items of a file, whose columns are found by their names. */
  public static Items read(Path file) throws IOException {
    return read(List.of(file), ItemOptions.DEFAULT);
  }

  /**
   * Reads all items into memory, in the order of the files.
   *
   * @throws InvalidInputException if there is no such file, or it is not one of items
   */
  public static Items read(List<Path> files, ItemOptions options) throws IOException {
    CheckedItems source = new CheckedItems(files, options);
    List<Item> items = new ArrayList<>();
    source.forEach(items::add);
    return Items.ofChecked(items, source.dimension(), source.uses());
  }

  /** Opens one file to read its items one by one. */
  public static ItemSource open(Path file, ItemOptions options) throws IOException {
    return open(List.of(file), options);
  }

  /**
   * Opens files to read their items one by one: in memory are their ids, and what is beside them in
   * files of NumPy.
   *
   * @throws InvalidInputException if there is no such file, or it is not one of items
   */
  public static ItemSource open(List<Path> files, ItemOptions options) throws IOException {
    return new CheckedItems(files, options);
  }

  /** The file as the one of its kind. */
  static ItemFile file(Path path, ItemOptions options) throws IOException {
    if (Files.isDirectory(path)) {
      requireNoColumns(path, options);
      return new TextFolder(path);
    }
    FileHead head = FileHead.of(path);
    if (head.isTar()) {
      requireNoColumns(path, options);
      return new TextArchive(path);
    }
    if (head.isNumpy()) {
      return new NumpyItems(path, options);
    }
    if (head.isSors()) {
      throw notItems("a file that sors wrote", path);
    }
    FileHead.requireText(head.bytes(), path.toString());
    String first = head.firstLine().stripLeading();
    if (first.isEmpty()) {
      throw new InvalidInputException(path + ": expected at least one item, found none");
    }
    return switch (first.charAt(0)) {
      case '{', '[' -> new JsonItems(path, options);
      case '<' -> new SgmlDocuments(path, options);
      default -> {
        requireItems(head, path);
        yield TabbedItems.isOne(head.firstLine(), new ColumnRoles(options))
            ? new TabbedItems(path, options)
            : new CsvItems(path, options);
      }
    };
  }

  private static void requireItems(FileHead head, Path path) {
    Format format = FormatDetector.detect(head.bytes());
    if (format != Format.CSV) {
      throw notItems(format.title() + ", rows of numbers", path);
    }
  }

  private static InvalidInputException notItems(String found, Path path) {
    return new InvalidInputException(
        path
            + ": expected items with ids, found "
            + found
            + ": give JSON lines, CSV with the names of the columns, or a NumPy file");
  }

  private static void requireNoColumns(Path path, ItemOptions options) {
    if (options.labelColumn() != null
        || options.idColumn() != null
        || options.vectorColumn() != null) {
      throw new InvalidInputException(
          path + " holds text files, which have no columns: leave out the columns of label and id");
    }
  }
}
