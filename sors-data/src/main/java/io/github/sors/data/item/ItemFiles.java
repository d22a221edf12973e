package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import io.github.sors.data.format.ByteOrderMark;
import io.github.sors.data.format.CompressedInput;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Detects the kind of records in a path.
 *
 * <p>Threads: any thread may call it. Failures: a path that does not exist, or columns for texts
 * that have none, throw {@link io.github.sors.InvalidInputException}, a disk {@link
 * java.io.IOException}.
 */
public final class ItemFiles {

  private ItemFiles() {}

  /**
   * Opens records: a folder of text files, a tar archive of such, JSON lines, CSV with named
   * columns, or SGML documents as TREC has them; files may be compressed.
   *
   * @throws InvalidInputException if there is no such file
   */
  public static ItemSource of(Path path, ItemOptions options) throws IOException {
    boolean texts = Files.isDirectory(path) || TextArchive.isOne(path);
    if (texts && (options.labelColumn() != null || options.nameColumn() != null)) {
      throw new InvalidInputException(
          path
              + " holds text files, which have no columns: leave out the columns of label and name");
    }
    if (texts) {
      return Files.isDirectory(path) ? new TextFolder(path) : new TextArchive(path);
    }
    return switch (firstCharacter(path)) {
      case '{' -> new JsonLines(path, options);
      case '<' -> new SgmlDocuments(path, options);
      default -> new CsvRecords(path, options);
    };
  }

  /** The first character that is not blank, or -1. */
  private static int firstCharacter(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(CompressedInput.open(file))) {
      ByteOrderMark.skip(in);
      int first = in.read();
      while (first >= 0 && Character.isWhitespace(first)) {
        first = in.read();
      }
      return first;
    }
  }
}
