package io.github.sors.data.feedback;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object on one line.
 *
 * <p>A value is a {@link String}, a {@link NumberText}, a {@link Boolean}, a {@link List} or a
 * {@link Map}; null values are left out of objects.
 */
record JsonFields(Map<String, Object> fields) {

  private static final JsonFactory JSON = new JsonFactory();

  /** A number as it was written. */
  record NumberText(String text) {}

  /** The value on a line. */
  static @Nullable Object value(String line, String expected) {
    try (JsonParser parser = JSON.createParser(line)) {
      parser.nextToken();
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new InvalidInputException(
            "expected "
                + expected
                + " per line, found more after it in "
                + FeedbackText.quote(line));
      }
      return value;
    } catch (IOException e) {
      throw new InvalidInputException(
          "expected " + expected + " per line, found " + FeedbackText.quote(line), e);
    }
  }

  /** The object on a line. */
  static JsonFields of(String line) {
    if (value(line, "one JSON object") instanceof Map<?, ?> object) {
      return new JsonFields(typed(object));
    }
    throw new InvalidInputException(
        "expected one JSON object per line, found " + FeedbackText.quote(line));
  }

  /**
   * The objects on a line without what an export of a search engine puts around them: {@code
   * _source}, or the whole answer to a search with {@code hits}.
   */
  static List<JsonFields> exported(String line) {
    JsonFields all = of(line);
    if (all.at("hits", "hits") instanceof List<?> hits) {
      List<JsonFields> documents = new ArrayList<>(hits.size());
      for (Object hit : hits) {
        if (hit instanceof Map<?, ?> object) {
          documents.add(new JsonFields(typed(object)).source());
        }
      }
      return documents;
    }
    return List.of(all.source());
  }

  private JsonFields source() {
    return fields.get("_source") instanceof Map<?, ?> source ? new JsonFields(typed(source)) : this;
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** The value at a path, whether its parts are nested or joined by points; null if none is. */
  @Nullable Object at(String... path) {
    Object value = fields.get(String.join(".", path));
    if (value != null) {
      return value;
    }
    value = fields;
    for (String part : path) {
      value = value instanceof Map<?, ?> object ? object.get(part) : null;
    }
    return value;
  }

  /** The text or number at a path; null if there is none. */
  @Nullable String textAt(String... path) {
    Object value = at(path);
    return value == null ? null : scalar(value, String.join(".", path));
  }

  /** The text or number of the first of the fields that is there; null if none is. */
  @Nullable String text(String... names) {
    for (String name : names) {
      Object value = fields.get(name);
      if (value != null) {
        return scalar(value, name);
      }
    }
    return null;
  }

  /** The text or number of the first of the fields that is there, which is not blank. */
  String required(String... names) {
    String text = text(names);
    if (text == null) {
      throw new InvalidInputException(
          "expected the field '"
              + names[0]
              + "'"
              + (names.length == 1
                  ? ""
                  : " (or " + String.join(", ", List.of(names).subList(1, names.length)) + ")")
              + ", found "
              + (fields.isEmpty() ? "no field" : String.join(", ", fields.keySet())));
    }
    if (text.isBlank()) {
      throw new InvalidInputException(
          "expected a text or a number in '" + names[0] + "', found a blank one");
    }
    return text;
  }

  /** The list in a field. */
  List<?> list(String name) {
    if (fields.get(name) instanceof List<?> list) {
      return list;
    }
    Object found = fields.get(name);
    throw new InvalidInputException(
        "expected a list of ids in '"
            + name
            + "', found "
            + (found == null ? "no such field" : FeedbackText.quote(written(found))));
  }

  /** An id in a list, a text or a number that is not blank. */
  static String id(@Nullable Object value, String name) {
    String id = value == null ? "" : scalar(value, name).strip();
    if (id.isEmpty()) {
      throw new InvalidInputException(
          "expected ids in '" + name + "', found " + (value == null ? "null" : "a blank one"));
    }
    return id;
  }

  static String scalar(Object value, String name) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof NumberText number) {
      return number.text();
    }
    throw new InvalidInputException(
        "expected a text or a number in '"
            + name
            + "', found "
            + FeedbackText.quote(written(value)));
  }

  /** The value roughly as it was written, for messages. */
  static String written(Object value) {
    return value instanceof NumberText number ? number.text() : value.toString();
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new InvalidInputException("expected a JSON value, found the end of the line");
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> new NumberText(parser.getText());
    };
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      Object value = value(parser);
      if (value != null && object.put(name, value) != null) {
        throw new InvalidInputException("expected each field once, found '" + name + "' twice");
      }
    }
    return object;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  @SuppressWarnings("unchecked") // all maps here are made by object()
  private static Map<String, Object> typed(Map<?, ?> object) {
    return (Map<String, Object>) object;
  }
}
