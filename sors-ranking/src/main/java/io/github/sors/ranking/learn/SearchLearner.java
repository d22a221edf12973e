package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.Provenance;
import java.util.Arrays;
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

  private final SearchCollection collection;
  private final SearchPlan plan;

  public SearchLearner(SearchCollection collection, SearchPlan plan) {
    this.collection = collection;
    this.plan = plan;
  }

  /**
   * What was chosen and learnt.
   *
   * @param choice the choice
   * @param matrix M
   */
  record Learnt(HeldOutChoice choice, BilinearModel matrix) {}

  /** Chooses on held-out queries, then learns from all. */
  Learnt learn(List<JudgedQuery> queries) {
    HeldOutChoice choice = HeldOutChoice.of(collection, queries, plan);
    return new Learnt(choice, matrix(queries, choice.margin(), choice.pass()));
  }

  private BilinearModel matrix(List<JudgedQuery> queries, double margin, int pass) {
    JudgementTriplets triplets =
        new JudgementTriplets(collection, queries, plan.settings().mix(), plan.settings().seed());
    long[] rounds = {plan.rounds(triplets.pairs())[pass]};
    return learn(margin, triplets.withVectors(), rounds);
  }

  private BilinearModel learn(double margin, TripletVectors triplets, long[] rounds) {
    BilinearModel[] learnt = new BilinearModel[1];
    plan.settings()
        .withMargin(margin)
        .learn(collection.terms(), triplets, rounds, (number, model) -> learnt[0] = model);
    return learnt[0];
  }

  /** The model for all queries, and how it was chosen. */
  public SearchModel model(List<JudgedQuery> queries, Map<String, String> training) {
    Learnt learnt = learn(queries);
    Map<String, String> described = new TreeMap<>(training);
    described.put("queries", Integer.toString(queries.size()));
    described.put("choice", learnt.choice().fusion().toString());
    return SearchModel.of(
        learnt.matrix(),
        learnt.choice().fusion(),
        collection,
        learnt.matrix().provenance().withTraining(described));
  }

  /** The matrix that is learnt with the first margin and all passes, without any choice. */
  BilinearModel unchosen(List<JudgedQuery> queries) {
    return matrix(queries, plan.margins().get(0), plan.passes().size() - 1);
  }

  /**
   * The model of titles and texts, with numbers that are fixed beforehand: without judgements there
   * is nothing to choose them on.
   */
  public SearchModel model(TitleTriplets triplets, Fusion fusion, Map<String, String> training) {
    long[] all = plan.rounds(triplets.pairs());
    BilinearModel learnt =
        learn(
            plan.margins().get(0),
            triplets.withVectors(),
            Arrays.copyOfRange(all, all.length - 1, all.length));
    Provenance provenance = learnt.provenance().withTraining(training);
    return SearchModel.of(learnt, fusion, collection, provenance);
  }
}
