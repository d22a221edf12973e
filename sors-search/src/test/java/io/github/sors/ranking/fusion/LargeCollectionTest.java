package io.github.sors.ranking.fusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.JudgedQuery;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A collection that is too large to be scored whole. */
class LargeCollectionTest {

  private static final int ITEMS = 20_100;
  private static final int TOPICS = 300;
  private static final int DIMENSION = 16;

  private static final Random RANDOM = new Random(5);
  private static final List<float[]> CENTRES = new ArrayList<>();
  private static RankingCollection collection;

  @BeforeAll
  static void generate() {
    for (int topic = 0; topic < TOPICS; topic++) {
      CENTRES.add(near(new float[DIMENSION], 1));
    }
    List<Item> items = new ArrayList<>();
    for (int number = 0; number < ITEMS; number++) {
      items.add(
          Item.ofText("d" + number, "", "word" + number % 997 + " topic" + number % TOPICS)
              .withVector(near(CENTRES.get(number % TOPICS), 0.3)));
    }
    collection =
        RankingCollection.of(Items.of(items), VectorizerOptions.BM25.withAnalyzer("whitespace"));
  }

  private static float[] near(float[] vector, double noise) {
    float[] moved = vector.clone();
    for (int k = 0; k < moved.length; k++) {
      moved[k] += (float) (noise * RANDOM.nextGaussian());
    }
    return moved;
  }

  private static Item query(int topic) {
    return Item.ofText("q", "", "topic" + topic).withVector(near(CENTRES.get(topic), 0.3));
  }

  @Test
  void candidatesAreAPartAndHoldNearlyAllThatTheWholeScanFindsFirst() {
    int found = 0;
    for (int topic = 0; topic < 20; topic++) {
      Question question = collection.question(query(topic));
      Candidates candidates = question.candidates();
      assertThat(candidates.size()).isLessThan(5_000);
      Set<Integer> among = new HashSet<>();
      for (int place = 0; place < candidates.size(); place++) {
        among.add(candidates.item(place));
      }
      assertThat(among).hasSize(candidates.size());
      Candidates all = Candidates.all(ITEMS);
      RankingSearcher cosine = RankingSearcher.of(collection, Fusion.COSINE, LearntParts.NONE);
      for (int place : collection.best(all, cosine.scores(question, all), 10)) {
        found += among.contains(place) ? 1 : 0;
      }
    }
    assertThat(found).isGreaterThan(190);
  }

  @Test
  void reasonsSumToTheScoreWhateverIsAskedFor() {
    Map<String, Double> weights = Map.of("bm25", 0.5, "cosine", 0.7, "judged", 0.3);
    Item earlier = query(7);
    // chosen for a query like this one, though neither its words nor its vector are
    JudgedQuery judged =
        new JudgedQuery(
            "earlier",
            "topic7",
            collection.embeddings().space().unit(earlier.vector(), "the query"),
            Map.of("d100", 1.0));
    RankingSearcher searcher =
        RankingSearcher.of(
            collection,
            new Fusion("all signals", Scale.STANDARD, weights),
            new LearntParts(null, null, null, null, List.of(judged), 0.05));
    Item asked = Item.ofText("q", "", "topic7").withVector(earlier.vector());
    Ranking ranking = searcher.search(asked, 10);
    assertThat(ranking.ids()).hasSize(10).contains("d100");
    for (ScoredDocument document : ranking.documents()) {
      int item = collection.items().number(document.id());
      assertThat(sum(searcher.explain(asked, item))).isCloseTo(document.score(), within(1e-9));
    }
    // an item that no signal finds is explained all the same
    assertThat(searcher.explain(asked, 11)).hasSize(3);
  }

  private static double sum(List<Reason> reasons) {
    return reasons.stream().mapToDouble(Reason::contribution).sum();
  }
}
