package io.github.sors.ranking.file;

import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemFiles;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    ItemSource records = ItemFiles.of(path, ItemOptions.DEFAULT);
    return consumer -> {
      Map<String, Integer> places = new HashMap<>();
      records.forEach(
          row -> {
            int place = places.size() + 1;
            Integer before = places.putIfAbsent(row.id(), place);
            if (before != null) {
              throw new InvalidInputException(
                  path
                      + ", document "
                      + place
                      + ": expected each id once, found "
                      + TextLines.quote(row.id())
                      + ", which document "
                      + before
                      + " has: give each document an id of its own");
            }
            consumer.accept(row);
          });
      if (places.isEmpty()) {
        throw new InvalidInputException(path + ": expected documents, found none");
      }
    };
  }

  /**
   * Reads all documents into memory, in the order of the file.
   *
   * @throws InvalidInputException if an id is there twice, or there is no document
   */
  public static List<Item> read(Path path) throws IOException {
    List<Item> documents = new ArrayList<>();
    open(path).forEach(documents::add);
    return List.copyOf(documents);
  }
}
