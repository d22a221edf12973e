package io.github.sors.ranking.train;

import io.github.sors.BilinearModel;
import io.github.sors.adapter.AdapterLearner;
import io.github.sors.adapter.AdapterOptions;
import io.github.sors.adapter.ExactEmbeddingSearch;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.Embeddings;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.live.Choice;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.signal.JudgedQuery;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.signal.TextIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Learns the parts of a ranking from some queries; what needs no feedback is learnt once.
 *
 * <p>Threads: immutable; several may learn at a time.
 */
final class PartsLearner {

  private static final int FEW_RANDOM = 64;
  private static final double STEP = 0.01;
  private static final double MARGIN = 0.6;
  private static final Rounds MATRIX_ROUNDS = new Rounds(20, 20_000);
  private static final double ENCODER_STEP = 0.01;
  private static final Rounds ENCODER_ROUNDS = new Rounds(10, 10_000);

  /** Rounds for each pair of a query and its answer, up to a limit. */
  private record Rounds(int perPair, long most) {

    long of(TermTriplets triplets) {
      return Math.min(most, (long) perPair * triplets.pairs());
    }
  }

  private final RankingCollection collection;
  private final long seed;
  private final double temperature;
  private final LearntTitles titles;

  PartsLearner(
      RankingCollection collection,
      TrainingQueries queries,
      LearntTitles titles,
      RankingOptions options) {
    this.collection = collection;
    this.seed = options.seed();
    this.titles = titles;
    this.temperature = Spread.ofCosines(collection, queries);
  }

  /** What there is without feedback. */
  LearntParts unlearnt() {
    return new LearntParts(null, null, titles.matrix(), null, List.of(), temperature);
  }

  /**
   * Learns from some queries.
   *
   * @param quickly whether M of embeddings is learnt on fewer random items, which is nearly as good
   *     and takes half the time
   */
  LearntParts learn(List<TrainingQuery> queries, boolean quickly) {
    TextIndex text = collection.text();
    BilinearModel matrix = null;
    EncoderModel encoder = null;
    if (text != null) {
      TermTriplets triplets = TermTriplets.ofQueries(text, queries, seed);
      if (triplets.pairs() > 0) {
        matrix =
            TermLearners.matrix(text.terms(), triplets, STEP, MARGIN, MATRIX_ROUNDS.of(triplets));
        encoder =
            TermLearners.encoder(
                text.terms(),
                triplets,
                titles.encoder(),
                ENCODER_STEP,
                ENCODER_ROUNDS.of(triplets),
                titles.seed());
      }
    }
    List<JudgedQuery> judged = new ArrayList<>();
    for (TrainingQuery query : queries) {
      judged.add(query.judged(query.question().vector()));
    }
    return new LearntParts(
        adapter(queries, quickly), matrix, titles.matrix(), encoder, judged, temperature);
  }

  private @Nullable Adapter adapter(List<TrainingQuery> queries, boolean quickly) {
    Embeddings embeddings = collection.embeddings();
    if (embeddings == null) {
      return null;
    }
    List<Choice<float[]>> choices = new ArrayList<>();
    for (TrainingQuery query : queries) {
      float[] vector = query.question().vector();
      int[] chosen = Arrays.stream(query.preferred()).filter(embeddings::contains).toArray();
      int[] skipped = Arrays.stream(query.rejected()).filter(embeddings::contains).toArray();
      if (vector != null && chosen.length > 0) {
        choices.add(new Choice<>(vector, chosen, skipped));
      }
    }
    if (choices.isEmpty()) {
      return null;
    }
    AdapterOptions usual = AdapterOptions.DEFAULT.withSeed(seed);
    AdapterOptions options = quickly ? usual.withCandidates(usual.nearest(), FEW_RANDOM) : usual;
    try (AdapterLearner learner =
        new AdapterLearner(new ExactEmbeddingSearch(embeddings), options)) {
      learner.learnAll(choices);
      return learner.snapshot();
    }
  }
}
