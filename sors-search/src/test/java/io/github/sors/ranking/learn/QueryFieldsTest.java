package io.github.sors.ranking.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.file.QueryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People of two departments use the same words, such as "bank", and mean other documents: one
 * department those that also say "money", the other those that say "river".
 */
class QueryFieldsTest {

  private static final int WORDS = 10;
  private static final int TRAINING = 40;
  private static final List<String> DEPARTMENTS = List.of("finance", "geography");
  private static final List<String> SENSES = List.of("money", "river");

  private final List<Item> records = new ArrayList<>();
  private final List<SearchQuery> queries = new ArrayList<>();
  private final Judgements judgements = generate();

  private Judgements generate() {
    Random random = new Random(5);
    Judgements.Builder built = Judgements.builder();
    for (int number = 0; number < 120; number++) {
      String text =
          "word"
              + number % WORDS
              + " "
              + SENSES.get(number / WORDS % 2)
              + " noise"
              + random.nextInt(9);
      records.add(new Item("d" + number, "", Map.of("text", text)));
    }
    for (int number = 0; number < 60; number++) {
      int department = number / WORDS % 2;
      String id = "q" + number;
      queries.add(
          new SearchQuery(
              id,
              "word" + number % WORDS + " noise" + random.nextInt(9),
              Map.of("department", DEPARTMENTS.get(department))));
      for (int document = number % WORDS + WORDS * department;
          document < 120;
          document += 2 * WORDS) {
        built.add(id, "d" + document, 1);
      }
    }
    return built.build();
  }

  private SearchCollection documents() throws IOException {
    return SearchCollection.of(
        ItemSource.of(records), VectorizerOptions.BM25.withAnalyzer("whitespace"));
  }

  @Test
  void theSameWordMeansOtherDocumentsToOtherPeople(@TempDir Path folder) throws IOException {
    SearchCollection words = documents();
    SearchCollection both = words.withQueryFields(List.of("department"), queries);
    assertThat(measured(model(words), words)).isLessThan(0.8);
    SearchModel model = model(both);
    assertThat(measured(model, both)).isGreaterThan(0.95);

    assertThat(model.model().queryDimension()).isEqualTo(model.model().itemDimension() + 2);
    Path file = folder.resolve("m.sors");
    model.write(file);
    SearchModel read = SearchModel.read(file);
    SearchCollection again = read.collection(ItemSource.of(records));
    assertThat(read.run("r", again, queries, 50)).isEqualTo(model.run("r", both, queries, 50));
    SearchModel.Searcher searcher = read.searcher(again);
    for (String department : DEPARTMENTS) {
      SearchQuery query = new SearchQuery("q", "word3", Map.of("department", department));
      int best = again.number(searcher.search(query, 1).ids().get(0));
      String sense = SENSES.get(DEPARTMENTS.indexOf(department));
      assertThat(records.get(best).fields().get("text")).startsWith("word3 " + sense);
    }
    // a value that nobody had is no feature
    SearchQuery unknown = new SearchQuery("q", "word3", Map.of("department", "music"));
    assertThat(again.query(unknown)).isEqualTo(again.query(new SearchQuery("q", "word3")));
  }

  /** Learnt from two thirds of the queries. */
  private SearchModel model(SearchCollection collection) {
    List<JudgedQuery> judged = JudgedQuery.of(collection, queries, judgements);
    return new SearchLearner(collection, Library.plan())
        .model(judged.subList(0, TRAINING), Map.of())
        .model();
  }

  /** MAP of the other third. */
  private double measured(SearchModel model, SearchCollection collection) {
    List<SearchQuery> others = queries.subList(TRAINING, queries.size());
    return SearchExperiment.table(
            collection,
            JudgedQuery.of(collection, others, judgements),
            List.of(
                SearchModel.bm25(collection, others), model.run("learnt", collection, others, 50)))
        .comparison("learnt")
        .mean();
  }

  @Test
  void fieldsAreReadFromJsonAndHaveToBeThere(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("q.jsonl"),
            "{\"id\": 7, \"text\": \"bank\", \"department\": \"finance\", \"level\": 2,"
                + " \"tags\": [\"x\"], \"none\": null}\n");
    assertThat(QueryFile.read(file))
        .containsExactly(
            new SearchQuery("7", "bank", Map.of("department", "finance", "level", "2")));
    assertThatThrownBy(() -> documents().withQueryFields(List.of("level"), queries))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected queries with the field 'level', found none: check its name");
  }
}
