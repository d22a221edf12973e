package io.github.sors.bench.embedding;

import io.github.sors.adapter.AdapterLearner;
import io.github.sors.adapter.AdapterOptions;
import io.github.sors.adapter.ExactEmbeddingSearch;
import io.github.sors.live.Choice;
import io.github.sors.live.LiveModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Choices that agree with the embeddings: chosen is one of their first ten, skipped one of ranks 11
 * to 30. What is left of the first ten afterwards should be nearly all.
 *
 * @param alone the share that is left if what is learnt is always served
 * @param live the share that is left behind a live model
 */
record AgreeingClicks(List<Double> alone, List<Double> live) {

  static final int[] MARKS = {1, 10, 100, 1000};

  static AgreeingClicks measure(JudgedVectors collection, AdapterOptions options) {
    ExactEmbeddingSearch search = new ExactEmbeddingSearch(collection.items());
    Random random = new Random(options.seed());
    int[] all = IntStream.range(0, collection.queries().size()).toArray();
    List<Double> alone = new ArrayList<>();
    List<Double> live = new ArrayList<>();
    try (AdapterLearner learner = new AdapterLearner(search, options)) {
      LiveModel<float[]> model = new LiveModel<>(learner);
      for (int mark : MARKS) {
        while (model.status().choices() < mark) {
          float[] query = collection.queries().get(random.nextInt(collection.queries().size()));
          int[] first = search.first(query, 30);
          int[] chosen = {first[random.nextInt(10)]};
          model.learn(new Choice<>(query, chosen, first[10 + random.nextInt(20)]));
        }
        alone.add(collection.firstTenLeft(learner.current(), all));
        live.add(collection.firstTenLeft(model.inUse().ranker(), all));
      }
    }
    return new AgreeingClicks(alone, live);
  }
}
