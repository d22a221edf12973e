package io.github.sors.server.http.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads and writes JSON; limits the depth of nesting. */
public final class Json {

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
              // names come from clients, so do not cache them for ever
              .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
              .build());

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing JSON failed", e);
    }
  }

  /**
   * Reads an object, value by value, so that an invalid one takes no memory.
   *
   * @param mostValues the maximum number of names and values
   * @throws Problem 400 if it is not an object, 413 if it has more values
   */
  public static ObjectNode parse(byte[] bytes, int offset, int length, int mostValues) {
    try (LimitedParser parser =
        new LimitedParser(MAPPER.createParser(bytes, offset, length), mostValues)) {
      parser.requireObject();
      ObjectNode object = parser.object();
      parser.requireEnd();
      return object;
    } catch (IOException e) {
      throw problem(e);
    }
  }

  /** Returns a parser of a body; pass its exceptions to {@link #problem}. */
  public static LimitedParser parser(byte[] bytes, int mostValues) throws IOException {
    return new LimitedParser(MAPPER.createParser(bytes), mostValues);
  }

  public static Problem problem(IOException e) {
    return e instanceof JsonProcessingException unreadable
        ? Problem.badRequest("expected a JSON object, found: " + firstLine(unreadable))
        : Problem.badRequest("expected JSON in UTF-8, found: " + e.getMessage());
  }

  /** Reads values with a limited number of names and values each. */
  public static final class LimitedParser extends JsonParserDelegate {

    private final int most;
    private int left;

    private LimitedParser(JsonParser parser, int most) {
      super(parser);
      this.most = most;
      this.left = most;
    }

    @Override
    public JsonToken nextToken() throws IOException {
      if (--left < 0) {
        throw Problem.tooLarge("expected at most " + most + " names and values in an object");
      }
      return super.nextToken();
    }

    public void requireObject() throws IOException {
      JsonToken token = nextToken();
      if (token != JsonToken.START_OBJECT) {
        throw Problem.badRequest("expected a JSON object, found " + kind(token));
      }
    }

    public void requireEnd() throws IOException {
      if (nextToken() != null) {
        throw Problem.badRequest("expected one JSON object, found more after its end");
      }
    }

    /** Reads the rest of the value that has begun. */
    public JsonNode value() throws IOException {
      left = most;
      JsonNode value = MAPPER.readTree(this);
      left = most;
      return value;
    }

    /** Reads the rest of the object that has begun. */
    public ObjectNode object() throws IOException {
      return (ObjectNode) value();
    }
  }

  /** The type of the value that begins with a token, in words that are safe to show. */
  public static String kind(JsonToken token) {
    if (token == null) {
      return "nothing";
    }
    return switch (token) {
      case START_ARRAY -> "an array";
      case START_OBJECT -> "an object";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "nothing";
    };
  }

  /** The type of a value, in words that are safe to show. */
  public static String kind(JsonNode node) {
    return switch (node.getNodeType()) {
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
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
