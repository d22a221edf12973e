package io.github.sors.data.item;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.github.sors.data.format.CsvSeparator;
import io.github.sors.data.format.Decimals;
import io.github.sors.data.format.Format;
import io.github.sors.data.format.FormatDetector;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * What a path holds: items, or rows of numbers, which have features by number but neither ids nor
 * texts.
 *
 * <p>LIBSVM, Matrix Market and files of vectors that sors wrote are rows. So is CSV if its columns
 * are numbers but for one with the label: the first line has numbers and at most one text; or it
 * has names, none of which is that of an id, a text or a vector, and below all of them but the
 * label are numbers. Everything else is items: JSON, SGML, NumPy, folders and archives of texts,
 * lines {@code id<TAB>text}, and CSV with an id, a text or a vector.
 *
 * <p>Threads: immutable. Failures: a path that does not exist throws {@link
 * io.github.sors.InvalidInputException}, a disk {@link IOException}.
 */
public enum FileContents {
  /** Read by {@link ItemReader}. */
  ITEMS,
  /** Read by {@link io.github.sors.data.format.DatasetReader}. */
  ROWS;

  private static final List<String> ROW_LABELS = List.of("label", "class", "target");

  /**
   * Says what a path holds.
   *
   * @param options its column of labels counts as one
   */
  public static FileContents of(Path path, ItemOptions options) throws IOException {
    if (Files.isDirectory(path)) {
      return ITEMS;
    }
    FileHead head = FileHead.of(path);
    if (head.isSors()) {
      return ROWS;
    }
    String first = head.firstLine().stripLeading();
    if (head.isTar() || head.isNumpy() || first.isEmpty() || "{[<".indexOf(first.charAt(0)) >= 0) {
      return ITEMS;
    }
    if (FormatDetector.detect(head.bytes()) != Format.CSV) {
      return ROWS;
    }
    return isCsvOfNumbers(head, options) ? ROWS : ITEMS;
  }

  private static boolean isCsvOfNumbers(FileHead head, ItemOptions options) {
    Iterator<CsvRecord> lines =
        CsvReader.builder()
            .fieldSeparator(CsvSeparator.detect(head.bytes()))
            .ofCsvRecord(head.text())
            .iterator();
    List<String> first = cells(lines);
    ColumnRoles roles = new ColumnRoles(options);
    if (TabbedItems.isOne(head.firstLine(), roles) && !isNumber(first.get(first.size() - 1))) {
      return false;
    }
    long numbers = first.stream().filter(FileContents::isNumber).count();
    if (numbers > 0) {
      return first.size() - numbers <= 1;
    }
    boolean hasItemColumn =
        first.stream().anyMatch(name -> roles.isUsual(name) && !isLabel(name, options));
    if (hasItemColumn || !lines.hasNext()) {
      return false;
    }
    List<String> second = cells(lines);
    int found = 0;
    for (int column = 0; column < Math.min(first.size(), second.size()); column++) {
      String cell = second.get(column);
      if (isNumber(cell)) {
        found++;
      } else if (!cell.isEmpty() && !isLabel(first.get(column), options)) {
        return false;
      }
    }
    return found > 0;
  }

  private static List<String> cells(Iterator<CsvRecord> lines) {
    return lines.next().getFields().stream().map(String::strip).toList();
  }

  private static boolean isLabel(String name, ItemOptions options) {
    String given = options.labelColumn();
    boolean isUsual = given == null || given.equals(ItemOptions.NO_COLUMN);
    return isUsual ? ROW_LABELS.contains(name.toLowerCase(Locale.ROOT)) : name.equals(given);
  }

  private static boolean isNumber(String cell) {
    byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
    return Float.isFinite(Decimals.parseFloat(bytes, 0, bytes.length));
  }
}
