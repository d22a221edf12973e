package io.github.sors.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Reads triplets from JSON, the form in which clients send feedback through Kafka or put it into
 * files.
 *
 * <pre>{@code
 * {"anchor":   {"indices": [3, 17], "values": [0.5, 1]},
 *  "positive": {"indices": [4, 17, 90], "values": [1, 0.25, 2]},
 *  "negative": [0, 0.5, 0.125]}
 * }</pre>
 *
 * <p>A vector is given by its entries, with strictly ascending indices from 0, or by an array of
 * all values. Other fields are ignored. Values are single precision, as in the models. An invalid
 * record ends the job, or the query of a stream, with an {@link InvalidInputException} that names
 * the record's topic, partition and offset if it has them. A restarted stream fails at the same
 * record again, unless a filter removes it first.
 */
public final class JsonTriplets {

  private static final List<String> ROLES = List.of("anchor", "positive", "negative");
  private static final List<String> PLACE = List.of("topic", "partition", "offset");
  private static final int SHOWN = 80;
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private JsonTriplets() {}

  /**
   * Returns the records with columns {@code anchor}, {@code positive} and {@code negative} of
   * vectors in place of the column of JSON; they keep their other columns.
   *
   * @param records such as a stream from Kafka
   * @param column one JSON object in each record, as text or as its bytes in UTF-8
   * @throws InvalidInputException if there is no such column
   */
  public static Dataset<Row> of(Dataset<Row> records, String column) {
    StructType schema = records.schema();
    DataType type = Columns.require(schema, column).dataType();
    if (!type.equals(DataTypes.StringType) && !type.equals(DataTypes.BinaryType)) {
      throw new InvalidInputException(
          "expected JSON as text or bytes in column '"
              + column
              + "', found "
              + type.simpleString());
    }
    for (String role : ROLES) {
      schema = schema.add(role, SQLDataTypes.VectorType());
    }
    return records
        .map((MapFunction<Row, Row>) record -> withVectors(record, column), Encoders.row(schema))
        .drop(column);
  }

  private static Row withVectors(Row record, String column) {
    String text = text(record.getAs(column));
    Object[] values = new Object[record.size() + ROLES.size()];
    for (int field = 0; field < record.size(); field++) {
      values[field] = record.get(field);
    }
    try {
      JsonNode triplet = MAPPER.readTree(text);
      for (int role = 0; role < ROLES.size(); role++) {
        values[record.size() + role] = vector(triplet, ROLES.get(role));
      }
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          place(record, text)
              + ": expected one JSON object, found: "
              + e.getOriginalMessage().replace('\n', ' '),
          e);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(place(record, text) + ": " + e.getMessage(), e);
    }
    return RowFactory.create(values);
  }

  /** The text of a value; empty if there is none. */
  private static String text(Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : value.toString();
  }

  private static Vector vector(JsonNode triplet, String role) {
    JsonNode node = triplet.path(role);
    try {
      if (node.isArray()) {
        return SparkVectors.toSpark(SparseVector.ofDense(values(node)), node.size());
      }
      if (!node.path("indices").isArray() || !node.path("values").isArray()) {
        throw new IllegalArgumentException(
            "expected an array of numbers or {\"indices\": […], \"values\": […]}, found "
                + found(node));
      }
      SparseVector sparse =
          SparseVector.of(indices(node.path("indices")), values(node.path("values")));
      return SparkVectors.toSpark(sparse, sparse.dimension());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(role + ": " + e.getMessage(), e);
    }
  }

  private static int[] indices(JsonNode array) {
    int[] indices = new int[array.size()];
    for (int k = 0; k < indices.length; k++) {
      JsonNode index = array.get(k);
      if (!index.isIntegralNumber() || !index.canConvertToInt()) {
        throw new IllegalArgumentException(
            "expected whole numbers up to "
                + SparseVector.MAXIMUM_INDEX
                + " as indices, found "
                + found(index));
      }
      indices[k] = index.intValue();
    }
    return indices;
  }

  private static float[] values(JsonNode array) {
    float[] values = new float[array.size()];
    for (int k = 0; k < values.length; k++) {
      JsonNode value = array.get(k);
      if (!value.isNumber()) {
        throw new IllegalArgumentException("expected numbers as values, found " + found(value));
      }
      values[k] = (float) value.doubleValue();
    }
    return values;
  }

  /** Identifies the record for a reader: by its position in Kafka, or else by its text. */
  private static String place(Row record, String text) {
    if (!Arrays.asList(record.schema().fieldNames()).containsAll(PLACE)) {
      return "record '" + shown(text) + "'";
    }
    return PLACE.stream()
        .map(name -> name + " " + record.getAs(name))
        .collect(Collectors.joining(", "));
  }

  private static String found(JsonNode node) {
    return node.isMissingNode() ? "nothing" : shown(node.toString());
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
