package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.encoder.EncoderModel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Learns a ranking from judged queries that is better than BM25, or is BM25.
 *
 * <p>What is chosen, and how, is said at {@link HeldOutChoice}; with the choice M and the encoder
 * are learnt from all queries. The encoder starts from one that was learnt from titles, if there
 * are titles.
 *
 * <p>Threads: immutable; learning uses all processors. Failures: too few judged queries throw
 * {@link io.github.sors.InvalidInputException}, a learner without titles that is asked for a model
 * of titles {@link IllegalStateException}.
 */
public final class SearchLearner {

  private static final MatrixSettings OF_TITLES = new MatrixSettings(0.01, 1);
  private static final long TITLE_ROUNDS = 30_000;
  private static final double TITLE_ENCODER_STEP = 0.02;
  private static final double TITLE_ENCODER_TEMPERATURE = 0.1;

  private final SearchCollection collection;
  private final SearchPlan plan;
  private final TitleParts titles;

  /** Learns from judgements alone. */
  public SearchLearner(SearchCollection collection, SearchPlan plan) {
    this.collection = collection;
    this.plan = plan.withoutTitles();
    this.titles = TitleParts.NONE;
  }

  /** Learns from judgements and from the titles of the documents, these at once. */
  public SearchLearner(SearchCollection collection, SearchPlan plan, TitleTriplets triplets) {
    this.collection = collection;
    this.plan = plan;
    this.titles = titles(triplets.withVectors());
  }

  private TitleParts titles(TripletVectors triplets) {
    long rounds = Math.min(TITLE_ROUNDS, last(plan.matrices().rounds()));
    Map<Integer, EncoderModel> encoders = new TreeMap<>();
    if (plan.usesEncoder()) {
      for (int length : plan.encoders().lengths()) {
        EncoderSettings settings =
            new EncoderSettings(length, TITLE_ENCODER_STEP, TITLE_ENCODER_TEMPERATURE);
        // from titles there is twice as much to learn as from judgements, or more
        long encoderRounds = 2 * last(plan.encoders().rounds());
        encoders.put(length, encoder(new Stop<>(settings, encoderRounds), null, triplets));
      }
    }
    return new TitleParts(matrix(new Stop<>(OF_TITLES, rounds), triplets), encoders);
  }

  private static long last(List<Long> rounds) {
    return rounds.get(rounds.size() - 1);
  }

  SearchPlan plan() {
    return plan;
  }

  /**
   * What was chosen and learnt.
   *
   * @param choice the choice
   * @param parts what was learnt from all queries
   */
  record Learnt(HeldOutChoice choice, LearntParts parts) {}

  /** Chooses on held-out queries, then learns from all. */
  Learnt learn(List<JudgedQuery> queries) {
    HeldOutChoice choice = HeldOutChoice.of(collection, queries, plan, titles);
    TripletVectors triplets = triplets(queries);
    BilinearModel judged = matrix(choice.matrix(), triplets);
    return new Learnt(
        choice, new LearntParts(judged, titles.matrix(), encoded(choice.encoder(), triplets)));
  }

  private @Nullable EncodedDocuments encoded(Stop<EncoderSettings> stop, TripletVectors triplets) {
    EncoderModel start = titles.encoders().get(stop.settings().length());
    return plan.usesEncoder()
        ? new EncodedDocuments(encoder(stop, start, triplets), collection)
        : null;
  }

  private TripletVectors triplets(List<JudgedQuery> queries) {
    return new JudgementTriplets(collection, queries, plan.mix(), plan.seed()).withVectors();
  }

  private BilinearModel matrix(Stop<MatrixSettings> stop, TripletVectors triplets) {
    BilinearModel[] learnt = new BilinearModel[1];
    stop.settings()
        .learn(
            collection.features(),
            triplets,
            List.of(stop.rounds()),
            (number, model) -> learnt[0] = model);
    return learnt[0];
  }

  private EncoderModel encoder(
      Stop<EncoderSettings> stop, @Nullable EncoderModel start, TripletVectors triplets) {
    EncoderModel[] learnt = new EncoderModel[1];
    stop.settings()
        .learn(
            collection.features(),
            start,
            plan.seed(),
            triplets,
            List.of(stop.rounds()),
            (number, model) -> learnt[0] = model);
    return learnt[0];
  }

  /**
   * The model for all queries.
   *
   * @param model the model
   * @param choice how it was chosen
   */
  public record Final(SearchModel model, HeldOutChoice choice) {}

  /** Chooses on held-out queries, learns from all, and puts both into a model. */
  public Final model(List<JudgedQuery> queries, Map<String, String> training) {
    Learnt learnt = learn(queries);
    Map<String, String> described = new TreeMap<>(training);
    described.put("queries", Integer.toString(queries.size()));
    described.put("choice", learnt.choice().fusion().toString());
    SearchModel model =
        SearchModel.of(learnt.parts(), learnt.choice().fusion(), collection, described);
    return new Final(model, learnt.choice());
  }

  /** The matrix that is learnt with the first settings and all rounds, without any choice. */
  BilinearModel unchosen(List<JudgedQuery> queries) {
    return matrix(
        new Stop<>(plan.matrices().first().settings(), last(plan.matrices().rounds())),
        triplets(queries));
  }

  /**
   * The model of titles alone, with numbers that are fixed beforehand: without judgements there is
   * nothing to choose them on.
   *
   * @throws IllegalStateException if this learner has no titles
   * @throws IllegalArgumentException if the fusion needs an encoder
   */
  public SearchModel modelOfTitles(Fusion fusion, Map<String, String> training) {
    if (titles.matrix() == null) {
      throw new IllegalStateException("expected a learner with titles, found one without");
    }
    return SearchModel.of(
        new LearntParts(null, titles.matrix(), null), fusion, collection, training);
  }
}
