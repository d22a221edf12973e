package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.eval.Gain;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.measure.Evaluation;
import io.github.sors.ranking.measure.PairedComparison;
import io.github.sors.ranking.measure.RankingMeasure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What learning gains over BM25, measured on queries that nothing was learnt or chosen on: in each
 * fold of the queries everything, the choice included, is done with the other folds. Queries of the
 * same text are in one fold, and count once for a gain.
 *
 * <p>Threads: immutable; a run uses all processors and calls its listener on the calling thread.
 * Failures: judged queries of fewer than two texts throw {@link
 * io.github.sors.InvalidInputException}, a method that was not measured {@link
 * IllegalArgumentException}.
 */
public final class SearchExperiment {

  /** The methods, in the order of tables. */
  public static final String BM25 = "BM25";

  /** Feedback of the best documents of BM25. */
  public static final String RM3 = "RM3";

  /** The learnt matrix alone. */
  public static final String LEARNT = "learnt";

  /** The encoder alone, if one is among the tries. */
  public static final String ENCODER = "encoder";

  /** What was chosen. */
  public static final String FUSED = "fused";

  /** Feedback of documents that are known to be relevant. */
  public static final String ROCCHIO = "Rocchio";

  /** Rocchio's method together with the learnt matrix. */
  public static final String ROCCHIO_LEARNT = "Rocchio+learnt";

  /** The measures of tables. */
  public static final List<RankingMeasure> MEASURES =
      List.of(
          RankingMeasure.averagePrecision(),
          RankingMeasure.ndcg(10),
          RankingMeasure.precision(10),
          RankingMeasure.recall(100));

  private static final int FOLDS = 5;
  private static final int EXPLAINED_TERMS = 8;

  private final SearchCollection collection;
  private final List<JudgedQuery> queries;
  private final SearchPlan plan;
  private final SearchLearner learner;
  private final QueryTexts texts;
  private final UnitSplit folds;

  /**
   * Prepares the folds.
   *
   * @throws io.github.sors.InvalidInputException if there are judged queries of fewer than two
   *     texts
   */
  public SearchExperiment(
      SearchCollection collection, List<JudgedQuery> queries, SearchLearner learner) {
    this.collection = collection;
    this.queries = List.copyOf(queries);
    this.plan = learner.plan();
    this.learner = learner;
    this.texts = QueryTexts.of(collection, queries);
    if (texts.count() < 2) {
      throw new InvalidInputException(
          "expected judged queries of at least 2 texts, to hold one out while the other is learnt"
              + " from, found "
              + texts.count()
              + ": judge more queries");
    }
    this.folds = texts.folds(Math.min(FOLDS, texts.count()), plan.seed());
  }

  /** Hears of every fold that is done. */
  @FunctionalInterface
  public interface Listener {

    /**
     * Called after a fold.
     *
     * @param fold from 0
     * @param choice what was chosen for it
     */
    void afterFold(int fold, HeldOutChoice choice);
  }

  /**
   * Some methods on the same queries.
   *
   * @param evaluations by method; the first one is what the others are compared with
   * @param gains by method, in average precision over the first one
   */
  public record Table(Map<String, Evaluation> evaluations, Map<String, Gain> gains) {

    /** Keeps the order. */
    public Table {
      evaluations = Collections.unmodifiableMap(new LinkedHashMap<>(evaluations));
      gains = Map.copyOf(gains);
    }

    /** A table of no method. */
    static Table empty() {
      return new Table(Map.of(), Map.of());
    }

    /**
     * The evaluation of a method.
     *
     * @throws IllegalArgumentException if it was not measured
     */
    public Evaluation evaluation(String method) {
      Evaluation evaluation = evaluations.get(method);
      if (evaluation == null) {
        throw new IllegalArgumentException(
            "expected one of " + evaluations.keySet() + ", found '" + method + "'");
      }
      return evaluation;
    }

    /**
     * What a method gains over the first one.
     *
     * @throws IllegalArgumentException if it was not measured
     */
    public Gain gain(String method) {
      Gain gain = gains.get(method);
      if (gain == null) {
        throw new IllegalArgumentException(
            "expected one of " + evaluations.keySet() + ", found '" + method + "'");
      }
      return gain;
    }

    /**
     * A method against the first one, query by query, by average precision.
     *
     * @throws IllegalArgumentException if it was not measured
     */
    public PairedComparison comparison(String method) {
      return evaluation(method).against(evaluations.values().iterator().next(), MEASURES.get(0));
    }
  }

  /**
   * A query whose value changed.
   *
   * @param before average precision of BM25
   * @param after average precision of the fused ranking
   * @param terms the strongest terms that were added, and those that were weakened
   */
  public record Change(
      String id, String text, double before, double after, List<ExplainedTerm> terms) {}

  /**
   * A term of a weighted query.
   *
   * @param added what was added to the weight that the query itself gives it
   */
  public record ExplainedTerm(String term, double added) {}

  /**
   * All that was measured on held-out queries.
   *
   * @param all the methods on all queries
   * @param fresh the same on documents that no training query judged
   * @param seen the same on documents that a training query judged
   * @param choices what was chosen in each fold
   * @param byFold the fused ranking against BM25 in each fold
   * @param changes all queries, those first that gained most
   * @param runs the rankings by method
   */
  public record Result(
      Table all,
      Table fresh,
      Table seen,
      List<HeldOutChoice> choices,
      List<PairedComparison> byFold,
      List<Change> changes,
      Map<String, Run> runs) {}

  /** Measures rankings of all queries; the first is what the others are compared with. */
  public static Table table(
      SearchCollection collection, List<JudgedQuery> queries, List<Run> runs) {
    Map<String, Run> byName = new LinkedHashMap<>();
    runs.forEach(run -> byName.put(run.name(), run));
    return table(
        collection, queries, byName, judgements(collection, queries, (query, document) -> true));
  }

  /** Measures all methods. */
  public Result run(Listener listener) {
    Map<String, List<Ranking>> rankings = new LinkedHashMap<>();
    List<HeldOutChoice> choices = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    Map<String, Set<Integer>> judgedBefore = new LinkedHashMap<>();
    for (int fold = 0; fold < folds.parts(); fold++) {
      List<JudgedQuery> training = folds.learning(fold, queries);
      SearchLearner.Learnt learnt = learner.learn(training);
      Set<Integer> judged = new HashSet<>();
      training.forEach(query -> judged.addAll(query.judged()));
      for (JudgedQuery query : folds.heldOut(fold, queries)) {
        judgedBefore.put(query.query().id(), judged);
        FusedQuery fused = new FusedQuery(collection, query.vector(), learnt.parts());
        Map<String, double[]> scores = new LinkedHashMap<>();
        scores.put(BM25, fused.scores(Fusion.BM25));
        scores.put(RM3, fused.scores(Fusion.BM25.withFeedback(Feedback.RM3.beta())));
        scores.put(LEARNT, fused.scores(new Fusion(1, 0, 0, Fusion.ALL_TERMS)));
        double[] cosines = fused.cosines();
        if (cosines != null) {
          scores.put(ENCODER, cosines);
        }
        scores.put(FUSED, fused.scores(learnt.choice().fusion()));
        addRankings(query, scores, rankings);
        changes.add(change(query, fused, learnt.choice().fusion()));
      }
      choices.add(learnt.choice());
      listener.afterFold(fold, learnt.choice());
    }
    Map<String, Run> runs = new LinkedHashMap<>();
    rankings.forEach((name, found) -> runs.put(name, new Run(name, found)));
    changes.sort((one, other) -> Double.compare(gain(other), gain(one)));
    Table all = table(runs, judgements((query, document) -> true));
    return new Result(
        all,
        part(runs, judgedBefore, false),
        part(runs, judgedBefore, true),
        choices,
        byFold(all),
        changes,
        runs);
  }

  /** Ranks by the scores of each method. */
  private void addRankings(
      JudgedQuery query, Map<String, double[]> scores, Map<String, List<Ranking>> rankings) {
    scores.forEach(
        (name, values) ->
            rankings
                .computeIfAbsent(name, unseen -> new ArrayList<>())
                .add(ranking(query, values)));
  }

  private static double gain(Change change) {
    return change.after() - change.before();
  }

  private Ranking ranking(JudgedQuery query, double[] scores) {
    return collection.ranking(query.query().id(), scores, SearchCollection.DEPTH);
  }

  private Change change(JudgedQuery query, FusedQuery fused, Fusion fusion) {
    SparseVector added =
        TermWeights.none(collection.terms())
            .plus(1, fused.weights(fusion))
            .plus(-1, query.vector())
            .all();
    List<ExplainedTerm> terms =
        IntStream.range(0, added.size())
            .boxed()
            .sorted((one, other) -> Float.compare(strength(added, other), strength(added, one)))
            .limit(EXPLAINED_TERMS)
            .map(k -> new ExplainedTerm(collection.term(added.index(k)), added.value(k)))
            .toList();
    return new Change(
        query.query().id(),
        query.query().text(),
        query.averagePrecision(collection, fused.scores(Fusion.BM25)),
        query.averagePrecision(collection, fused.scores(fusion)),
        terms);
  }

  private static float strength(SparseVector vector, int place) {
    return Math.abs(vector.value(place));
  }

  /** Which judgements count. */
  @FunctionalInterface
  private interface Counts {
    boolean test(JudgedQuery query, int document);
  }

  /** The judgements that count, of the queries that have a relevant one left. */
  private Judgements judgements(Counts counts) {
    return judgements(collection, queries, counts);
  }

  private static Judgements judgements(
      SearchCollection collection, List<JudgedQuery> queries, Counts counts) {
    Judgements.Builder judgements = Judgements.builder();
    for (JudgedQuery query : queries) {
      if (Arrays.stream(query.relevant()).anyMatch(document -> counts.test(query, document))) {
        for (int document : query.judged()) {
          if (counts.test(query, document)) {
            judgements.add(query.query().id(), collection.id(document), query.grade(document));
          }
        }
      }
    }
    return judgements.build();
  }

  private Table table(Map<String, Run> runs, Judgements judgements) {
    return table(collection, queries, runs, judgements);
  }

  private static Table table(
      SearchCollection collection,
      List<JudgedQuery> queries,
      Map<String, Run> runs,
      Judgements judgements) {
    List<JudgedQuery> measured =
        queries.stream()
            .filter(query -> judgements.queries().contains(query.query().id()))
            .toList();
    QueryTexts texts = QueryTexts.of(collection, measured);
    Map<String, Evaluation> evaluations = new LinkedHashMap<>();
    runs.forEach((name, run) -> evaluations.put(name, Evaluation.of(run, judgements, MEASURES)));
    Map<String, double[]> values = new LinkedHashMap<>();
    evaluations.forEach(
        (name, evaluation) ->
            values.put(name, texts.means(averagePrecisions(evaluation, measured))));
    double[] baseline = values.values().iterator().next();
    Map<String, Gain> gains = new LinkedHashMap<>();
    values.forEach((name, ofTexts) -> gains.put(name, HeldOutChoice.gain(baseline, ofTexts)));
    return new Table(evaluations, gains);
  }

  private static double[] averagePrecisions(Evaluation evaluation, List<JudgedQuery> queries) {
    Map<String, Double> byId = evaluation.values(MEASURES.get(0));
    return queries.stream().mapToDouble(query -> byId.get(query.query().id())).toArray();
  }

  /** The table over the documents that training queries have judged, or over all others. */
  private Table part(Map<String, Run> runs, Map<String, Set<Integer>> judgedBefore, boolean seen) {
    Judgements judgements =
        judgements((query, document) -> isIn(judgedBefore, query.query().id(), document) == seen);
    if (judgements.queries().isEmpty()) {
      return Table.empty();
    }
    Map<String, Run> parts = new LinkedHashMap<>();
    runs.forEach(
        (name, run) ->
            parts.put(
                name,
                filtered(
                    run,
                    (query, document) ->
                        isIn(judgedBefore, query, collection.number(document)) == seen)));
    return table(parts, judgements);
  }

  private static boolean isIn(
      Map<String, Set<Integer>> documentsByQuery, String query, int document) {
    return documentsByQuery.getOrDefault(query, Set.of()).contains(document);
  }

  /** Which documents stay in a ranking. */
  @FunctionalInterface
  private interface Stays {
    boolean test(String query, String document);
  }

  private static Run filtered(Run run, Stays stays) {
    List<Ranking> rankings = new ArrayList<>();
    for (Ranking ranking : run.rankings()) {
      List<ScoredDocument> documents =
          ranking.documents().stream()
              .filter(document -> stays.test(ranking.queryId(), document.id()))
              .toList();
      rankings.add(new Ranking(ranking.queryId(), documents));
    }
    return new Run(run.name(), rankings);
  }

  private List<PairedComparison> byFold(Table all) {
    double[] before = texts.means(averagePrecisions(all.evaluation(BM25), queries));
    double[] after = texts.means(averagePrecisions(all.evaluation(FUSED), queries));
    List<PairedComparison> comparisons = new ArrayList<>();
    for (int number = 0; number < folds.parts(); number++) {
      int fold = number;
      int[] ofFold =
          IntStream.range(0, before.length).filter(text -> folds.partOf(text) == fold).toArray();
      comparisons.add(
          PairedComparison.of(
              Arrays.stream(ofFold).mapToDouble(text -> before[text]).toArray(),
              Arrays.stream(ofFold).mapToDouble(text -> after[text]).toArray()));
    }
    return comparisons;
  }

  /**
   * Known queries: half of the relevant documents of each text are known, and the rest is to be
   * found among all documents that are not. The matrix is learnt from the known halves of all
   * queries; queries without a known document are left out.
   */
  public Table knownQueries() {
    List<Set<Integer>> halfOfText = knownHalves();
    Map<String, Set<Integer>> known = new LinkedHashMap<>();
    List<JudgedQuery> halves = new ArrayList<>();
    for (int number = 0; number < queries.size(); number++) {
      JudgedQuery query = queries.get(number);
      Set<Integer> half = halfOfText.get(texts.textOf(number));
      if (Arrays.stream(query.relevant()).anyMatch(half::contains)) {
        known.put(query.query().id(), half);
        halves.add(query.restrictedTo(half));
      }
    }
    if (halves.isEmpty()) {
      return Table.empty();
    }
    BilinearModel matrix = learner.unchosen(halves);
    Map<String, List<Ranking>> rankings = new LinkedHashMap<>();
    Fusion whole = new Fusion(1, 0, 0, Fusion.ALL_TERMS);
    for (JudgedQuery half : halves) {
      FusedQuery fused =
          new FusedQuery(collection, half.vector(), new LearntParts(matrix, null, null));
      SparseVector rocchio =
          Feedback.ROCCHIO.ofRelevant(collection, half.vector(), half.relevant());
      double[] bm25 = fused.scores(Fusion.BM25);
      double[] learnt = fused.scores(whole);
      double[] feedback = collection.scores(rocchio);
      Map<String, double[]> scores = new LinkedHashMap<>();
      scores.put(BM25, bm25);
      scores.put(ROCCHIO, sum(bm25, feedback));
      scores.put(LEARNT, learnt);
      scores.put(ROCCHIO_LEARNT, sum(learnt, feedback));
      addRankings(half, scores, rankings);
    }
    Map<String, Run> runs = new LinkedHashMap<>();
    rankings.forEach(
        (name, found) ->
            runs.put(
                name,
                filtered(
                    new Run(name, found),
                    (query, document) -> !isIn(known, query, collection.number(document)))));
    return table(
        runs,
        judgements(
            (query, document) -> {
              Set<Integer> half = known.get(query.query().id());
              return half != null && !half.contains(document);
            }));
  }

  /** Half of the relevant documents of each text: what is known for one id is so for all. */
  private List<Set<Integer>> knownHalves() {
    List<Set<Integer>> relevant = new ArrayList<>();
    for (int text = 0; text < texts.count(); text++) {
      relevant.add(new TreeSet<>());
    }
    for (int number = 0; number < queries.size(); number++) {
      Set<Integer> ofText = relevant.get(texts.textOf(number));
      Arrays.stream(queries.get(number).relevant()).forEach(ofText::add);
    }
    Random random = new Random(plan.seed());
    List<Set<Integer>> halves = new ArrayList<>();
    for (Set<Integer> ofText : relevant) {
      List<Integer> documents = new ArrayList<>(ofText);
      Collections.shuffle(documents, random);
      halves.add(new TreeSet<>(documents.subList(0, documents.size() / 2)));
    }
    return halves;
  }

  private static double[] sum(double[] one, double[] other) {
    double[] sum = one.clone();
    for (int k = 0; k < sum.length; k++) {
      sum[k] += other[k];
    }
    return sum;
  }

  /** MAP of the fused ranking on all held-out queries, by the number of judged queries. */
  public Map<Integer, Double> learningCurve(List<Integer> sizes, Runnable afterEach) {
    Map<Integer, Double> curve = new LinkedHashMap<>();
    for (int size : sizes) {
      double sum = 0;
      for (int fold = 0; fold < folds.parts(); fold++) {
        List<JudgedQuery> training = new ArrayList<>(folds.learning(fold, queries));
        Collections.shuffle(training, new Random(plan.seed()));
        SearchLearner.Learnt learnt =
            learner.learn(training.subList(0, Math.min(size, training.size())));
        for (JudgedQuery query : folds.heldOut(fold, queries)) {
          FusedQuery fused = new FusedQuery(collection, query.vector(), learnt.parts());
          sum += query.averagePrecision(collection, fused.scores(learnt.choice().fusion()));
        }
        afterEach.run();
      }
      curve.put(size, sum / queries.size());
    }
    return curve;
  }

  /** The number of folds. */
  public int folds() {
    return folds.parts();
  }

  /** The least number of training queries of a fold. */
  public int trainingQueries() {
    return IntStream.range(0, folds.parts())
        .map(fold -> folds.learning(fold, queries).size())
        .min()
        .orElseThrow();
  }
}
