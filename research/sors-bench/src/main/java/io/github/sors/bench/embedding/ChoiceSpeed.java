package io.github.sors.bench.embedding;

import io.github.sors.adapter.AdapterLearner;
import io.github.sors.adapter.AdapterOptions;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingArray;
import io.github.sors.embedding.EmbeddingSearch;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.embedding.Embeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How long it takes to learn a choice among random items, and to transform a query; the program in
 * C beside this module measures the same arithmetic.
 *
 * @param milliseconds per choice: 32 queries with 358 candidates each
 * @param queryMilliseconds per transformed query
 */
record ChoiceSpeed(double milliseconds, double queryMilliseconds) {

  private static final int QUERIES = 512;
  private static final int NEAREST = 100;
  // with the two items of a choice and 31 of the others, 358 candidates
  private static final int RANDOM = 225;

  static ChoiceSpeed measure(int dimension, int items, int choices, int threads) {
    SplittableRandom random = new SplittableRandom(1);
    EmbeddingSpace space = new EmbeddingSpace("random", dimension);
    float[] rows = new float[Math.multiplyExact(items, dimension)];
    fill(rows, random);
    List<float[]> queries = new ArrayList<>();
    for (int k = 0; k < QUERIES; k++) {
      float[] query = new float[dimension];
      fill(query, random);
      queries.add(space.unit(query, "a query"));
    }
    EmbeddingSearch search = new RandomSearch(EmbeddingArray.ofRows(space, rows), random);
    AdapterOptions options = AdapterOptions.DEFAULT.withCandidates(NEAREST, RANDOM);
    try (AdapterLearner learner = new AdapterLearner(search, options)) {
      learner.setThreads(threads);
      learn(learner, queries, items, choices / 2, random);
      long from = System.nanoTime();
      learn(learner, queries, items, choices, random);
      double perChoice = (System.nanoTime() - from) / 1e6 / choices;
      Adapter adapter = learner.snapshot();
      transform(adapter, queries, 4);
      from = System.nanoTime();
      transform(adapter, queries, 1);
      return new ChoiceSpeed(perChoice, (System.nanoTime() - from) / 1e6 / QUERIES);
    }
  }

  private static void fill(float[] numbers, SplittableRandom random) {
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = (float) random.nextDouble(-1, 1);
    }
  }

  private static void learn(
      AdapterLearner learner,
      List<float[]> queries,
      int items,
      int choices,
      SplittableRandom random) {
    for (int k = 0; k < choices; k++) {
      learner.learn(queries.get(random.nextInt(QUERIES)), 1 + random.nextInt(items - 1), 0);
    }
  }

  private static void transform(Adapter adapter, List<float[]> queries, int times) {
    for (int k = 0; k < times; k++) {
      queries.forEach(adapter::query);
    }
  }

  /** Stands in for an index, whose time is not measured here. */
  private record RandomSearch(Embeddings items, SplittableRandom random)
      implements EmbeddingSearch {

    @Override
    public int[] first(float[] vector, int count) {
      return random.ints(count, 0, items.size()).toArray();
    }
  }
}
