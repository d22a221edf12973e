package io.github.sors.data.item;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.github.sors.InvalidInputException;
import io.github.sors.data.format.CompressedInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Items that are JSON objects, one per line or in one array.
 *
 * <p>Values are strings, numbers, booleans, null or lists of texts, which are joined with spaces.
 * The list of numbers in {@code vector} is the embedding; a list of numbers in another field is
 * refused if it is content, since numbers are no words.
 */
final class JsonItems implements ItemFile {

  // numbers that are not finite are read to refuse them by name
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  private final Path file;
  private final ItemOptions options;
  private final VectorBuilder vectors = new VectorBuilder();
  private ColumnRoles roles;

  JsonItems(Path file, ItemOptions options) {
    this.file = file;
    this.options = options;
    this.roles = new ColumnRoles(options);
  }

  @Override
  public String vectorName() {
    return roles.vectorName();
  }

  @Override
  public List<String> uses() {
    return roles.uses();
  }

  @Override
  public void forEach(Taker taker) throws IOException {
    roles = new ColumnRoles(options);
    try (InputStream in = CompressedInput.open(file);
        JsonParser parser = FACTORY.createParser(in)) {
      boolean isArray = parser.nextToken() == JsonToken.START_ARRAY;
      JsonToken token = isArray ? parser.nextToken() : parser.currentToken();
      while (token != null && !(isArray && token == JsonToken.END_ARRAY)) {
        long line = parser.currentTokenLocation().getLineNr();
        String where = file + ", line " + line;
        if (token != JsonToken.START_OBJECT) {
          throw new InvalidInputException(
              where + ": expected one JSON object per line, found " + found(parser));
        }
        taker.accept(item(parser, where, line), line);
        token = parser.nextToken();
      }
      if (isArray && parser.nextToken() != null) {
        throw new InvalidInputException(
            file
                + ", line "
                + parser.currentTokenLocation().getLineNr()
                + ": expected the end of the file after the array, found "
                + found(parser));
      }
    } catch (JsonProcessingException e) {
      throw explained(e);
    }
  }

  private InvalidInputException explained(JsonProcessingException e) {
    String found =
        e instanceof JsonEOFException
            ? " the end of the file: it is cut short, get it again"
            : ": " + e.getOriginalMessage().lines().findFirst().orElse("");
    return new InvalidInputException(
        file
            + ", line "
            + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
            + ": expected one JSON object per line, found"
            + found,
        e);
  }

  private Item item(JsonParser parser, String where, long line) throws IOException {
    Map<String, String> columns = new LinkedHashMap<>();
    float[] vector = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String column = parser.currentName();
      parser.nextToken();
      if (roles.isVector(column)) {
        float[] read = vector(parser, where, column);
        if (read != null) {
          if (vector != null) {
            roles.useVector(column, where);
          }
          vector = read;
          roles.useVector(column, where);
        }
      } else {
        String value = value(parser, where + ": expected ", column);
        if (value != null) {
          columns.put(column, value);
        }
      }
    }
    return roles.item(columns, vector, where, line);
  }

  private float @Nullable [] vector(JsonParser parser, String where, String column)
      throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token == JsonToken.VALUE_STRING) {
      return parser.getText().isBlank() ? null : vectors.parse(parser.getText(), where, column);
    }
    vectors.begin(where, column);
    if (token != JsonToken.START_ARRAY) {
      throw vectors.error("a list of numbers in '" + column + "', found " + found(parser));
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!parser.currentToken().isNumeric()) {
        throw vectors.error("numbers in '" + column + "', found " + found(parser));
      }
      vectors.add(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }
    return vectors.build();
  }

  /** The text of a column; null if it is no text and does not matter. */
  private @Nullable String value(JsonParser parser, String expected, String column)
      throws IOException {
    return switch (parser.currentToken()) {
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
    if (options.isContent(column) && !Double.isFinite(doubleValue(number))) {
      throw new InvalidInputException(
          expected
              + "a number of at most "
              + Double.MAX_VALUE
              + " in size in '"
              + column
              + "', found "
              + Quotes.shortened(number));
    }
    return number;
  }

  private static double doubleValue(String number) {
    // what Java does not read is infinite: JSON has other names for it
    return number.toLowerCase(Locale.ROOT).contains("inf")
        ? Double.POSITIVE_INFINITY
        : Double.parseDouble(number);
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
                  + found(parser)
                  + (element.isNumeric()
                      ? ": call the field 'vector' if it is the embedding, put numbers that are"
                          + " words into quotes, or leave the field out"
                      : ": flatten it first, or leave the field out"));
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

  /** What the parser has found, in words. */
  private static String found(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_ARRAY -> "a list";
      case START_OBJECT -> "a nested value";
      case VALUE_STRING -> "the text " + Quotes.quote(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          "the number " + Quotes.shortened(parser.getText());
      default -> Quotes.shortened(parser.getText());
    };
  }
}
