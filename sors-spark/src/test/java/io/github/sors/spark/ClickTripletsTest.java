package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickTripletsTest {

  private static final int QUERIES = 12;

  @TempDir Path folder;

  private final Map<Long, Set<String>> clicked = new HashMap<>();
  private final Map<Long, Set<String>> ignored = new HashMap<>();
  private final Dataset<Row> log = log();

  private Dataset<Row> log() {
    List<Row> rows = new ArrayList<>();
    for (long query = 0; query < QUERIES; query++) {
      for (long shown = query; shown < query + 6; shown++) {
        String item = "item " + shown;
        // the first query clicks nothing, the second everything
        boolean isClick = query == 1 || (query > 0 && (shown + query) % 3 == 0);
        (isClick ? clicked : ignored).computeIfAbsent(query, q -> new HashSet<>()).add(item);
        rows.add(RowFactory.create(query, item, isClick ? 2 : 0));
        if (isClick) {
          // it was shown before
          rows.add(RowFactory.create(query, item, 0));
        }
      }
    }
    rows.add(RowFactory.create(5L, null, 1));
    return SharedSpark.session()
        .createDataFrame(
            rows,
            new StructType().add("user", "long").add("article", "string").add("clicks", "int"));
  }

  private static ClickTriplets triplets() {
    return new ClickTriplets().setQueryCol("user").setItemCol("article").setLabelCol("clicks");
  }

  @Test
  void negativesAreShownAndNotClicked() {
    List<Row> drawn = triplets().setNegativesPerClick(2).transform(log).collectAsList();
    int expected = 0;
    for (long query = 2; query < QUERIES; query++) {
      expected += 2 * clicked.getOrDefault(query, Set.of()).size();
    }
    // none of the query that clicked everything
    assertThat(drawn).hasSize(expected);
    for (Row row : drawn) {
      assertThat(clicked.get(row.getLong(0))).contains(row.getString(1));
      assertThat(ignored.get(row.getLong(0))).contains(row.getString(2));
    }
    // the order does not follow the queries
    assertThat(drawn.stream().map(row -> row.getLong(0)).toList())
        .isNotEqualTo(drawn.stream().map(row -> row.getLong(0)).sorted().toList());
  }

  @Test
  void randomNegativesAreNotClicked() {
    List<Row> drawn = triplets().setNegatives(ClickTriplets.RANDOM).transform(log).collectAsList();
    assertThat(drawn).hasSizeGreaterThan(20);
    assertThat(drawn)
        .anyMatch(
            row ->
                !ignored.containsKey(row.getLong(0))
                    || !ignored.get(row.getLong(0)).contains(row.getString(2)));
    for (Row row : drawn) {
      assertThat(clicked.get(row.getLong(0)))
          .contains(row.getString(1))
          .doesNotContain(row.getString(2));
    }
  }

  @Test
  void theyDependOnTheSeedAndNotOnThePartitions() throws IOException {
    String saved = folder.resolve("stage").toString();
    triplets().setSeed(7).write().save(saved);
    ClickTriplets stage = ClickTriplets.load(saved);
    List<Row> drawn = stage.transform(log).collectAsList();
    assertThat(stage.transform(log.repartition(5)).collectAsList()).isEqualTo(drawn);
    assertThat(stage.setSeed(8).transform(log).collectAsList()).isNotEqualTo(drawn);
    assertThat(stage).hasToString("ClickTriplets: uid=" + stage.uid() + ", negatives=shown");
  }

  @Test
  void queriesAndItemsMayBeDifferentTables() {
    StructType schema =
        new StructType()
            .add("id", "long")
            .add(
                "features",
                org.apache.spark.sql.types.DataTypes.createArrayType(
                    org.apache.spark.sql.types.DataTypes.DoubleType));
    List<Row> users = new ArrayList<>();
    List<Row> articles = new ArrayList<>();
    for (long id = 0; id < QUERIES + 6; id++) {
      users.add(RowFactory.create(id, new Object[] {1.0, (double) id, 0.0}));
      articles.add(RowFactory.create("item " + id, new Object[] {0.5, 0.0, (double) id}));
    }
    Dataset<Row> queries = SharedSpark.session().createDataFrame(users, schema);
    Dataset<Row> items =
        SharedSpark.session()
            .createDataFrame(
                articles, new StructType().add("id", "string").add(schema.apply("features")));
    Dataset<Row> ids = triplets().transform(log).cache();
    assertThat(ids.columns()).containsExactly("query", "positive", "negative");
    SorsSimilarity estimator =
        new SorsSimilarity()
            .setEncodingLength(8)
            .setSlices(1)
            .setIdCol("id")
            .setFeedback(ids)
            .setQueries(queries);
    assertThat(estimator.fit(items).progress().rounds()).isEqualTo(ids.count());
    assertThatThrownBy(() -> estimator.setQueries(queries.filter("id <> 3")).fit(items))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected ids of the queries in the feedback, found 1 unknown id in")
        .hasMessageContaining(": '3';");
    ids.unpersist();
  }

  @Test
  void tablesThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> new ClickTriplets().transform(log))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected column 'item', found user, article, clicks");
    assertThatThrownBy(() -> triplets().setLabelCol("article").transform(log))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected a boolean or a number in column 'article', found string");
    assertThatThrownBy(() -> triplets().setNegatives("hard"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shown or random");
  }
}
