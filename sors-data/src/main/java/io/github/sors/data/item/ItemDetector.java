package io.github.sors.data.item;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.sors.InvalidInputException;
import io.github.sors.data.format.ByteOrderMark;
import io.github.sors.data.format.CompressedInput;
import io.github.sors.data.format.Format;
import io.github.sors.data.format.FormatDetector;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Tells items, which may have texts, from rows that are nothing but numbers.
 *
 * <p>Items are folders and archives of texts, JSON lines, SGML, and CSV with a header and a column
 * of content most of whose cells are no numbers, as far as the first 64 KiB show. The column of the
 * label and that of the id are no content.
 *
 * <p>Threads: any thread may call it. Failures: a file that does not exist or is no text throws
 * {@link InvalidInputException}, a disk {@link IOException}.
 */
public final class ItemDetector {

  private static final int HEAD_SIZE = 1 << 16;
  // with a decimal comma, too: the reader of rows says what is wrong with it
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:nan|inf|infinity)|na|null|\\?",
          Pattern.CASE_INSENSITIVE);

  private ItemDetector() {}

  /**
   * Whether a path holds items.
   *
   * @param options which columns of a table are the label and the id
   * @param alsoOfNumbers whether a table with a header and nothing but numbers holds items
   */
  public static boolean areItems(Path path, ItemOptions options, boolean alsoOfNumbers)
      throws IOException {
    if (Files.isDirectory(path) || TextArchive.isOne(path)) {
      return true;
    }
    try (InputStream in = new BufferedInputStream(CompressedInput.open(path), HEAD_SIZE)) {
      ByteOrderMark.skip(in);
      in.mark(HEAD_SIZE);
      String head = new String(in.readNBytes(HEAD_SIZE), StandardCharsets.ISO_8859_1);
      in.reset();
      String start = head.stripLeading();
      return start.startsWith("{")
          || start.startsWith("<")
          || (FormatDetector.detect(in, path.toString()) == Format.CSV
              && isTableOfItems(head, new ColumnRoles(options), alsoOfNumbers));
    }
  }

  private static boolean isTableOfItems(String head, ColumnRoles roles, boolean alsoOfNumbers)
      throws IOException {
    int end = head.length() < HEAD_SIZE ? head.length() : head.lastIndexOf('\n') + 1;
    List<List<String>> lines = new ArrayList<>();
    try (CsvReader<CsvRecord> records =
        CsvReader.builder()
            .fieldSeparator(CsvRecords.separator(head))
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(head.substring(0, end))) {
      records.forEach(line -> lines.add(line.getFields()));
    }
    if (lines.size() < 2 || lines.get(0).stream().anyMatch(ItemDetector::isNumber)) {
      return false;
    }
    List<String> header = lines.get(0);
    List<List<String>> rows = lines.subList(1, lines.size());
    return alsoOfNumbers
        || IntStream.range(0, header.size())
            .filter(column -> roles.isContent(header.get(column)))
            .anyMatch(column -> isText(rows, column));
  }

  /** Whether most cells that are not empty are no numbers. */
  private static boolean isText(List<List<String>> rows, int column) {
    int texts = 0;
    for (List<String> row : rows) {
      String cell = column < row.size() ? row.get(column) : "";
      texts += cell.isBlank() ? 0 : isNumber(cell) ? -1 : 1;
    }
    return texts > 0;
  }

  private static boolean isNumber(String cell) {
    return NUMBER.matcher(cell.strip()).matches();
  }
}
