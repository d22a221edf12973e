package io.github.sors.ranking.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.embedding.Adapter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignalsTest {

  private final RankingCollection collection = SmallCollection.of();
  private final Candidates all = Candidates.all(collection.size());

  private TextIndex text() {
    return Objects.requireNonNull(collection.text());
  }

  @Test
  void bm25SumsTheWeightsOfTheTermsOfTheQuery() {
    Question question = collection.question(SmallCollection.query("flutter of wings", 0));
    double[] scores = new Bm25Signal().scores(question, all);
    for (int item = 0; item < scores.length; item++) {
      assertThat(scores[item])
          .isCloseTo(question.terms().dot(text().vectors().get(item)), within(1e-6));
    }
    assertThat(scores[0]).isGreaterThan(scores[2]);
    assertThat(scores[5]).isZero();
    assertThat(new Bm25Signal().evidence(question, 0, false))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("wing +");
  }

  @Test
  void rm3IsTheQueryAndTheTermsOfItsFirstItemsHalfAndHalf() {
    Question question = collection.question(SmallCollection.query("flutter", 0));
    double[] bm25 = question.bm25();
    // all terms of both items that have the word, fewer than twenty
    double[] sum = new double[text().terms()];
    for (int item : new int[] {0, 2}) {
      SparseVector vector = text().vectors().get(item);
      for (int k = 0; k < vector.size(); k++) {
        sum[vector.index(k)] += bm25[item] * vector.value(k);
      }
    }
    double length = 0;
    for (int term = 0; term < sum.length; term++) {
      length += Math.pow(sum[term] * text().inverseFrequency(term), 2);
    }
    double factor = text().length(question.terms()) / Math.sqrt(length);
    double[] scores = new Rm3Signal().scores(question, all);
    for (int item = 0; item < scores.length; item++) {
      SparseVector vector = text().vectors().get(item);
      double expected = bm25[item];
      for (int k = 0; k < vector.size(); k++) {
        expected += factor * sum[vector.index(k)] * vector.value(k);
      }
      assertThat(scores[item]).as("item %s", item).isCloseTo(expected, within(1e-5));
    }
    // panels go with flutter
    assertThat(scores[6]).isPositive();
  }

  @Test
  void cosineIsThatOfTheVectors() {
    Question question = collection.question(SmallCollection.query("", 0.3));
    double[] scores = new CosineSignal().scores(question, all);
    for (int item = 0; item < scores.length; item++) {
      double expected = (Math.cos(item - 0.3) + 0.25) / 1.25;
      assertThat(scores[item]).isCloseTo(expected, within(1e-6));
    }
    double[] same =
        new AdaptedSignal(Adapter.identity(collection.embeddings().space())).scores(question, all);
    assertThat(same).containsExactly(scores, within(1e-6));
  }

  @Test
  void neighboursDrawTheQueryTowardsTheFirstItems() {
    Question question = collection.question(SmallCollection.query("flutter", 0.3));
    double[] bm25 = question.bm25();
    double[] cosines = new CosineSignal().scores(question, all);
    double[] both = new double[bm25.length];
    for (int item = 0; item < both.length; item++) {
      both[item] = 0.3 * share(bm25, item) + 0.7 * share(cosines, item);
    }
    double[] drawn = new double[3];
    float[] query = question.vector();
    for (int k = 0; k < 3; k++) {
      drawn[k] = query[k];
    }
    IntStream.range(0, both.length)
        .boxed()
        .sorted(Comparator.comparingDouble(item -> -both[item]))
        .limit(5)
        .forEach(
            item -> {
              for (int k = 0; k < 3; k++) {
                drawn[k] += 0.5 / 5 * collection.embeddings().vector(item)[k];
              }
            });
    double length = Math.sqrt(Arrays.stream(drawn).map(x -> x * x).sum());
    double[] scores = new NeighbourSignal().scores(question, all);
    for (int item = 0; item < scores.length; item++) {
      float[] vector = collection.embeddings().vector(item);
      double expected = 0;
      for (int k = 0; k < 3; k++) {
        expected += drawn[k] / length * vector[k];
      }
      assertThat(scores[item]).isCloseTo(expected, within(1e-6));
    }
  }

  private static double share(double[] scores, int item) {
    double least = Arrays.stream(scores).min().orElseThrow();
    double most = Arrays.stream(scores).max().orElseThrow();
    return (scores[item] - least) / (most - least);
  }

  @Test
  void judgedNeighboursGiveWhatWasChosenForSimilarQueries() {
    float[] near = collection.embeddings().space().unit(SmallCollection.vector(0.4), "near");
    float[] far = collection.embeddings().space().unit(SmallCollection.vector(3), "far");
    Signal signal =
        new JudgedNeighboursSignal(
            collection,
            List.of(
                new JudgedQuery("a", "", near, Map.of("d3", 1.0, "d4", 2.0, "gone", 1.0)),
                new JudgedQuery("b", "", far, Map.of("d3", -1.0, "d5", 1.0))),
            0.05);
    double[] scores = signal.scores(collection.question(SmallCollection.query("", 0.3)), all);
    double first = Math.exp(((Math.cos(0.1) + 0.25) / 1.25 - 1) / 0.05);
    double second = Math.exp(((Math.cos(2.7) + 0.25) / 1.25 - 1) / 0.05);
    double whole = first + second + 0.05;
    assertThat(scores[3]).isCloseTo((first - second) / whole, within(1e-5));
    assertThat(scores[4]).isCloseTo(first / whole, within(1e-5));
    assertThat(scores[5]).isCloseTo(second / whole, within(1e-5));
    assertThat(scores[0]).isZero();
  }

  @Test
  void farNeighboursSayNextToNothing() {
    float[] far = collection.embeddings().space().unit(SmallCollection.vector(3), "far");
    Signal signal =
        new JudgedNeighboursSignal(
            collection, List.of(new JudgedQuery("b", "", far, Map.of("d5", 1.0))), 0.05);
    double[] scores = signal.scores(collection.question(SmallCollection.query("", 0)), all);
    assertThat(scores[5]).isBetween(0.0, 1e-6);
  }

  @Test
  void withoutVectorsTheWordsOfQueriesAreCompared() {
    JudgedQuery same = new JudgedQuery("a", "steel panels", null, Map.of("d2", 1.0));
    JudgedQuery other = new JudgedQuery("b", "flat plate", null, Map.of("d3", 1.0));
    Signal signal = new JudgedNeighboursSignal(collection, List.of(same, other), 0.05);
    Question question = collection.question(Item.ofText("q", "", "panels of steel"));
    double[] scores = signal.scores(question, all);
    assertThat(scores[2]).isCloseTo(1 / (1.05 + Math.exp(-10)), within(1e-6));
    assertThat(scores[3]).isCloseTo(Math.exp(-10) / 1.05, within(1e-7));
    assertThat(signal.evidence(question, 2, true)).containsExactly("steel panels");
    assertThat(signal.evidence(question, 2, false)).isEmpty();
  }

  @Test
  void whatCannotBeSaidIsNotANumber() {
    Question noVector = collection.question(Item.ofText("q", "", "flutter"));
    Question noWords = collection.question(SmallCollection.query("", 1));
    assertThat(new CosineSignal().scores(noVector, all)).containsOnly(Double.NaN);
    assertThat(new NeighbourSignal().scores(noVector, all)).containsOnly(Double.NaN);
    assertThat(new Bm25Signal().scores(noWords, all)).containsOnly(Double.NaN);
    assertThat(new Rm3Signal().scores(noWords, all)).containsOnly(Double.NaN);
  }

  @Test
  void aVectorOfAnotherLengthIsRefused() {
    Item query = Item.ofText("q7", "", "flutter").withVector(new float[] {1, 2});
    assertThatThrownBy(() -> collection.question(query))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("query 'q7': expected 3 numbers, found 2");
  }
}
