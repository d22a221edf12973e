package io.github.sors.data.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads which rows of a data set belong together: the items of a session, the documents of a
 * cluster.
 *
 * <p>A line is {@code group<TAB>row}, one for each row of a group, in any order; or a JSON list of
 * the rows of one group, {@code ["row", "row", 17]}. A row is its name or its number from 0; a name
 * takes precedence over a number. A row may be in any number of groups. Empty lines are ignored.
 * The file may be compressed.
 *
 * <p>Threads: any thread may call it. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException};
 * nothing of the file is returned.
 */
public final class GroupFile {

  private static final JsonFactory JSON = new JsonFactory();
  // stands for a name that several rows have
  private static final int AMBIGUOUS = -1;

  private final TextScanner scanner;
  private final Dataset data;
  private final Map<String, Integer> rowsByName = new HashMap<>();
  private final Map<String, IntList> named = new LinkedHashMap<>();
  private final List<int[]> listed = new ArrayList<>();

  private GroupFile(TextScanner scanner, Dataset data) {
    this.scanner = scanner;
    this.data = data;
    List<String> names = data.rowNames();
    for (int row = 0; row < names.size(); row++) {
      rowsByName.merge(names.get(row), row, (first, second) -> AMBIGUOUS);
    }
  }

  /**
   * Returns the rows of each group.
   *
   * @throws InvalidInputException if a line is neither of the two, a row is unknown, or there is no
   *     group at all
   */
  public static List<int[]> read(Path file, Dataset data) throws IOException {
    try (TextScanner scanner = TextScanner.open(file, "group", '#')) {
      GroupFile reader = new GroupFile(scanner, data);
      while (scanner.nextLine()) {
        reader.take(scanner.restOfLine());
      }
      List<int[]> groups = new ArrayList<>(reader.listed);
      reader.named.values().forEach(rows -> groups.add(rows.toArray()));
      if (groups.isEmpty()) {
        throw InputErrors.in(
            file.toString(), "expected lines of 'group<TAB>row' or JSON lists of rows, found none");
      }
      return groups;
    }
  }

  private void take(String line) {
    if (line.startsWith("[")) {
      listed.add(list(line));
    } else if (!line.isEmpty()) {
      int tab = line.indexOf('\t');
      if (tab < 1 || line.indexOf('\t', tab + 1) >= 0) {
        throw scanner.error(
            "expected 'group<TAB>row' or a JSON list of rows, found " + InputErrors.quote(line));
      }
      named
          .computeIfAbsent(line.substring(0, tab), group -> new IntList())
          .add(row(line.substring(tab + 1)));
    }
  }

  private int[] list(String line) {
    IntList rows = new IntList();
    try (JsonParser parser = JSON.createParser(line)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() != JsonToken.VALUE_STRING
            && parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
          throw scanner.error(
              "expected a JSON list of names and numbers of rows, found "
                  + InputErrors.quote(line));
        }
        rows.add(row(parser.getText()));
      }
      if (parser.nextToken() != null) {
        throw scanner.error("expected one JSON list per line, found " + InputErrors.quote(line));
      }
    } catch (IOException e) {
      throw scanner.error("expected a JSON list of rows, found " + InputErrors.quote(line));
    }
    return rows.toArray();
  }

  private int row(String name) {
    Integer known = rowsByName.get(name);
    if (known != null && known == AMBIGUOUS) {
      throw scanner.error(
          "expected a row, found a name that several rows have: "
              + InputErrors.quote(name)
              + "; give row numbers from 0");
    }
    if (known != null) {
      return known;
    }
    byte[] digits = name.getBytes(StandardCharsets.UTF_8);
    long number = Decimals.parseIndex(digits, 0, digits.length);
    if (number == Decimals.MALFORMED || number >= data.size()) {
      throw scanner.error(
          "expected the name of a row or a number from 0 to "
              + (data.size() - 1)
              + ", found "
              + InputErrors.quote(name));
    }
    return (int) number;
  }
}
