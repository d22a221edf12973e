package io.github.sors.data.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.github.sors.InvalidInputException;
import io.github.sors.data.format.CompressedInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * JSON lines: one object per line; values are strings, numbers, booleans, null or lists of these.
 * The elements of a list are joined with spaces.
 */
final class JsonLines implements RecordSource {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final Path file;
  private final ColumnRoles roles;

  JsonLines(Path file, RecordOptions options) {
    this.file = file;
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

  private static Map<String, String> columns(JsonParser parser, String where) throws IOException {
    Map<String, String> columns = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String column = parser.currentName();
      columns.put(column, value(parser, column, where));
    }
    return columns;
  }

  private static String value(JsonParser parser, String column, String where) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == JsonToken.START_ARRAY) {
      StringBuilder list = new StringBuilder();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.append(list.isEmpty() ? "" : " ").append(scalar(parser, column, where));
      }
      return list.toString();
    }
    return scalar(parser, column, where);
  }

  private static String scalar(JsonParser parser, String column, String where) throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      throw new InvalidInputException(
          where
              + ": expected a text, a number or a list of these in '"
              + column
              + "', found a nested value: flatten it first");
    }
    return parser.currentToken() == JsonToken.VALUE_NULL ? "" : parser.getText();
  }
}
