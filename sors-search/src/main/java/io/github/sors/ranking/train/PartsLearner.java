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

  static final double STEP = 0.01;
  static final double MARGIN = 0.6;
  static final long MATRIX_ROUNDS = 20_000;
  static final double TITLE_MARGIN = 1;
  static final long TITLE_ROUNDS = 30_000;
  static final int LENGTH = 256;
  static final double ENCODER_STEP = 0.01;
  static final double ENCODER_TEMPERATURE = 0.1;
  static final long ENCODER_ROUNDS = 10_000;
  static final double TITLE_ENCODER_STEP = 0.02;
  static final long TITLE_ENCODER_ROUNDS = 60_000;

  private final RankingCollection collection;
  private final long seed;
  private final double temperature;
  private final @Nullable BilinearModel titleMatrix;
  private final @Nullable EncoderModel titleEncoder;

  /** Learns what needs no feedback. */
  PartsLearner(RankingCollection collection, TrainingQueries queries, RankingOptions options) {
    this.collection = collection;
    this.seed = options.seed();
    this.temperature = Spread.ofCosines(collection, queries);
    TextIndex text = collection.text();
    Titles titles = text == null ? null : Titles.of(collection.items(), text, options.titleField());
    if (text == null || titles == null || !titles.areEnough()) {
      titleMatrix = null;
      titleEncoder = null;
      return;
    }
    TermTriplets triplets = TermTriplets.ofTitles(collection, text, titles, seed);
    titleMatrix = TermLearners.matrix(text.terms(), triplets, STEP, TITLE_MARGIN, TITLE_ROUNDS);
    titleEncoder =
        TermLearners.encoder(
            text.terms(),
            triplets,
            null,
            LENGTH,
            TITLE_ENCODER_STEP,
            ENCODER_TEMPERATURE,
            TITLE_ENCODER_ROUNDS,
            seed);
  }

  /** What there is without feedback. */
  LearntParts unlearnt() {
    return new LearntParts(null, null, titleMatrix, null, List.of(), temperature);
  }

  /** Learns from some queries. */
  LearntParts learn(List<TrainingQuery> queries) {
    TextIndex text = collection.text();
    BilinearModel matrix = null;
    EncoderModel encoder = null;
    if (text != null) {
      TermTriplets triplets = TermTriplets.ofQueries(text, queries, seed);
      if (triplets.pairs() > 0) {
        matrix = TermLearners.matrix(text.terms(), triplets, STEP, MARGIN, MATRIX_ROUNDS);
        encoder =
            TermLearners.encoder(
                text.terms(),
                triplets,
                titleEncoder,
                LENGTH,
                ENCODER_STEP,
                ENCODER_TEMPERATURE,
                ENCODER_ROUNDS,
                seed);
      }
    }
    List<JudgedQuery> judged = new ArrayList<>();
    for (TrainingQuery query : queries) {
      judged.add(query.judged(query.question().vector()));
    }
    return new LearntParts(adapter(queries), matrix, titleMatrix, encoder, judged, temperature);
  }

  private @Nullable Adapter adapter(List<TrainingQuery> queries) {
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
    AdapterOptions options = AdapterOptions.DEFAULT.withSeed(seed);
    try (AdapterLearner learner =
        new AdapterLearner(new ExactEmbeddingSearch(embeddings), options)) {
      learner.learnAll(choices);
      return learner.snapshot();
    }
  }
}
