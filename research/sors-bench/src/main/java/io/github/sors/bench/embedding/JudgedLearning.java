package io.github.sors.bench.embedding;

import io.github.sors.adapter.AdapterLearner;
import io.github.sors.adapter.AdapterOptions;
import io.github.sors.adapter.ExactEmbeddingSearch;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.live.Choice;
import io.github.sors.live.LiveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * What judgements of some queries gain for the others, in five folds of queries.
 *
 * @param start MAP of the embeddings
 * @param learnt MAP after learning, at each mark
 * @param live MAP behind a live model, at each mark
 * @param seconds of learning, per fold
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record JudgedLearning(double start, double[] learnt, double[] live, double seconds) {

  static final int[] MARKS = {10, 30, 100, 300, 1000};

  /** Learns all judgements at once. */
  static JudgedLearning batch(JudgedVectors collection, AdapterOptions options, int threads) {
    ExactEmbeddingSearch search = new ExactEmbeddingSearch(collection.items());
    UnitSplit folds = collection.folds(options.seed());
    double start = 0;
    double learnt = 0;
    long nanoseconds = 0;
    for (int fold = 0; fold < JudgedVectors.FOLDS; fold++) {
      int[] tested = folds.heldOut(fold);
      double share = tested.length / (double) collection.queries().size();
      List<Choice<float[]>> choices = new ArrayList<>();
      for (int query : folds.learning(fold)) {
        choices.add(new Choice<>(collection.queries().get(query), collection.answers().get(query)));
      }
      try (AdapterLearner learner = new AdapterLearner(search, options)) {
        learner.setThreads(threads);
        long from = System.nanoTime();
        learner.learnAll(choices);
        nanoseconds += System.nanoTime() - from;
        start += share * collection.meanAveragePrecision(learner.start(), tested);
        learnt += share * collection.meanAveragePrecision(learner.current(), tested);
      }
    }
    double seconds = nanoseconds / 1e9 / JudgedVectors.FOLDS;
    return new JudgedLearning(start, new double[] {learnt}, new double[0], seconds);
  }

  /**
   * Learns one choice after the other: chosen is a random answer, skipped a wrong one among the
   * first 30.
   *
   * @param noise how many choices are of a random item
   */
  static JudgedLearning online(JudgedVectors collection, AdapterOptions options, double noise) {
    ExactEmbeddingSearch search = new ExactEmbeddingSearch(collection.items());
    UnitSplit folds = collection.folds(options.seed());
    double start = 0;
    double[] learnt = new double[MARKS.length];
    double[] live = new double[MARKS.length];
    for (int fold = 0; fold < JudgedVectors.FOLDS; fold++) {
      int[] tested = folds.heldOut(fold);
      int[] asked = folds.learning(fold);
      double share = tested.length / (double) collection.queries().size();
      Random random = new Random(options.seed() * JudgedVectors.FOLDS + fold);
      try (AdapterLearner learner = new AdapterLearner(search, options)) {
        LiveModel<float[]> model = new LiveModel<>(learner);
        start += share * collection.meanAveragePrecision(learner.start(), tested);
        for (int mark = 0; mark < MARKS.length; mark++) {
          while (model.status().choices() < MARKS[mark]) {
            int query = asked[random.nextInt(asked.length)];
            model.learn(choice(collection, search, query, random, noise));
          }
          learnt[mark] += share * collection.meanAveragePrecision(learner.current(), tested);
          live[mark] += share * collection.meanAveragePrecision(model.inUse().ranker(), tested);
        }
      }
    }
    return new JudgedLearning(start, learnt, live, 0);
  }

  private static Choice<float[]> choice(
      JudgedVectors collection,
      ExactEmbeddingSearch search,
      int query,
      Random random,
      double noise) {
    float[] vector = collection.queries().get(query);
    int[] answers = collection.answers().get(query);
    int chosen =
        random.nextDouble() < noise
            ? random.nextInt(collection.items().size())
            : answers[random.nextInt(answers.length)];
    int[] wrong =
        Arrays.stream(search.first(vector, 30))
            .filter(item -> item != chosen && !collection.answers(query, item))
            .toArray();
    int[] skipped = wrong.length == 0 ? wrong : new int[] {wrong[random.nextInt(wrong.length)]};
    return new Choice<>(vector, new int[] {chosen}, skipped);
  }
}
