package io.github.sors.ranking.file;

import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.ItemSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads documents by id: JSON lines, CSV, SGML as TREC has it, a folder or an archive of texts.
 *
 * <p>The id is the column {@code id}, {@code _id}, {@code docno} or {@code name}.
 *
 * <p>Threads: any thread may open documents; a source is read by one at a time. Failures: an id
 * that occurs twice, or no document, throws {@link io.github.sors.InvalidInputException} with the
 * place, a disk {@link java.io.IOException}.
 */
public final class DocumentFile {

  private DocumentFile() {}

  /** The documents one by one, each of which has to have an id of its own. */
  public static ItemSource open(Path path) throws IOException {
    return ItemReader.open(path, ItemOptions.DEFAULT);
  }

  /**
   * Reads all documents into memory, in the order of the file.
   *
   * @throws io.github.sors.InvalidInputException if an id is there twice, or there is no document
   */
  public static List<Item> read(Path path) throws IOException {
    return ItemReader.read(path).asList();
  }
}
