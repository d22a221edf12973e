package io.github.sors.ranking.train;

import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A small generated collection in which people and items use different words for the same thing: a
 * query for topic 3 says "ask3", and the items that answer it say "answer3". Vectors hold the topic
 * of an item with noise, and for a query a wrong one as well.
 */
final class GeneratedSearch {

  static final int TOPICS = 6;
  private static final int DIMENSION = 8;
  private static final double NOISE = 0.5;

  final List<Item> items = new ArrayList<>();
  final List<Item> queries = new ArrayList<>();
  final RankingCollection collection;

  GeneratedSearch(int itemCount, int queryCount, boolean texts, boolean vectors) {
    Random random = new Random(18);
    for (int number = 0; number < itemCount; number++) {
      int topic = number % TOPICS;
      Map<String, String> fields = new LinkedHashMap<>();
      if (texts) {
        // some items use both words, so that the one of the queries is known
        fields.put("title", number % 5 == 0 ? "ask" + topic : "noise" + random.nextInt(30));
        fields.put("text", "answer" + topic + noise(random, 8));
      }
      items.add(item("d" + number, fields, vectors, topic, topic, random));
    }
    for (int number = 0; number < queryCount; number++) {
      Map<String, String> fields =
          texts ? Map.of("text", "ask" + number % TOPICS + noise(random, 3)) : Map.of();
      int topic = number % TOPICS;
      queries.add(item("q" + number, fields, vectors, topic, (topic + 2) % TOPICS, random));
    }
    collection =
        RankingCollection.of(
            Items.of(items), VectorizerOptions.BM25.withAnalyzer("whitespace"), "generated");
  }

  private static Item item(
      String id,
      Map<String, String> fields,
      boolean vectors,
      int topic,
      int wrongTopic,
      Random random) {
    Item item = new Item(id, "", fields);
    if (!vectors) {
      return item;
    }
    float[] vector = new float[DIMENSION];
    for (int k = 0; k < DIMENSION; k++) {
      vector[k] =
          (float)
              (NOISE * random.nextGaussian()
                  + (k == topic ? 0.7 : 0)
                  + (k == wrongTopic ? 0.7 : 0)
                  + 0.5);
    }
    return item.withVector(vector);
  }

  private static String noise(Random random, int words) {
    StringBuilder noise = new StringBuilder();
    for (int word = 0; word < words; word++) {
      noise.append(" noise").append(random.nextInt(30));
    }
    return noise.toString();
  }

  /** Some of the items of a query's own topic are preferred, one of another is rejected. */
  List<Feedback> feedback() {
    List<Feedback> feedback = new ArrayList<>();
    for (int query = 0; query < queries.size(); query++) {
      int topic = query % TOPICS;
      List<String> preferred = new ArrayList<>();
      for (int number = topic + TOPICS * (query % 3); number < items.size(); number += 3 * TOPICS) {
        preferred.add("d" + number);
      }
      feedback.add(
          new Feedback(
              "q" + query, preferred, List.of("d" + (topic + 1) % TOPICS), 1, null, "someone"));
    }
    return feedback;
  }

  /** As many preferred items for each query, but without any meaning. */
  List<Feedback> meaningless(long seed) {
    Random random = new Random(seed);
    List<Feedback> feedback = new ArrayList<>();
    for (Item query : queries) {
      List<String> preferred = new ArrayList<>();
      for (int k = 0; k < 4; k++) {
        preferred.add("d" + random.nextInt(items.size()));
      }
      feedback.add(new Feedback(query.id(), preferred, List.of(), 1, null, ""));
    }
    return feedback;
  }

  RankingResult train(List<Feedback> feedback, int threads) {
    return new RankingTraining(
            collection, queries, feedback, RankingOptions.DEFAULT.withThreads(threads))
        .run(RankingListener.NONE);
  }
}
