package io.github.sors.data.item;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.sors.InvalidInputException;
import io.github.sors.data.format.ByteOrderMark;
import io.github.sors.data.format.CompressedInput;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** CSV or TSV in UTF-8 whose first line names the columns. */
final class CsvRecords implements ItemSource {

  private static final char[] SEPARATORS = {'\t', ';', ','};
  private static final int HEAD_SIZE = 1 << 16;

  private final Path file;
  private final ColumnRoles roles;

  CsvRecords(Path file, ItemOptions options) {
    this.file = file;
    this.roles = new ColumnRoles(options);
  }

  @Override
  public void forEach(Consumer consumer) throws IOException {
    char separator = separator();
    long line = 1;
    try (InputStream in = withoutMark(CompressedInput.open(file));
        Reader text = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
        CsvReader<NamedCsvRecord> rows =
            CsvReader.builder().fieldSeparator(separator).ofNamedCsvRecord(text)) {
      for (NamedCsvRecord row : rows) {
        line = row.getStartingLineNumber();
        Map<String, String> columns = row.getFieldsAsMap();
        consumer.accept(roles.row(columns, file + ", line " + line, line));
      }
    } catch (CsvParseException e) {
      if (e.getCause() instanceof InvalidInputException damaged) {
        throw damaged;
      }
      throw new InvalidInputException(
          file
              + ", after line "
              + line
              + ": expected CSV with as many cells as the first line has names, found: "
              + String.valueOf(e.getMessage()).replace('\n', ' '),
          e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw new InvalidInputException(
            file
                + ", after line "
                + line
                + ": expected text in UTF-8, found bytes that are not: save the file as UTF-8",
            e);
      }
      throw e.getCause();
    }
  }

  private static InputStream withoutMark(InputStream raw) throws IOException {
    InputStream in = new BufferedInputStream(raw);
    ByteOrderMark.skip(in);
    return in;
  }

  private char separator() throws IOException {
    try (InputStream in = CompressedInput.open(file)) {
      return separator(new String(in.readNBytes(HEAD_SIZE), StandardCharsets.ISO_8859_1));
    }
  }

  /** The most frequent of the usual separators in the first line. */
  static char separator(String head) {
    String first = head.lines().findFirst().orElse("");
    char best = ',';
    long most = 0;
    for (char candidate : SEPARATORS) {
      long count = first.chars().filter(character -> character == candidate).count();
      if (count > most) {
        best = candidate;
        most = count;
      }
    }
    return best;
  }
}
