package io.github.sors.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.item.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests and answers that docs/how-to/search-engines.md shows. */
final class Documented {

  private static final Path PAGE = Path.of("..", "..", "docs", "how-to", "search-engines.md");

  private Documented() {}

  /** The JSON below a comment. */
  static String json(String comment) throws IOException {
    return find(Pattern.quote("<!-- " + comment + " -->\n```json\n") + "(.*?)```");
  }

  /** What the page says that {@code sors search --print-query} prints for a server. */
  static String body(String server) throws IOException {
    return find("\\$ \\./sors search [^\n]*--print-query " + server + "[^\n]*\n(\\{\n.*?\n\\}\n)");
  }

  /** The documents of the example, as a file of JSON lines. */
  static String documents() throws IOException {
    return find("cat > drinks\\.jsonl <<'END'\n(.*?)END\n");
  }

  /** The same as records. */
  static List<Item> records() throws IOException {
    List<Item> records = new ArrayList<>();
    Matcher row = Pattern.compile("\"id\": \"(\\d+)\".*\"text\": \"(.*)\"\\}").matcher(documents());
    while (row.find()) {
      records.add(Item.ofText(row.group(1), "", row.group(2)));
    }
    return records;
  }

  private static String find(String pattern) throws IOException {
    Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(PAGE));
    assertThat(found.find()).as("docs/how-to/search-engines.md has " + pattern).isTrue();
    return found.group(1);
  }
}
