package io.github.sors.data.feedback;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The rows of a table, whose cells are separated by tabs, semicolons, commas or, if the first line
 * has none of them, by blanks.
 *
 * <p>Lines that begin with # before the first row are comments. In a table with blanks, a comment
 * also reaches from a # that a blank precedes to the end of its line. Cells have no blanks around
 * them.
 */
final class FeedbackTable {

  static final char BLANKS = ' ';

  private static final Pattern BLANK = Pattern.compile("[ \t]+");
  private static final Pattern COMMENT = Pattern.compile("(?:^|[ \t])#.*");

  private FeedbackTable() {}

  /** Takes rows one by one. */
  @FunctionalInterface
  interface RowConsumer {
    void accept(List<String> cells, long line);
  }

  /** The separator that the first row uses: the usual one that is most frequent in it. */
  static char separator(String firstRow) {
    char best = BLANKS;
    long most = 0;
    for (char candidate : new char[] {'\t', ';', ','}) {
      long count = firstRow.chars().filter(character -> character == candidate).count();
      if (count > most) {
        best = candidate;
        most = count;
      }
    }
    return best;
  }

  /**
   * Goes through all rows, the header included. An {@link InvalidInputException} of the consumer
   * gets the file and the line put in front.
   */
  static void forEach(Path file, char separator, RowConsumer consumer) throws IOException {
    if (separator == BLANKS) {
      FeedbackText.forEachLine(
          file,
          (line, number) -> {
            String row = line.indexOf('#') < 0 ? line : COMMENT.matcher(line).replaceFirst("");
            if (!row.isBlank()) {
              consumer.accept(List.of(BLANK.split(row.strip(), -1)), number);
            }
            return true;
          });
    } else {
      forEachSeparated(file, separator, consumer);
    }
  }

  private static void forEachSeparated(Path file, char separator, RowConsumer consumer)
      throws IOException {
    long line = 0;
    try (Reader text = FeedbackText.open(file);
        CsvReader<CsvRecord> rows =
            CsvReader.builder()
                .fieldSeparator(separator)
                .commentStrategy(CommentStrategy.READ)
                .commentCharacter('#')
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .trimWhitespacesAroundQuotes(true)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text)) {
      boolean isStarted = false;
      for (CsvRecord row : rows) {
        line = row.getStartingLineNumber();
        if (row.isComment() && !isStarted) {
          continue;
        }
        List<String> cells =
            row.isComment()
                ? List.of(("#" + row.getField(0)).split(String.valueOf(separator), -1))
                : row.getFields();
        if (cells.size() == 1 && cells.get(0).isBlank()) {
          continue;
        }
        isStarted = true;
        try {
          consumer.accept(stripped(cells), line);
        } catch (InvalidInputException e) {
          throw FeedbackText.located(file, line, e);
        }
      }
    } catch (CsvParseException e) {
      if (e.getCause() instanceof InvalidInputException damaged) {
        throw damaged;
      }
      if (e.getCause() instanceof CharacterCodingException) {
        throw FeedbackText.notUtf8(file, line, e);
      }
      throw FeedbackText.after(
          file,
          line,
          "expected a table whose quotes are closed, found: "
              + String.valueOf(e.getMessage()).replace('\n', ' '),
          e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw FeedbackText.notUtf8(file, line, e);
      }
      throw e.getCause();
    }
  }

  private static List<String> stripped(List<String> cells) {
    String[] stripped = new String[cells.size()];
    for (int i = 0; i < stripped.length; i++) {
      stripped[i] = cells.get(i).strip();
    }
    return List.of(stripped);
  }
}
