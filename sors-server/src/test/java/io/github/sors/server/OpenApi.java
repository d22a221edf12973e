package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/** The description of the service, and whether an answer is as it says. */
final class OpenApi {

  private final JsonNode document;

  private OpenApi(JsonNode document) {
    this.document = document;
  }

  static OpenApi of(JsonNode document) {
    return new OpenApi(document);
  }

  static OpenApi ofThisService() throws IOException {
    try (InputStream in = SorsService.class.getResourceAsStream("openapi.json")) {
      return new OpenApi(RunningService.JSON.readTree(in));
    }
  }

  Map<String, JsonNode> paths() {
    Map<String, JsonNode> paths = new TreeMap<>();
    document.get("paths").properties().forEach(path -> paths.put(path.getKey(), path.getValue()));
    return paths;
  }

  /** Fails unless a value is as the schema of a name says. */
  void check(String name, JsonNode value) {
    check(document.at("/components/schemas/" + name), value, name);
  }

  private void check(JsonNode schema, JsonNode value, String where) {
    if (schema.has("$ref")) {
      String target = schema.get("$ref").asText();
      check(document.at(target.substring(1)), value, where);
      return;
    }
    String type = schema.get("type").asText();
    switch (type) {
      case "object" -> checkObject(schema, value, where);
      case "array" -> {
        assertThat(value.isArray()).as(where).isTrue();
        value.forEach(element -> check(schema.get("items"), element, where + "[]"));
      }
      case "string" -> assertThat(value.isTextual()).as(where).isTrue();
      case "integer" -> assertThat(value.isIntegralNumber()).as(where).isTrue();
      case "number" -> assertThat(value.isNumber()).as(where).isTrue();
      case "boolean" -> assertThat(value.isBoolean()).as(where).isTrue();
      default -> throw new AssertionError("a type " + type + " in " + where);
    }
  }

  private void checkObject(JsonNode schema, JsonNode value, String where) {
    assertThat(value.isObject()).as(where).isTrue();
    JsonNode properties = schema.path("properties");
    JsonNode others = schema.path("additionalProperties");
    schema
        .path("required")
        .forEach(name -> assertThat(value.has(name.asText())).as(where + "." + name).isTrue());
    value
        .properties()
        .forEach(
            property -> {
              String place = where + "." + property.getKey();
              if (properties.has(property.getKey())) {
                check(properties.get(property.getKey()), property.getValue(), place);
              } else {
                assertThat(others.isObject()).as(place + " is described").isTrue();
                check(others, property.getValue(), place);
              }
            });
  }
}
