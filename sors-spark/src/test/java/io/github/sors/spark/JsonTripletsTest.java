package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JsonTripletsTest {

  @BeforeEach
  void needsSpark() {
    SharedSpark.start();
  }

  @Test
  void readsVectorsByIndexAndWhole() {
    String json =
        """
        {"user": {"id": 7},
         "negative": [0, -0.5, 2],
         "positive": {"values": [], "indices": []},
         "anchor": {"indices": [3, 17, 18], "values": [0.5, 1e-3, 0]}}
        """;
    assertThat(parsed(json, DataTypes.StringType).collectAsList())
        .isEqualTo(
            parsed(json.getBytes(StandardCharsets.UTF_8), DataTypes.BinaryType).collectAsList())
        .containsExactly(
            RowFactory.create(
                41,
                // in single precision
                Vectors.sparse(18, new int[] {3, 17}, new double[] {0.5, 1e-3f}),
                Vectors.sparse(0, new int[0], new double[0]),
                Vectors.sparse(3, new int[] {1, 2}, new double[] {-0.5, 2})));
  }

  @Test
  void saysWhichRecordIsBadAndWhatWasExpected() {
    assertBad("{\"anchor\": [1", "expected one JSON object, found: Unexpected end-of-input");
    assertBad("", "record '': anchor: expected an array of numbers or {\"indices\"");
    assertBad(null, "anchor: expected an array of numbers or {\"indices\": […], \"values\": […]}");
    assertBad("[[1], [1], [1]]", "anchor: expected an array of numbers or");
    assertBad("{\"anchor\": [1]}", "positive: expected an array of numbers or");
    assertBad(ofAnchor("[1]") + "{}", "Trailing token");
    assertBad("{\"anchor\": [1], " + ofAnchor("[2]").substring(1), "Duplicate field 'anchor'");
    assertBad(ofAnchor("{\"indices\": [1]}"), "anchor: expected an array of numbers or");
    assertBad(ofAnchor("[1, \"2\"]"), "anchor: expected numbers as values, found \"2\"");
    assertBad(ofAnchor("[1e40]"), "anchor: expected finite values, found Infinity at index 0");
    assertBad(
        ofAnchor("{\"indices\": [1, 2], \"values\": [1]}"),
        "anchor: expected as many values as indices, found 2 indices and 1 values");
    assertBad(
        ofAnchor("{\"indices\": [-1], \"values\": [1]}"),
        "anchor: expected strictly ascending indices from 0 to 2147483638, found -1 first");
    assertBad(
        ofAnchor("{\"indices\": [5, 4], \"values\": [1, 1]}"),
        "anchor: expected strictly ascending indices from 0 to 2147483638, found 4 after 5");
    assertBad(
        ofAnchor("{\"indices\": [1.5], \"values\": [1]}"),
        "anchor: expected whole numbers up to 2147483638 as indices, found 1.5");
    assertBad(
        ofAnchor("{\"indices\": [4294967296], \"values\": [1]}"),
        "anchor: expected whole numbers up to 2147483638 as indices, found 4294967296");
  }

  @Test
  void needsAColumnOfText() {
    assertThatThrownBy(() -> parsed(1L, DataTypes.LongType))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected JSON as text or bytes in column 'json', found bigint");
    assertThatThrownBy(() -> JsonTriplets.of(frame("", DataTypes.StringType), "value"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected column 'value'");
  }

  private static String ofAnchor(String vector) {
    return "{\"anchor\": " + vector + ", \"positive\": [1], \"negative\": [1]}";
  }

  private static void assertBad(String json, String complaint) {
    assertThatThrownBy(() -> parsed(json, DataTypes.StringType).collectAsList())
        .as(json)
        .hasMessageContaining(InvalidInputException.class.getName() + ": record '")
        .hasMessageContaining(complaint);
  }

  private static Dataset<Row> parsed(Object value, DataType type) {
    return JsonTriplets.of(frame(value, type), "json");
  }

  private static Dataset<Row> frame(Object value, DataType type) {
    return SharedSpark.session()
        .createDataFrame(
            List.of(RowFactory.create(41, value)),
            new StructType().add("number", DataTypes.IntegerType).add("json", type));
  }
}
