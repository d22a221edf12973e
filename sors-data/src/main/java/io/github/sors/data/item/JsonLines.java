package io.github.sors.data.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.sors.InvalidInputException;
import io.github.sors.data.format.CompressedInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON lines: one object per line; values are strings, numbers, booleans, null or lists of texts,
 * which are joined with spaces. Lists of numbers are no words, but vectors that somebody took for
 * text; where they are content they are refused.
 */
final class JsonLines implements ItemSource {

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final int LONGEST_QUOTE = 40;

  private final Path file;
  private final ItemOptions options;
  private final ColumnRoles roles;

  JsonLines(Path file, ItemOptions options) {
    this.file = file;
    this.options = options;
    this.roles = new ColumnRoles(options);
  }

  @Override
  public void forEach(Consumer consumer) throws IOException {
    try (InputStream in = CompressedInput.open(file);
        JsonParser parser = FACTORY.createParser(in)) {
      while (parser.nextToken() != null) {
        long line = parser.currentTokenLocation().getLineNr();
        String where = file + ", line " + line;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
          throw new InvalidInputException(
              where + ": expected one JSON object per line, found " + parser.currentToken());
        }
        consumer.accept(roles.row(columns(parser, where), where, line));
      }
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          file
              + ", line "
              + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
              + ": expected one JSON object per line, found: "
              + e.getOriginalMessage().replace('\n', ' '),
          e);
    }
  }

  private Map<String, String> columns(JsonParser parser, String where) throws IOException {
    Map<String, String> columns = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String column = parser.currentName();
      String value = value(parser, where + ": expected ", column);
      if (value != null) {
        columns.put(column, value);
      }
    }
    return columns;
  }

  /** The text of a column; null if it is no text and does not matter. */
  private @Nullable String value(JsonParser parser, String expected, String column)
      throws IOException {
    return switch (parser.nextToken()) {
      case START_ARRAY -> list(parser, expected, column);
      case START_OBJECT -> {
        if (options.isContent(column)) {
          throw new InvalidInputException(
              expected
                  + "a text, a number or a list of texts in '"
                  + column
                  + "', found a nested value: flatten it first");
        }
        parser.skipChildren();
        yield null;
      }
      case VALUE_NULL -> "";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser, expected, column);
      default -> parser.getText();
    };
  }

  private String number(JsonParser parser, String expected, String column) throws IOException {
    String number = parser.getText();
    if (options.isContent(column) && Double.isInfinite(Double.parseDouble(number))) {
      throw new InvalidInputException(
          expected
              + "a number of at most "
              + Double.MAX_VALUE
              + " in size in '"
              + column
              + "', found "
              + (number.length() <= LONGEST_QUOTE
                  ? number
                  : number.substring(0, LONGEST_QUOTE - 1) + "…"));
    }
    return number;
  }

  private @Nullable String list(JsonParser parser, String expected, String column)
      throws IOException {
    StringBuilder words = new StringBuilder();
    boolean onlyWords = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonToken element = parser.currentToken();
      if (element.isNumeric() || element.isStructStart()) {
        if (options.isContent(column)) {
          throw new InvalidInputException(
              expected
                  + "texts in the list '"
                  + column
                  + "', found "
                  + (element.isNumeric() ? "the number " + parser.getText() : "a nested value")
                  + ": leave the field out, or put numbers that are words into quotes");
        }
        onlyWords = false;
        parser.skipChildren();
      } else {
        words.append(words.isEmpty() ? "" : " ");
        words.append(element == JsonToken.VALUE_NULL ? "" : parser.getText());
      }
    }
    return onlyWords ? words.toString() : null;
  }
}
