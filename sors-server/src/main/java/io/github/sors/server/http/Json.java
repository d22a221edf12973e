package io.github.sors.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads and writes JSON; what is read may be nested a few levels only. */
final class Json {

  private static final int DEEPEST = 6;
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(60)
                          .maxNameLength(1000)
                          .maxStringLength(1 << 20)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can be written", e);
    }
  }

  /**
   * Reads an object.
   *
   * @throws Problem 400 if it is anything else
   */
  static ObjectNode parse(byte[] bytes, int offset, int length) {
    JsonNode node;
    try {
      node = MAPPER.readTree(bytes, offset, length);
    } catch (JsonProcessingException e) {
      throw Problem.badRequest("a JSON object expected, found: " + firstLine(e));
    } catch (IOException e) {
      throw Problem.badRequest("JSON in UTF-8 expected, found: " + e.getMessage());
    }
    if (!(node instanceof ObjectNode object)) {
      throw Problem.badRequest(
          "a JSON object expected, found " + (node == null ? "nothing" : kind(node)));
    }
    return object;
  }

  /** What a value is, in a word that is safe to show. */
  static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a truth value";
      case NULL -> "null";
      default -> "nothing";
    };
  }

  private static String firstLine(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
