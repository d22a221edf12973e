package io.github.sors.ranking.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The fields of the JSON object on one line. */
final class JsonFields {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final JsonNode object;

  private JsonFields(JsonNode object) {
    this.object = object;
  }

  static JsonFields of(String line) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      String reason = e.getOriginalMessage();
      throw new InvalidInputException(
          "expected one JSON object per line, found "
              + (reason.startsWith("Duplicate field") ? reason + " in " : "")
              + TextLines.quote(line),
          e);
    }
    if (!node.isObject()) {
      throw new InvalidInputException(
          "expected one JSON object per line, found " + TextLines.quote(line));
    }
    return new JsonFields(node);
  }

  /** The fields of the object, or of its {@code _source} if it has one. */
  static JsonFields ofSource(String line) {
    JsonFields fields = of(line);
    JsonNode source = fields.object.path("_source");
    return source.isObject() ? new JsonFields(source) : fields;
  }

  /** The field at a path such as {@code /a/b}, or null. */
  @Nullable JsonNode at(String path) {
    JsonNode value = object.at(path);
    return value.isMissingNode() || value.isNull() ? null : value;
  }

  /** The first of the fields that is there and not null, or null. */
  @Nullable JsonNode find(String... names) {
    for (String name : names) {
      JsonNode value = object.path(name);
      if (!value.isMissingNode() && !value.isNull()) {
        return value;
      }
    }
    return null;
  }

  /** The text or number of the first of the fields that is there, or null. */
  @Nullable String text(String... names) {
    JsonNode value = find(names);
    return value == null ? null : scalar(value, names[0]);
  }

  /** The text or number of the first of the fields that is there. */
  String requiredText(String... names) {
    String text = text(names);
    if (text == null) {
      List<String> found = new ArrayList<>();
      object.fieldNames().forEachRemaining(found::add);
      throw new InvalidInputException(
          "expected the field '"
              + names[0]
              + "'"
              + (names.length == 1
                  ? ""
                  : " (or " + String.join(", ", List.of(names).subList(1, names.length)) + ")")
              + ", found "
              + (found.isEmpty() ? "no field" : String.join(", ", found)));
    }
    return text;
  }

  /** All texts, numbers and truth values but those of the first of some fields that is there. */
  Map<String, String> others(String[]... without) {
    Map<String, String> others = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (field.getValue().isValueNode() && !field.getValue().isNull()) {
        others.put(field.getKey(), text(field.getValue(), field.getKey()));
      }
    }
    for (String[] names : without) {
      for (String name : names) {
        if (find(name) != null) {
          others.remove(name);
          break;
        }
      }
    }
    return others;
  }

  static String scalar(JsonNode value, String name) {
    if (!value.isTextual() && !value.isNumber()) {
      throw new InvalidInputException(
          "expected a text or a number in '"
              + name
              + "', found "
              + TextLines.quote(value.toString()));
    }
    return text(value, name);
  }

  private static String text(JsonNode value, String name) {
    if (value.isNumber() && !Double.isFinite(value.doubleValue())) {
      throw new InvalidInputException(
          "expected a number of at most " + Double.MAX_VALUE + " in size in '" + name + "'");
    }
    return value.asText();
  }
}
