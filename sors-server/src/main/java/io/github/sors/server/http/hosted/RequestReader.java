package io.github.sors.server.http.hosted;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.ComparisonDraft;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.http.RequestLimits;
import io.github.sors.server.http.TextFeatures;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.guard.BodyReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Parses requests into drafts; invalid input throws a {@link Problem}. */
public final class RequestReader {

  private static final int TITLE_LENGTH = 500;
  private static final int TITLE_OF_TEXT = 120;
  private static final int LABEL_LENGTH = 200;
  private static final int NAME_LENGTH = 500;
  private static final int VERSION_LENGTH = 100;
  private static final int HIGHEST_GRADE = 100;
  private static final int KEY_LENGTH = 128;
  // a name and a value per feature, and twice that, so that an error can count them
  private static final int VALUES_PER_FEATURE = 4;
  private static final int OTHER_VALUES = 100;
  private static final Set<String> JSON_TYPES =
      Set.of("application/json", "application/x-ndjson", "application/jsonl");

  private final RequestLimits limits;
  private final TextFeatures texts;

  private final int mostValues;
  // the names of the dimensions, shared by all dense vectors
  private final String[] numbers;

  RequestReader(RequestLimits limits, TextFeatures texts) {
    this.limits = limits;
    this.texts = texts;
    this.mostValues = VALUES_PER_FEATURE * limits.itemFeatures() + OTHER_VALUES;
    this.numbers = new String[limits.itemFeatures()];
    Arrays.setAll(numbers, Integer::toString);
  }

  /**
   * Returns the body, which has been read already.
   *
   * <p>Only JSON is accepted, since a page of another site cannot send it without a preflight
   * request.
   */
  public static byte[] jsonBody(Exchange exchange) {
    String type = exchange.header("Content-Type");
    String plain = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!JSON_TYPES.contains(plain)) {
      throw new Problem(415, "expected a body of type application/json or application/x-ndjson");
    }
    return BodyReader.body(exchange.request().getAttribute(BodyReader.attribute()));
  }

  /**
   * The idempotency key of a request, with the fingerprint of its operation and its body.
   *
   * @param operation distinguishes it from other requests with the same body
   */
  public static RequestKey key(Exchange exchange, String operation, byte[] body) {
    String key = exchange.header("Idempotency-Key");
    if (key == null) {
      return RequestKey.NONE;
    }
    boolean printable = key.chars().allMatch(character -> character > 31 && character < 127);
    if (key.isBlank() || key.length() > KEY_LENGTH || !printable) {
      throw Problem.badRequest(
          "expected an Idempotency-Key of 1 to " + KEY_LENGTH + " printable ASCII characters");
    }
    CRC32C checksum = new CRC32C();
    checksum.update(body);
    checksum.update(operation.getBytes(StandardCharsets.UTF_8));
    return new RequestKey(key, (long) body.length << 32 | checksum.getValue());
  }

  /** Reads items, one per line. */
  public List<ItemDraft> items(byte[] body) {
    List<ItemDraft> items = new ArrayList<>();
    int start = 0;
    int line = 1;
    while (start < body.length) {
      int end = start;
      boolean blank = true;
      while (end < body.length && body[end] != '\n') {
        blank &= body[end] == ' ' || body[end] == '\r' || body[end] == '\t';
        end++;
      }
      if (!blank) {
        try {
          items.add(item(Json.parse(body, start, end - start, mostValues)));
        } catch (Problem e) {
          throw e.atLine(line);
        }
        if (items.size() > limits.items()) {
          throw Problem.tooLarge("expected at most " + limits.items() + " items per request");
        }
      }
      start = end + 1;
      line++;
    }
    if (items.isEmpty()) {
      throw Problem.badRequest(
          "expected at least one item, as one JSON object per line, found none");
    }
    return items;
  }

  private ItemDraft item(ObjectNode node) {
    requireKnown(node, Set.of("id", "text", "features", "vector", "label", "title"));
    String id = id(node, "id");
    String title = optionalText(node, "title", TITLE_LENGTH);
    String label = optionalText(node, "label", LABEL_LENGTH);
    NamedFeatures features = features(node, limits.textLength());
    requireSomething(features);
    if (title.isEmpty()) {
      title = node.has("text") ? shortened(node.get("text").textValue()) : id;
    }
    return new ItemDraft(id, title, label, features);
  }

  private static String shortened(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.length() <= TITLE_OF_TEXT) {
      return line;
    }
    int end = Character.isHighSurrogate(line.charAt(TITLE_OF_TEXT - 1)) ? 119 : TITLE_OF_TEXT;
    return line.substring(0, end) + "…";
  }

  /**
   * Feedback as it is sent.
   *
   * @param comparisons what to learn from
   * @param skipUnknown whether comparisons that name items that are not there are left out
   */
  public record FeedbackDraft(List<ComparisonDraft> comparisons, boolean skipUnknown) {}

  /** Reads comparisons: one, or an array of them under {@code feedback}. */
  public FeedbackDraft comparisons(byte[] body) {
    try (Json.LimitedParser parser = Json.parser(body, mostValues)) {
      parser.requireObject();
      ObjectNode rest = Json.object();
      List<ComparisonDraft> batch = null;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("feedback")) {
          batch = batch(parser, value);
        } else {
          rest.set(name, parser.value());
        }
      }
      parser.requireEnd();
      if (batch == null) {
        return new FeedbackDraft(List.of(comparison(rest)), false);
      }
      requireKnown(rest, Set.of("feedback", "unknown"));
      String unknown = rest.path("unknown").asText("refuse");
      if (!unknown.equals("refuse") && !unknown.equals("skip")) {
        throw Problem.badRequest("expected refuse or skip in 'unknown'");
      }
      return new FeedbackDraft(batch, unknown.equals("skip"));
    } catch (IOException e) {
      throw Json.problem(e);
    }
  }

  /** Reads comparisons one by one, so that each is checked before the next takes memory. */
  private List<ComparisonDraft> batch(Json.LimitedParser parser, JsonToken start)
      throws IOException {
    JsonToken next = start == JsonToken.START_ARRAY ? parser.nextToken() : JsonToken.END_ARRAY;
    if (next == JsonToken.END_ARRAY) {
      throw Problem.badRequest("expected an array of at least one object in 'feedback'");
    }
    List<ComparisonDraft> comparisons = new ArrayList<>();
    for (; next != JsonToken.END_ARRAY; next = parser.nextToken()) {
      if (comparisons.size() == limits.comparisons()) {
        throw Problem.tooLarge(
            "expected at most " + limits.comparisons() + " comparisons, found more");
      }
      if (next != JsonToken.START_OBJECT) {
        throw Problem.badRequest(
            "expected an object as element "
                + comparisons.size()
                + " of 'feedback', found "
                + Json.kind(next));
      }
      try {
        comparisons.add(comparison(parser.object()));
      } catch (Problem e) {
        throw e.inElement(comparisons.size(), "feedback");
      }
    }
    return comparisons;
  }

  private ComparisonDraft comparison(ObjectNode node) {
    requireKnown(node, Set.of("query", "better", "worse"));
    QueryDraft query = query(node);
    String better = id(node, "better");
    String worse = id(node, "worse");
    if (better.equals(worse)) {
      throw Problem.badRequest("expected two different items as 'better' and 'worse'");
    }
    return new ComparisonDraft(query.item(), query.features(), better, worse);
  }

  /**
   * A query of feedback: an item or features, the other one is null.
   *
   * @param sent what was sent, by which equal queries are found
   */
  public record QueryDraft(
      @Nullable String item, @Nullable NamedFeatures features, JsonNode sent) {}

  private QueryDraft query(ObjectNode node) {
    if (!(node.get("query") instanceof ObjectNode query)) {
      throw Problem.badRequest(
          "expected 'query' as an object with one of item, text, features and vector");
    }
    requireKnown(query, Set.of("item", "text", "features", "vector"));
    if (query.has("item")) {
      if (query.size() > 1) {
        throw Problem.badRequest("expected one of item, text, features and vector in 'query'");
      }
      return new QueryDraft(id(query, "item"), null, query);
    }
    NamedFeatures features = features(query, limits.queryLength());
    requireSomething(features);
    return new QueryDraft(null, features, query);
  }

  /** A judgement as it is sent. */
  public record JudgementDraft(QueryDraft query, String item, int grade) {}

  /** Reads judgements, an array under {@code judgements}. */
  public List<JudgementDraft> judgements(byte[] body) {
    ObjectNode node = Json.parse(body, 0, body.length, mostValues);
    requireKnown(node, Set.of("judgements"));
    JsonNode array = node.path("judgements");
    if (!array.isArray() || array.isEmpty()) {
      throw Problem.badRequest("expected an array of at least one object in 'judgements'");
    }
    if (array.size() > limits.items()) {
      throw Problem.tooLarge(
          "expected at most " + limits.items() + " judgements, found " + array.size());
    }
    List<JudgementDraft> judgements = new ArrayList<>(array.size());
    for (JsonNode element : array) {
      if (!(element instanceof ObjectNode judgement)) {
        throw Problem.badRequest(
            "expected an object as element "
                + judgements.size()
                + " of 'judgements', found "
                + Json.kind(element));
      }
      requireKnown(judgement, Set.of("query", "item", "grade"));
      JsonNode grade = judgement.path("grade");
      if (!grade.isInt() || grade.intValue() < 0 || grade.intValue() > HIGHEST_GRADE) {
        throw Problem.badRequest(
            "a whole number from 0 to "
                + HIGHEST_GRADE
                + " expected as 'grade' of element "
                + judgements.size());
      }
      try {
        judgements.add(
            new JudgementDraft(query(judgement), id(judgement, "item"), grade.intValue()));
      } catch (Problem e) {
        throw e.inElement(judgements.size(), "judgements");
      }
    }
    return judgements;
  }

  /**
   * A search as a client sends it.
   *
   * @param item the id of the item that is the query, or null
   * @param features the query if it is not an item, or null
   * @param labels restricts the search to items with these labels; empty for all
   * @param except the ids of items to leave out
   * @param top the number of hits; 0 for the default
   * @param explain whether to explain the scores
   */
  public record SearchDraft(
      @Nullable String item,
      @Nullable NamedFeatures features,
      Set<String> labels,
      Set<String> except,
      int top,
      boolean explain) {}

  /** Reads a search. */
  public SearchDraft search(byte[] body) {
    ObjectNode node = Json.parse(body, 0, body.length, mostValues);
    requireKnown(
        node, Set.of("item", "text", "features", "vector", "labels", "except", "top", "explain"));
    JsonNode top = node.get("top");
    if (top != null && (!top.isInt() || top.intValue() < 1 || top.intValue() > limits.hits())) {
      throw Problem.badRequest("expected a number from 1 to " + limits.hits() + " in 'top'");
    }
    JsonNode explain = node.get("explain");
    if (explain != null && !explain.isBoolean()) {
      throw Problem.badRequest("expected true or false in 'explain'");
    }
    NamedFeatures features = null;
    if (!node.has("item")) {
      features = features(node, limits.queryLength());
    } else if (node.has("text") || node.has("features") || node.has("vector")) {
      throw Problem.badRequest("expected one of item, text, features and vector");
    }
    return new SearchDraft(
        node.has("item") ? id(node, "item") : null,
        features,
        texts(node, "labels"),
        texts(node, "except"),
        top == null ? 0 : top.intValue(),
        explain != null && explain.booleanValue());
  }

  /** Reads the name of a version. */
  public String versionName(byte[] body) {
    ObjectNode node = Json.parse(body, 0, body.length, OTHER_VALUES);
    requireKnown(node, Set.of("name"));
    return optionalText(node, "name", VERSION_LENGTH);
  }

  /** Reads which feedback to undo; 0 for the latest, also if the body is empty. */
  public static long feedbackNumber(byte[] body) {
    ObjectNode node =
        body.length == 0 ? Json.object() : Json.parse(body, 0, body.length, OTHER_VALUES);
    requireKnown(node, Set.of("feedback"));
    JsonNode number = node.get("feedback");
    if (number == null) {
      return 0;
    }
    if (!number.canConvertToLong() || !number.isIntegralNumber() || number.longValue() < 1) {
      throw Problem.badRequest("expected the number of a feedback in 'feedback'");
    }
    return number.longValue();
  }

  /** Reads how many comparisons to make from labels. */
  public int labelComparisons(byte[] body) {
    ObjectNode node = Json.parse(body, 0, body.length, OTHER_VALUES);
    requireKnown(node, Set.of("comparisons"));
    JsonNode count = node.path("comparisons");
    if (!count.isInt() || count.intValue() < 1 || count.intValue() > limits.comparisons()) {
      throw Problem.badRequest(
          "expected a number from 1 to " + limits.comparisons() + " in 'comparisons'");
    }
    return count.intValue();
  }

  private static Set<String> texts(ObjectNode node, String name) {
    Set<String> texts = new HashSet<>();
    JsonNode array = node.get(name);
    if (array != null) {
      if (!array.isArray()) {
        throw Problem.badRequest("expected an array in '" + name + "', found " + Json.kind(array));
      }
      for (JsonNode element : array) {
        if (!element.isTextual()) {
          throw Problem.badRequest(
              "expected strings in '" + name + "', found " + Json.kind(element));
        }
        texts.add(element.textValue());
      }
    }
    return texts;
  }

  /** Turns the text of a query into features. */
  public NamedFeatures query(String text) {
    if (text.length() > limits.queryLength()) {
      throw Problem.tooLarge("expected a query of at most " + limits.queryLength() + " characters");
    }
    return textFeatures(text);
  }

  private NamedFeatures textFeatures(String text) {
    NamedFeatures features = texts.of(text);
    requireFew(features.size());
    return features;
  }

  private NamedFeatures features(ObjectNode node, int longestText) {
    int given = (node.has("text") ? 1 : 0) + (node.has("features") ? 1 : 0);
    if (given + (node.has("vector") ? 1 : 0) != 1) {
      throw Problem.badRequest("expected exactly one of text, features and vector");
    }
    if (node.has("text")) {
      String text = text(node, "text");
      if (text.length() > longestText) {
        throw Problem.tooLarge("expected a text of at most " + longestText + " characters");
      }
      return textFeatures(text);
    }
    return node.has("features") ? named(node.get("features")) : dense(node.get("vector"));
  }

  private NamedFeatures named(JsonNode node) {
    if (!node.isObject()) {
      throw Problem.badRequest("expected an object in 'features', found " + Json.kind(node));
    }
    requireFew(node.size());
    String[] names = new String[node.size()];
    float[] values = new float[names.length];
    int count = 0;
    for (Iterator<Map.Entry<String, JsonNode>> all = node.properties().iterator();
        all.hasNext(); ) {
      Map.Entry<String, JsonNode> feature = all.next();
      if (feature.getKey().isEmpty() || feature.getKey().length() > NAME_LENGTH) {
        throw Problem.badRequest(
            "expected names of features of 1 to " + NAME_LENGTH + " characters");
      }
      requireCharacters(feature.getKey(), "features");
      names[count] = feature.getKey();
      values[count++] = number(feature.getValue(), "features");
    }
    return new NamedFeatures(names, values);
  }

  /** Reads all dimensions, including zeros, with their numbers as names. */
  private NamedFeatures dense(JsonNode node) {
    if (!node.isArray()) {
      throw Problem.badRequest("expected an array in 'vector', found " + Json.kind(node));
    }
    requireFew(node.size());
    String[] names = new String[node.size()];
    float[] values = new float[names.length];
    for (int k = 0; k < names.length; k++) {
      names[k] = numbers[k];
      values[k] = number(node.get(k), "vector");
    }
    return new NamedFeatures(names, values);
  }

  private static float number(JsonNode node, String where) {
    if (!node.isNumber()) {
      throw Problem.badRequest("expected numbers in '" + where + "', found " + Json.kind(node));
    }
    float value = node.floatValue();
    if (!Float.isFinite(value)) {
      throw Problem.badRequest("expected numbers in the range of floats in '" + where + "'");
    }
    return value;
  }

  private static void requireSomething(NamedFeatures features) {
    for (float value : features.values()) {
      if (value != 0) {
        return;
      }
    }
    throw Problem.badRequest("expected at least one feature that is not zero, found none");
  }

  private void requireFew(int features) {
    if (features > limits.itemFeatures()) {
      throw Problem.tooLarge(
          "expected at most " + limits.itemFeatures() + " features, found " + features);
    }
  }

  private static void requireKnown(ObjectNode node, Set<String> known) {
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      if (!known.contains(names.next())) {
        throw Problem.badRequest(
            "expected only the properties "
                + String.join(", ", known.stream().sorted().toList())
                + ", found another one");
      }
    }
  }

  private String id(ObjectNode node, String name) {
    String id = text(node, name);
    requireId(id, name);
    return id;
  }

  /** Checks an id; some texts are not allowed, since ids are part of URLs. */
  public void requireId(String id, String name) {
    if (id.isEmpty() || id.length() > limits.idLength() || id.equals(".") || id.equals("..")) {
      throw Problem.badRequest(
          "expected an id of 1 to "
              + limits.idLength()
              + " characters, other than . and .., in '"
              + name
              + "'");
    }
    requireCharacters(id, name);
  }

  private static void requireCharacters(String text, String name) {
    boolean encodable = StandardCharsets.UTF_8.newEncoder().canEncode(text);
    if (!encodable || text.chars().anyMatch(Character::isISOControl)) {
      throw Problem.badRequest("expected no control characters in '" + name + "'");
    }
  }

  private static String optionalText(ObjectNode node, String name, int longest) {
    if (!node.has(name)) {
      return "";
    }
    String text = text(node, name);
    if (text.length() > longest) {
      throw Problem.tooLarge(
          "expected at most " + longest + " characters in '" + name + "', found " + text.length());
    }
    requireCharacters(text, name);
    return text;
  }

  private static String text(ObjectNode node, String name) {
    JsonNode value = node.get(name);
    if (value == null || !value.isTextual()) {
      throw Problem.badRequest(
          "expected a string in '"
              + name
              + "', found "
              + (value == null ? "nothing" : Json.kind(value)));
    }
    return value.textValue();
  }
}
