package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Items on lines {@code id<TAB>text} without a line of names, as files of queries have them; blank
 * lines are skipped, and the text may have tabs of its own.
 */
final class TabbedItems implements ItemFile {

  private final Path file;

  TabbedItems(Path file, ItemOptions options) {
    this.file = file;
    if (options.labelColumn() != null || options.idColumn() != null) {
      throw new InvalidInputException(
          file
              + ", line 1: expected the names of the columns, found an id and a text: put a line"
              + " of names before the items, or leave out the columns of label and id");
    }
  }

  /** Whether a first line has an id and a text, rather than the names of columns. */
  static boolean isOne(String firstLine, ColumnRoles roles) {
    String[] cells = firstLine.split("\t", -1);
    return cells.length == 2 && !roles.isUsual(cells[0]) && !roles.isUsual(cells[1]);
  }

  @Override
  public List<String> uses() {
    return List.of("no line of names, so id<TAB>text");
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    Utf8Lines.forEach(
        file,
        (line, number) -> {
          if (!line.isBlank()) {
            taker.accept(item(line, file + ", line " + number), number);
          }
        });
  }

  private static Item item(String line, String where) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw new InvalidInputException(
          where
              + ": expected id<TAB>text, as in the first line, found no tab in "
              + Quotes.quote(line));
    }
    String text = line.substring(tab + 1).strip();
    if (VectorBuilder.looksLikeVector(text)) {
      throw new InvalidInputException(
          where
              + ": expected a text after the tab, found the numbers "
              + Quotes.shortened(text)
              + ": put the line id<TAB>vector before the items");
    }
    return Item.ofText(line.substring(0, tab).strip(), "", text);
  }
}
