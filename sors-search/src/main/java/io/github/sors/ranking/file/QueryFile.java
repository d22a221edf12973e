package io.github.sors.ranking.file;

import io.github.sors.InvalidInputException;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads queries: {@code id<TAB>text} on each line, or a JSON object with {@code id} and {@code
 * text} on each line, whose other texts, numbers and truth values are the fields of the query. The
 * file may be compressed; blank lines are skipped.
 *
 * <p>Threads: any thread may call it. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException};
 * nothing of the file is returned.
 */
public final class QueryFile {

  private static final String[] ID = {"id", "_id", "query_id"};
  private static final String[] TEXT = {"text", "query", "title"};

  private QueryFile() {}

  /**
   * Reads all queries, in the order of the file.
   *
   * @throws InvalidInputException if a line is neither of the two, an id is there twice, or there
   *     is no query at all
   */
  public static List<SearchQuery> read(Path file) throws IOException {
    List<SearchQuery> queries = new ArrayList<>();
    Map<String, Long> lines = new HashMap<>();
    TextLines.forEach(
        file,
        "queries, 'id<TAB>text' or JSON objects with id and text",
        (line, place) -> {
          SearchQuery query =
              line.stripLeading().startsWith("{") ? ofJson(JsonFields.of(line)) : ofColumns(line);
          Long before = lines.put(query.id(), place.number());
          if (before != null) {
            throw place.error(
                "expected each query once, found '"
                    + query.id()
                    + "' again, which line "
                    + before
                    + " has: give each query an id of its own");
          }
          queries.add(query);
        });
    return List.copyOf(queries);
  }

  private static SearchQuery ofJson(JsonFields fields) {
    return new SearchQuery(
        fields.requiredText(ID).strip(),
        fields.requiredText(TEXT).strip(),
        fields.others(ID, TEXT));
  }

  private static SearchQuery ofColumns(String line) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      throw new InvalidInputException(
          "expected 'id<TAB>text' or a JSON object, found no tab in " + TextLines.quote(line));
    }
    return new SearchQuery(line.substring(0, tab).strip(), line.substring(tab + 1).strip());
  }
}
