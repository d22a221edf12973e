package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.Normalization;
import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.TripletLearner;
import io.github.sors.data.Dataset;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.learn.SorsI;
import io.github.sors.learn.SorsOptions;
import io.github.sors.search.StrongestPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The whole way: split, sample, learn, and rank the rows that were held out. */
class LearningFromTripletsTest {

  private static final int TOPICS = 4;
  private static final int WORDS_PER_TOPIC = 10;
  private static final int ROUNDS = 3000;

  private final Dataset data = documents(60);
  private final Split split = Split.perClass(data.labels(), 0.3, 1);
  private final Dataset test = data.select(split.test());
  private final TripletSampler sampler = TripletSampler.of(data.labels(), split.train(), 1);

  @Test
  void aLearntModelRanksHeldOutRowsBetterThanTheInnerProduct() {
    SorsI learner = new SorsI(SorsOptions.DEFAULT);
    learn(learner, sampler, 0, ROUNDS);
    BilinearModel model = learner.snapshot();

    // two documents of a topic share 2 · 2 / 10 = 0.4 words on average, so many tie with strangers
    assertThat(evaluated(Similarities.dot()).map()).isBetween(0.3, 0.6);
    assertThat(evaluated(model).map()).isGreaterThan(0.8);
    assertThat(evaluated(model).candidates()).isEqualTo(TOPICS * 18 - 1);
    assertThat(StrongestPairs.of(model, 20, true))
        .filteredOn(pair -> pair.weight() > 0)
        .isNotEmpty()
        .allMatch(
            pair -> pair.queryFeature() / WORDS_PER_TOPIC == pair.itemFeature() / WORDS_PER_TOPIC);
  }

  @Test
  void learningMayStopAndGoOnAtAnyPosition() {
    SorsI uninterrupted = new SorsI(SorsOptions.DEFAULT);
    learn(uninterrupted, sampler, 0, 500);

    SorsI stopped = new SorsI(SorsOptions.DEFAULT);
    learn(stopped, sampler, 0, 321);
    TripletSampler madeAgain = TripletSampler.of(data.labels(), split.train(), 1);
    learn(stopped, madeAgain, stopped.progress().rounds(), 500);

    assertThat(stopped.snapshot().valueArray())
        .containsExactly(uninterrupted.snapshot().valueArray());
    assertThat(stopped.progress()).isEqualTo(uninterrupted.progress());
  }

  @Test
  void negativesThatAreHardForTheModelMakeMoreRoundsCount() {
    SorsI plain = new SorsI(SorsOptions.DEFAULT);
    learn(plain, sampler, 0, ROUNDS);

    SorsI mining = new SorsI(SorsOptions.DEFAULT);
    BilinearModel[] current = {mining.snapshot()};
    MinedTripletSampler mined =
        new MinedTripletSampler(
            sampler,
            10,
            (query, rows) ->
                IntStream.of(rows)
                    .mapToDouble(row -> current[0].score(data.vector(query), data.vector(row)))
                    .toArray());
    for (long start = 0; start < ROUNDS; start += 100) {
      learn(mining, mined, start, start + 100);
      current[0] = mining.snapshot();
    }

    assertThat(mining.progress().activeRounds()).isGreaterThan(plain.progress().activeRounds());
    assertThat(evaluated(mining.snapshot()).map()).isGreaterThan(evaluated(plain.snapshot()).map());
  }

  private void learn(TripletLearner learner, TripletSource source, long start, long end) {
    TripletRows rows = new TripletRows();
    for (long position = start; position < end; position++) {
      source.read(position, rows);
      learner.learn(rows.of(data.vectors()));
    }
  }

  private RankingEvaluation evaluated(Similarity similarity) {
    return new RankingEvaluator().evaluateWithin(similarity, test.vectors(), test.labels());
  }

  /** Documents of two words of their topic's ten and three of twenty that mean nothing. */
  private static Dataset documents(int perTopic) {
    Random random = new Random(17);
    int dimension = TOPICS * WORDS_PER_TOPIC + 20;
    List<SparseVector> vectors = new ArrayList<>();
    int[] labels = new int[TOPICS * perTopic];
    for (int row = 0; row < labels.length; row++) {
      labels[row] = row % TOPICS;
      float[] words = new float[dimension];
      for (int word = 0; word < 2; word++) {
        words[labels[row] * WORDS_PER_TOPIC + random.nextInt(WORDS_PER_TOPIC)] = 1;
      }
      for (int word = 0; word < 3; word++) {
        words[TOPICS * WORDS_PER_TOPIC + random.nextInt(20)] = 1;
      }
      vectors.add(SparseVector.ofDense(words));
    }
    return new Dataset(
            "documents", vectors, labels, List.of("a", "b", "c", "d"), List.of(), List.of())
        .map(Normalization.L2::apply);
  }
}
