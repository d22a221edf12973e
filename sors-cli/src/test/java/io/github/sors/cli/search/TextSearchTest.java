package io.github.sors.cli.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a folder of texts to an explained search, with and without an index. */
class TextSearchTest {

  private static final List<String> SPORT = List.of("goal", "match", "team", "coach");
  private static final List<String> MONEY = List.of("bank", "market", "price", "loan");

  @TempDir static Path folder;

  private static final List<Object> FEATURES = List.of("--analyzer", "english", "--max-df", 1);

  private static Path texts;
  private static Path model;
  private static Path index;

  @BeforeAll
  static void learn() throws IOException {
    texts = folder.resolve("texts");
    for (int k = 0; k < 40; k++) {
      write(texts.resolve("sport"), k, SPORT);
      write(texts.resolve("money"), k, MONEY);
    }
    model = folder.resolve("texts.sors");
    index = folder.resolve("texts.index");
    Outcome.of("train", texts, FEATURES, "--model", model, "--lambda", 1e-6, "--rounds", 500)
        .succeeded();
    Outcome.of("index", texts, "--model", model, "--output", index).succeeded();
  }

  private static void write(Path target, int k, List<String> words) throws IOException {
    Files.createDirectories(target);
    String text = words.get(k % 4) + " and " + words.get(k / 4 % 4) + " of day" + k % 7;
    Files.writeString(target.resolve(k + ".txt"), text);
  }

  private static List<String> names(JsonNode answer) {
    List<String> names = new ArrayList<>();
    answer.get("hits").forEach(hit -> names.add(hit.get("name").textValue()));
    return names;
  }

  private static List<Double> scores(JsonNode answer) {
    List<Double> scores = new ArrayList<>();
    answer.get("hits").forEach(hit -> scores.add(hit.get("score").doubleValue()));
    return scores;
  }

  @Test
  void everyModelOfTextsAnswersTexts() {
    for (String algorithm : List.of("adasors-2", "encoder", "oasis")) {
      Path other = folder.resolve(algorithm + ".sors");
      Outcome.of(
              "train", texts, FEATURES, "--model", other, "--algorithm", algorithm, "--rounds", 200)
          .succeeded();
      assertThat(
              names(
                  Outcome.json(
                      "search", texts, "--model", other, "--query", "Goals!", "--top", 3,
                      "--json")))
          .as(algorithm)
          .hasSize(3)
          .allMatch(name -> name.contains("sport"));
    }
  }

  @Test
  void aTextFindsTheTextsOfItsKindAndSaysWhy() {
    Outcome outcome =
        Outcome.of("search", texts, "--model", model, "--query", "Goals!", "--top", 3, "--explain");
    String out = outcome.succeeded().out();
    assertThat(out).startsWith("\"Goals!\"").contains("sport/").doesNotContain("money");
    assertThat(out).contains("goal  ->  goal").contains("weight +");
  }

  @Test
  void theIndexAnswersAsTheRowsDo() {
    List<Object> question = List.of("--model", model, "--top", 60, "--json", "--explain");
    JsonNode rows = Outcome.json("search", texts, question, "--query", "match price day3");
    JsonNode items =
        Outcome.json("search", "--index", index, question, "--query", "match price day3");
    assertThat(scores(items)).isEqualTo(scores(rows));
    assertThat(Outcome.explained(items.at("/hits/0")))
        .isCloseTo(items.at("/hits/0/score").doubleValue(), within(1e-6));

    JsonNode byRow = Outcome.json("search", texts, question, "--item", "sport/5.txt");
    JsonNode byId = Outcome.json("search", "--index", index, question, "--item", "sport/5.txt");
    assertThat(scores(byId)).isEqualTo(scores(byRow));
    assertThat(names(byId)).doesNotContain("sport/5.txt");
  }

  @Test
  void classesAndABudgetNarrowTheSearch() {
    List<Object> search = List.of("search", "--index", index, "--model", model, "--query", "goal");
    assertThat(names(Outcome.json(search, "--class", "money", "--json")))
        .hasSize(10)
        .allMatch(name -> name.startsWith("money/"));
    Outcome within = Outcome.of(search, "--budget", 1).succeeded();
    assertThat(within.err()).containsPattern("note: 1 of the query's [0-9]+ features find [0-9]+%");
    for (JsonNode hit : Outcome.json(search, "--budget", 1, "--explain", "--json").get("hits")) {
      assertThat(Outcome.explained(hit)).isCloseTo(hit.get("score").doubleValue(), within(1e-6));
    }
  }

  @Test
  void theExpansionIsPrintedForSearchServers() {
    List<Object> print = List.of("search", "--model", model, "--query", "goals", "--field", "body");
    JsonNode elastic = Outcome.json(print, "--budget", 2, "--print-query", "elasticsearch");
    assertThat(elastic.at("/query/bool/should/0/term/body/value").textValue()).isEqualTo("goal");
    assertThat(elastic.at("/query/bool/should").size()).isEqualTo(2);
    JsonNode solr = Outcome.json(print, "--print-query", "solr");
    assertThat(solr.at("/query/bool/should/0/boost/query/term/query").textValue())
        .isEqualTo("goal");
  }

  @Test
  void everyServerGetsTheSameTerms() {
    List<Object> print =
        List.of("search", "--model", model, "--query", "goals", "--budget", 3, "--print-query");
    JsonNode terms = Outcome.json(print, "opensearch").at("/query/bool/should");
    assertThat(Outcome.json(print, "elasticsearch").at("/query/bool/should")).isEqualTo(terms);
    JsonNode features = Outcome.json(print, "rank-features").at("/query/bool/should");
    JsonNode tokens = Outcome.json(print, "neural-sparse").at("/query/neural_sparse/text");
    JsonNode vector = Outcome.json(print, "sparse-vector").at("/query/sparse_vector");
    assertThat(vector.get("query_vector")).isEqualTo(tokens.get("query_tokens")).hasSize(3);
    assertThat(terms).hasSize(3);
    for (int k = 0; k < 3; k++) {
      String term = terms.get(k).at("/term/text/value").textValue();
      JsonNode weight = terms.get(k).at("/term/text/boost");
      assertThat(features.get(k).at("/rank_feature/field").textValue()).isEqualTo("text." + term);
      assertThat(features.get(k).at("/rank_feature/boost")).isEqualTo(weight);
      assertThat(vector.get("query_vector").get(term)).isEqualTo(weight);
    }
    Outcome.of(print, "sphinx").refusedWithHelp("neural-sparse");
  }

  @Test
  void theExpansionIsAddedToWhatWasTyped() {
    List<Object> print =
        List.of("search", "--model", model, "--query", "Goals of umbrellas", "--budget", 5);
    JsonNode typed =
        Outcome.json(print, "--print-query", "neural-sparse", "--fusion", 0)
            .at("/query/neural_sparse/text/query_tokens");
    assertThat(typed.toString()).isEqualTo("{\"goal\":1.0,\"umbrella\":1.0}");
    JsonNode both =
        Outcome.json(print, "--print-query", "neural-sparse", "--fusion", 0.5)
            .at("/query/neural_sparse/text/query_tokens");
    assertThat(both.get("umbrella").doubleValue()).isEqualTo(1);
    assertThat(both.get("goal").doubleValue()).isGreaterThan(1);
    assertThat(both.size()).isBetween(3, 7);
    Outcome.of(print, "--print-query", "solr", "--fusion", -1).refused("--fusion of at least 0");
    Outcome.of("search", texts, "--model", model, "--query", "goal", "--fusion", 1)
        .refused("with --lucene or --print-query");
  }

  @Test
  void manyQueriesBecomeOneRequest() throws IOException {
    Path queries = folder.resolve("questions.tsv");
    Files.writeString(queries, "q1\tgoals\nq2\tof the\n");
    List<Object> print =
        List.of("search", "--model", model, "--queries", queries, "--fusion", 0, "--top", 5);
    assertThat(Outcome.of(print, "--print-query", "neural-sparse").succeeded().out().lines())
        .containsExactly(
            "{}",
            "{\"size\":5,\"query\":{\"neural_sparse\":{\"text\":{\"query_tokens\":{\"goal\":1.0}}}}}",
            "{}",
            "{\"size\":5,\"query\":{\"match_none\":{}}}");
    assertThat(Outcome.of(print, "--print-query", "solr").succeeded().out().lines()).hasSize(2);
    Outcome.of(print, "--print-query", "solr", "--run", folder.resolve("x.run"))
        .refused("leave out one");
  }

  @Test
  void documentsAreWrittenWithTheirWeights() throws IOException {
    Path documents = folder.resolve("shop.jsonl");
    Files.writeString(
        documents,
        """
        {"id": "1", "title": "green tea", "text": "leaves"}
        {"id": "2", "title": "coffee", "text": "beans, beans"}
        """);
    Path bulk = folder.resolve("shop.ndjson");
    Outcome.of("export", "bulk", documents, "--output", bulk, "--field", "body").succeeded();
    List<String> lines = Files.readAllLines(bulk);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(3))
        .startsWith("{\"id\":\"2\",\"body\":\"coffee\\nbeans, beans\",\"weights\":{\"bean\":0.");
    Outcome.of("export", "bulk", documents, "--output", bulk, "--b", 3)
        .refused("expected a b from 0 to 1");
    Outcome.of("export", "bulk", documents, "--output", documents).refused("would be overwritten");
  }

  @Test
  void theBestHitIsDrawn() throws IOException {
    Path picture = folder.resolve("reasons.svg");
    Outcome.of(
            "search", "--index", index, "--model", model, "--query", "goal", "--heat-map", picture)
        .succeeded();
    assertThat(Files.readString(picture)).startsWith("<svg").contains(">goal<");
  }

  @Test
  void infoTellsOfTheIndexTheRecipeAndAFeature() {
    JsonNode ofIndex = Outcome.json("info", index, "--json");
    assertThat(ofIndex.get("kind").textValue()).isEqualTo("index");
    assertThat(ofIndex.get("items").intValue()).isEqualTo(80);
    assertThat(Outcome.json("info", model, "--json").at("/recipe/analyzer").textValue())
        .isEqualTo("english");
    JsonNode goal = Outcome.json("info", model, "--feature", "goal", "--top", 3, "--json");
    assertThat(goal.at("/asQuery/attracted/0/feature").textValue()).isEqualTo("goal");
    assertThat(goal.at("/asItem/attracted").size()).isBetween(1, 3);
    String shown = Outcome.of("info", model, "--feature", "goal").succeeded().out();
    assertThat(shown)
        .startsWith("goal in a query: strongest features of items")
        .contains("in an item: strongest features of queries");
    Outcome.of("info", model, "--feature", "cricket").refused("found 'cricket'");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() throws IOException {
    List<Object> search = List.of("search", "--model", model);
    Outcome.of(search, "--query", "goal").refusedWithHelp("DATA");
    Outcome.of(search, texts, "--query", "a", "--item", 1).refused("found both");
    Outcome.of(search, texts, "--index", index, "--query", "a").refused("found several");
    Outcome.of(search, "--lucene", folder, "--item", 1).refused("need --query");
    Outcome.of(search, "--lucene", folder.resolve("texts"), "--query", "a")
        .refused("holds no Lucene index");
    Outcome.of(search, "--lucene", model, "--query", "a").refused("the folder of a Lucene index");
    Outcome.of(search, texts, "--budget", 3, "--query", "a").refused("with --index");
    Outcome.of(search, "--index", index, "--item", "nobody").refused("found 'nobody'");
    Outcome.of(search, "--index", model, "--query", "a").refused("is a model, not a search index");
    Path other = folder.resolve("raw.index");
    Outcome.of("index", texts, "--output", other).refused("give --model, which says how their");
    Path rows = Files.writeString(folder.resolve("rows.libsvm"), "1 1:3\n2 2:1\n");
    Outcome.of("index", rows, "--normalize", "none", "--output", other).succeeded();
    Outcome.of(search, "--index", other, "--query", "a")
        .refused("needs rows with the normalisation l2", "index them again with --model");
    Outcome.of("train", texts, "--model", other, "--hash-bits", 9, "--min-df", 2)
        .refused("leave out --min-df");
  }

  @Test
  void hashedRecordsAreSearchedByTextToo() throws IOException {
    Path csv = folder.resolve("shop.csv");
    StringBuilder rows = new StringBuilder("id,class,title,colour,price\n");
    for (int k = 0; k < 40; k++) {
      boolean tea = k % 2 == 0;
      rows.append(k + "," + (tea ? "tea,green leaf" : "coffee,dark bean") + " n" + k % 5 + ",");
      rows.append((tea ? "green," : "brown,") + (tea ? 3 : 9) + "\n");
    }
    Files.writeString(csv, rows);
    Path shop = folder.resolve("shop.sors");
    Outcome.of(
            List.of("train", csv, "--model", shop, "--lambda", 1e-6, "--rounds", 200),
            List.of("--hash-bits", 10, "--category-columns", "colour", "--number-columns", "price"))
        .succeeded();
    JsonNode made = Outcome.json("info", shop, "--json");
    assertThat(made.at("/recipe/hashBits").textValue()).isEqualTo("10");
    assertThat(made.get("queryDimension").intValue()).isBetween(10, 1024);
    JsonNode found =
        Outcome.json("search", csv, "--model", shop, "--query", "leaf", "--json", "--top", 5);
    assertThat(found.get("hits")).hasSize(5);
    found.get("hits").forEach(hit -> assertThat(hit.get("class").textValue()).isEqualTo("tea"));
  }
}
