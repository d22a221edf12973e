package io.github.sors.ranking.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Impression;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing can be learnt from random feedback on random texts, and nothing may be said to be. */
class RandomFeedbackTest {

  private static final int RUNS = 20;
  // at a rate of 5%, three or more of twenty are found in 7 of 100 cases; the seeds are fixed
  private static final int MOST_GAINS = 2;

  private static final int DOCUMENTS = 200;
  private static final int TEXTS = 25;
  private static final SearchPlan PLAN =
      SearchPlan.DEFAULT
          .withoutEncoder()
          .withMatrices(
              new MatrixTries(List.of(0.01, 0.003), List.of(0.6, 0.3), List.of(200L, 600L)));

  private static String words(Random random, int count) {
    StringBuilder words = new StringBuilder();
    for (int word = 0; word < count; word++) {
      words.append(" word").append(random.nextInt(300));
    }
    return words.toString();
  }

  private static SearchCollection collection(Random random) throws IOException {
    List<Item> records = new ArrayList<>();
    for (int document = 0; document < DOCUMENTS; document++) {
      records.add(new Item("d" + document, "", Map.of("text", words(random, 20))));
    }
    return SearchCollection.of(
        ItemSource.of(records), VectorizerOptions.BM25.withAnalyzer("whitespace"));
  }

  /** Each was asked four times, and has an id each time. */
  private static List<SearchQuery> queries(Random random) {
    List<String> texts = Stream.generate(() -> words(random, 3)).limit(TEXTS).toList();
    return IntStream.range(0, 4 * TEXTS)
        .mapToObj(number -> new SearchQuery("q" + number, texts.get(number % TEXTS)))
        .toList();
  }

  private static boolean isGain(SearchCollection collection, List<JudgedQuery> judged, int seed) {
    return new SearchLearner(collection, PLAN.withSeed(seed)).learn(judged).choice().isGain();
  }

  /** The same text has the same judgements. */
  @Test
  void randomJudgementsAreNoGain() throws IOException {
    int gains = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(1000 + seed);
      SearchCollection collection = collection(random);
      List<SearchQuery> queries = queries(random);
      Judgements.Builder judgements = Judgements.builder();
      for (SearchQuery query : queries) {
        Random ofText = new Random(seed * 31L + query.text().hashCode());
        ofText
            .ints(0, DOCUMENTS)
            .distinct()
            .limit(5)
            .forEach(document -> judgements.add(query.id(), "d" + document, 1));
      }
      List<JudgedQuery> judged = JudgedQuery.of(collection, queries, judgements.build());
      gains += isGain(collection, judged, seed) ? 1 : 0;
    }
    assertThat(gains).isLessThanOrEqualTo(MOST_GAINS);
  }

  /** People click any of the ten documents that BM25 shows, the same ones for the same text. */
  @Test
  void randomClicksAreNoGain() throws IOException {
    int gains = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(1000 + seed);
      SearchCollection collection = collection(random);
      List<SearchQuery> queries = queries(random);
      Run bm25 = SearchModel.bm25(collection, queries);
      List<Impression> impressions = new ArrayList<>();
      for (SearchQuery query : queries) {
        List<String> shown = bm25.of(query.id()).orElseThrow().top(10).ids();
        Random ofText = new Random(seed * 31L + query.text().hashCode());
        List<String> clicked = shown.stream().filter(document -> ofText.nextInt(4) == 0).toList();
        impressions.add(Impression.of(query, shown, clicked));
      }
      List<JudgedQuery> judged = JudgedQuery.of(collection, new ClickLog(impressions));
      gains += isGain(collection, judged, seed) ? 1 : 0;
    }
    assertThat(gains).isLessThanOrEqualTo(MOST_GAINS);
  }
}
