package io.github.sors.ranking.learn;

import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A small generated collection in which people and documents use different words for the same
 * thing: a query for topic 3 says "ask3", and the relevant documents say "answer3".
 */
final class Library {

  static final int TOPICS = 6;
  private static final int QUERIES = 60;
  private static final int DOCUMENTS = 120;

  final List<Item> records = new ArrayList<>();
  final List<SearchQuery> queries = new ArrayList<>();
  final SearchCollection collection;

  Library() throws IOException {
    Random random = new Random(18);
    for (int number = 0; number < DOCUMENTS; number++) {
      int topic = number % TOPICS;
      Map<String, String> fields = new LinkedHashMap<>();
      // some documents use both words, so that the one of the queries is known
      fields.put("title", number % 5 == 0 ? "ask" + topic : "noise" + random.nextInt(30));
      fields.put("text", "answer" + topic + noise(random, 8));
      records.add(new Item("d" + number, "", fields));
    }
    for (int number = 0; number < QUERIES; number++) {
      queries.add(new SearchQuery("q" + number, "ask" + number % TOPICS + noise(random, 2)));
    }
    collection =
        SearchCollection.of(
            ItemSource.of(records), VectorizerOptions.BM25.withAnalyzer("whitespace"));
  }

  private static String noise(Random random, int words) {
    StringBuilder noise = new StringBuilder();
    for (int word = 0; word < words; word++) {
      noise.append(" noise").append(random.nextInt(30));
    }
    return noise.toString();
  }

  /** The documents of a query's own topic are relevant, every third of them more so. */
  Judgements judgements() {
    Judgements.Builder judgements = Judgements.builder();
    for (int query = 0; query < QUERIES; query++) {
      for (int document = query % TOPICS; document < DOCUMENTS; document += TOPICS) {
        judgements.add("q" + query, "d" + document, document % 3 == 0 ? 2 : 1);
      }
    }
    return judgements.build();
  }

  /** As many relevant documents for each query, but without any meaning. */
  Judgements meaninglessJudgements() {
    Random random = new Random(7);
    Judgements.Builder judgements = Judgements.builder();
    for (int query = 0; query < QUERIES; query++) {
      int step = random.nextInt(DOCUMENTS);
      for (int k = 0; k < DOCUMENTS / TOPICS; k++) {
        judgements.add("q" + query, "d" + (step + 7 * k) % DOCUMENTS, 1);
      }
    }
    return judgements.build();
  }

  List<JudgedQuery> judged() {
    return JudgedQuery.of(collection, queries, judgements());
  }

  /** Few rounds and folds, so that a test takes no time. */
  static SearchPlan plan() {
    return SearchPlan.DEFAULT
        .withMatrices(new MatrixTries(List.of(0.01, 0.003), List.of(0.6), List.of(500L, 1500L)))
        .withEncoders(
            new EncoderTries(List.of(16), List.of(0.03, 1e-6), List.of(0.1), List.of(400L, 1200L)));
  }
}
