package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Learns a ranking from judged queries that is better than BM25, or is BM25.
 *
 * <p>What is chosen, and how, is said at {@link HeldOutChoice}; with the choice M is learnt from
 * all queries. Immutable; may be shared by threads.
 */
public final class SearchLearner {

  private static final double TITLE_MARGIN = 1;
  private static final long TITLE_ROUNDS = 30_000;

  private final SearchCollection collection;
  private final SearchPlan plan;
  private final BilinearModel titles;

  /** Learns from judgements alone. */
  public SearchLearner(SearchCollection collection, SearchPlan plan) {
    this.collection = collection;
    this.plan = plan.withoutTitles();
    this.titles = null;
  }

  /** Learns from judgements and from the titles of the documents, these at once. */
  public SearchLearner(SearchCollection collection, SearchPlan plan, TitleTriplets triplets) {
    this.collection = collection;
    this.plan = plan;
    this.titles = titles(triplets);
  }

  private BilinearModel titles(TitleTriplets triplets) {
    long rounds = Math.min(TITLE_ROUNDS, plan.rounds().get(plan.rounds().size() - 1));
    return learn(TITLE_MARGIN, triplets.withVectors(), rounds);
  }

  SearchPlan plan() {
    return plan;
  }

  /**
   * What was chosen and learnt.
   *
   * @param choice the choice
   * @param matrices M and T
   */
  record Learnt(HeldOutChoice choice, LearntMatrices matrices) {}

  /** Chooses on held-out queries, then learns from all. */
  Learnt learn(List<JudgedQuery> queries) {
    HeldOutChoice choice = HeldOutChoice.of(collection, queries, plan, titles);
    return new Learnt(
        choice, new LearntMatrices(matrix(queries, choice.margin(), choice.rounds()), titles));
  }

  private BilinearModel matrix(List<JudgedQuery> queries, double margin, long rounds) {
    JudgementTriplets triplets =
        new JudgementTriplets(collection, queries, plan.settings().mix(), plan.settings().seed());
    return learn(margin, triplets.withVectors(), rounds);
  }

  private BilinearModel learn(double margin, TripletVectors triplets, long rounds) {
    BilinearModel[] learnt = new BilinearModel[1];
    plan.settings()
        .withMargin(margin)
        .learn(
            collection.terms(),
            triplets,
            new long[] {rounds},
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
        SearchModel.of(
            learnt.matrices(),
            learnt.choice().fusion(),
            collection,
            learnt.matrices().judged().provenance().withTraining(described));
    return new Final(model, learnt.choice());
  }

  /** The matrix that is learnt with the first margin and all rounds, without any choice. */
  BilinearModel unchosen(List<JudgedQuery> queries) {
    return matrix(queries, plan.margins().get(0), plan.rounds().get(plan.rounds().size() - 1));
  }

  /**
   * The model of titles alone, with numbers that are fixed beforehand: without judgements there is
   * nothing to choose them on.
   */
  public SearchModel modelOfTitles(Fusion fusion, Map<String, String> training) {
    return SearchModel.of(
        new LearntMatrices(null, titles),
        fusion,
        collection,
        titles.provenance().withTraining(training));
  }
}
