package io.github.sors.ranking.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.data.item.ItemSource;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.LearntExpansion;
import io.github.sors.lucene.WeightedTerm;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Impression;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.measure.RankingMeasure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchLearningTest {

  private static final RankingMeasure MAP = RankingMeasure.averagePrecision();

  private static Library library;

  @BeforeAll
  static void generate() throws IOException {
    library = new Library();
  }

  private static SearchLearner learner() {
    return new SearchLearner(library.collection, Library.plan());
  }

  private static TitleTriplets titles() throws IOException {
    return new TitleTriplets(
        library.collection,
        ItemSource.of(library.records),
        "title",
        "text",
        NegativeMix.DEFAULT,
        1);
  }

  @Test
  void heldOutQueriesGainFarBeyondChance() {
    List<HeldOutChoice> heard = new ArrayList<>();
    SearchExperiment experiment =
        new SearchExperiment(library.collection, library.judged(), learner());
    SearchExperiment.Result result = experiment.run((fold, choice) -> heard.add(choice));
    assertThat(heard).hasSize(5).isEqualTo(result.choices()).allMatch(HeldOutChoice::isGain);
    assertThat(result.all().comparison(SearchExperiment.FUSED).isSignificantlyBetter()).isTrue();
    assertThat(result.byFold()).hasSize(5).noneMatch(fold -> fold.isSignificantlyWorse());
    double before = result.all().evaluations().get(SearchExperiment.BM25).mean(MAP);
    double after = result.all().evaluations().get(SearchExperiment.FUSED).mean(MAP);
    assertThat(after).isGreaterThan(before + 0.2);
    SearchExperiment.Change most = result.changes().get(0);
    assertThat(most.after()).isGreaterThan(most.before());
    assertThat(most.terms()).isNotEmpty();
    // every document was judged for a training query
    assertThat(result.seen().evaluations()).isNotEmpty();
    assertThat(result.fresh().evaluations()).isEmpty();
    SearchExperiment.Table known = experiment.knownQueries();
    assertThat(known.comparison(SearchExperiment.ROCCHIO).difference()).isPositive();
    Map<Integer, Double> curve = experiment.learningCurve(List.of(12), () -> {});
    assertThat(curve.get(12)).isBetween(before - 0.05, 1.0);
  }

  @Test
  void judgementsWithoutMeaningKeepBm25() {
    List<JudgedQuery> judged =
        JudgedQuery.of(library.collection, library.queries, library.meaninglessJudgements());
    SearchLearner.Final learnt = learner().model(judged, Map.of());
    assertThat(learnt.choice().isGain()).isFalse();
    assertThat(learnt.model().fusion()).isEqualTo(Fusion.BM25);
    Run kept = learnt.model().run("kept", library.collection, library.queries, 100);
    Run bm25 = SearchModel.bm25(library.collection, library.queries);
    for (SearchQuery query : library.queries) {
      assertThat(kept.of(query.id()).orElseThrow().ids())
          .isEqualTo(bm25.of(query.id()).orElseThrow().top(100).ids());
    }
  }

  @Test
  void aModelRanksTheSameFromItsFileAndInAnEngine(@TempDir Path folder) throws IOException {
    SearchLearner learner =
        new SearchLearner(library.collection, Library.plan().forEngines(), titles());
    SearchModel model = learner.model(library.judged(), Map.of("documents", "d")).model();
    assertThat(model.fusion().isBm25()).isFalse();
    Path file = folder.resolve("m.sors");
    Files.writeString(SearchModel.encoderFile(file), "the encoder of an earlier model");
    model.write(file);
    assertThat(SearchModel.encoderFile(file)).doesNotExist();
    SearchModel read = SearchModel.read(file);
    assertThat(read.fusion()).isEqualTo(model.fusion());
    SearchCollection again = SearchCollection.of(ItemSource.of(library.records), read.vectorizer());
    assertThat(read.run("r", again, library.queries, 50))
        .isEqualTo(model.run("r", library.collection, library.queries, 50));
    // the terms that an engine gets are the weights that are ranked by here
    String text = library.queries.get(0).text();
    SparseVector weights =
        read.searcher(again).fused(library.queries.get(0)).weights(read.remaining());
    List<WeightedTerm> terms =
        new LearntExpansion(read.model()).positiveTerms(text, read.fusion().terms());
    assertThat(terms).isNotEmpty();
    for (WeightedTerm term : terms) {
      int feature = again.vectorizer().featureNames().indexOf(term.term());
      assertThat(weights.get(feature)).isCloseTo(term.weight(), within(1e-5f));
    }
  }

  @Test
  void theEncoderAloneFindsWhatQueriesMeanAndCanBeChosen(@TempDir Path folder) throws IOException {
    // nothing but an encoder to choose from
    SearchPlan plan = onlyEncoder(Library.plan());
    SearchLearner learner = new SearchLearner(library.collection, plan, titles());
    SearchExperiment.Result result =
        new SearchExperiment(library.collection, library.judged(), learner)
            .run((fold, choice) -> {});
    assertThat(result.all().comparison(SearchExperiment.ENCODER).isSignificantlyBetter()).isTrue();
    assertThat(result.all().comparison(SearchExperiment.FUSED).isSignificantlyBetter()).isTrue();
    // a step of 1e-6 learns nothing
    assertThat(result.choices())
        .allMatch(choice -> choice.encoder().settings().step() == 0.03)
        .allMatch(choice -> choice.fusion().delta() > 0);

    SearchModel model = learner.model(library.judged(), Map.of("documents", "d")).model();
    Path file = folder.resolve("m.sors");
    model.write(file);
    SearchModel read = SearchModel.read(file);
    assertThat(read.fusion()).isEqualTo(model.fusion());
    SearchCollection again = SearchCollection.of(ItemSource.of(library.records), read.vectorizer());
    assertThat(read.run("r", again, library.queries, 50))
        .isEqualTo(model.run("r", library.collection, library.queries, 50));
    // the encoder is a model of its own, for texts like any other
    EncoderModel encoder = (EncoderModel) ModelFile.read(SearchModel.encoderFile(file));
    String text = library.queries.get(0).text();
    Vectorizer vectorizer = Vectorizer.restore(encoder.recipe(), encoder.queryFeatures());
    SparseVector document = again.documents().get(7);
    assertThat(read.searcher(again).fused(library.queries.get(0)).cosines()[7])
        .isCloseTo(encoder.score(vectorizer.query(text), document), within(1e-6));
  }

  /** The plan with BM25 + encoder as the only fusion. */
  private static SearchPlan onlyEncoder(SearchPlan plan) {
    return new SearchPlan(
        plan.mix(),
        plan.seed(),
        plan.matrices(),
        plan.encoders(),
        List.of(Fusion.BM25.withEncoder(2)),
        plan.innerFolds());
  }

  @Test
  void anEncoderThatIsMissingOrOfAnotherModelIsRefused(@TempDir Path folder) throws IOException {
    List<JudgedQuery> judged = library.judged();
    Path one = folder.resolve("one.sors");
    Path other = folder.resolve("other.sors");
    SearchPlan plan = onlyEncoder(Library.plan());
    new SearchLearner(library.collection, plan).model(judged, Map.of()).model().write(one);
    new SearchLearner(library.collection, plan.withSeed(2))
        .model(judged, Map.of())
        .model()
        .write(other);
    Files.copy(
        SearchModel.encoderFile(other),
        SearchModel.encoderFile(one),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> SearchModel.read(one))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("is not the encoder that was learnt with");
    Files.delete(SearchModel.encoderFile(one));
    assertThatThrownBy(() -> SearchModel.read(one))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("one-encoder.sors, found no such file");
  }

  @Test
  void settingsThatLearnNothingAreNotChosen() {
    SearchPlan plan =
        Library.plan()
            .withoutEncoder()
            .withMatrices(
                new MatrixTries(List.of(1e-9, 0.01), List.of(0.6, 0.3), List.of(500L, 1500L)));
    SearchLearner learner = new SearchLearner(library.collection, plan);
    HeldOutChoice choice = learner.model(library.judged(), Map.of()).choice();
    assertThat(choice.isGain()).isTrue();
    assertThat(choice.matrix().settings().step()).isEqualTo(0.01);
    assertThat(choice.fusion().delta()).isZero();
    assertThatThrownBy(() -> new MatrixTries(List.of(0.0), List.of(0.6), List.of(1L)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected steps above 0, found [0.0]");
    assertThatThrownBy(() -> new MatrixTries(List.of(0.1), List.of(0.6), List.of(2L, 1L)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected ascending numbers of rounds from 1, found [2, 1]");
    assertThatThrownBy(() -> new EncoderTries(List.of(0), List.of(0.1), List.of(0.1), List.of(1L)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected lengths of encodings from 1 to");
  }

  @Test
  void averagePrecisionIsThatOfTheMeasure() {
    Random random = new Random(4);
    for (JudgedQuery query : library.judged()) {
      double[] scores = new double[library.collection.size()];
      for (int document = 0; document < scores.length; document++) {
        // many ties, and some documents that are not found
        scores[document] = random.nextInt(12) / 4.0;
      }
      Run run =
          new Run(
              "r", List.of(library.collection.ranking(query.query().id(), scores, scores.length)));
      SearchExperiment.Table table =
          SearchExperiment.table(library.collection, List.of(query), List.of(run));
      assertThat(query.averagePrecision(library.collection, scores))
          .isCloseTo(table.evaluations().get("r").mean(MAP), within(1e-12));
    }
  }

  @Test
  void titlesAloneTeachWhichWordsGoTogether() throws IOException {
    SearchLearner learner = new SearchLearner(library.collection, Library.plan(), titles());
    SearchModel model = learner.modelOfTitles(SearchPlan.WITHOUT_JUDGEMENTS, Map.of());
    Run bm25 = SearchModel.bm25(library.collection, library.queries);
    Run learnt = model.run("learnt", library.collection, library.queries, SearchCollection.DEPTH);
    SearchExperiment.Table table =
        SearchExperiment.table(library.collection, library.judged(), List.of(bm25, learnt));
    assertThat(table.comparison("learnt").isSignificantlyBetter()).isTrue();
    assertThatThrownBy(() -> table.comparison("unknown"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected one of [" + bm25.name() + ", learnt], found 'unknown'");
    assertThatThrownBy(
            () -> learner.modelOfTitles(new Fusion(0, 0.5, 0, 1, Fusion.ALL_TERMS), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected an encoder, as the fusion needs one");
  }

  @Test
  void aLearnerWithoutTitlesHasNoModelOfThem() {
    SearchLearner withoutTitles = new SearchLearner(library.collection, Library.plan());
    assertThatThrownBy(() -> withoutTitles.modelOfTitles(SearchPlan.WITHOUT_JUDGEMENTS, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("expected a learner with titles, found one without");
  }

  @Test
  void scoresAreThoseOfTheWeights() {
    List<JudgedQuery> judged = library.judged();
    LearntParts parts = learner().learn(judged).parts();
    for (Fusion fusion :
        List.of(
            Fusion.BM25,
            Fusion.BM25.withFeedback(1),
            new Fusion(0.5, 0, 0, Fusion.ALL_TERMS),
            new Fusion(0.5, 0, 1, Fusion.ALL_TERMS),
            new Fusion(2, 0, 1, 5))) {
      JudgedQuery query = judged.get(3);
      FusedQuery fused = new FusedQuery(library.collection, query.vector(), parts);
      double[] expected = library.collection.scores(fused.weights(fusion));
      double[] scores = fused.scores(fusion);
      for (int document = 0; document < scores.length; document++) {
        assertThat(scores[document]).isCloseTo(expected[document], within(1e-4));
      }
    }
  }

  @Test
  void theModelOfAFusionIsTheSumOfItsParts() throws IOException {
    BilinearModel one =
        BilinearModel.ofRows(
            3, 3, new long[] {0, 2, 3, 4}, new int[] {0, 2, 1, 0}, new float[] {2, 4, 1, 8});
    BilinearModel other =
        BilinearModel.ofRows(
            3, 3, new long[] {0, 1, 2, 4}, new int[] {1, 1, 0, 2}, new float[] {6, 3, -8, 1});
    BilinearModel fused =
        SearchModel.fused(
            new LearntParts(one, other, null), 3, 3, new Fusion(0.5, 0.25, 0, Fusion.ALL_TERMS));
    // I + (M - I)/2 + (T - I)/4 by hand; entry (0, 0) is 1 + 1/2 - 1/4
    float[][] expected = {{1.25f, 1.5f, 2}, {0, 1.5f, 0}, {2, 0, 0.5f}};
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) {
        assertThat(fused.get(row, column)).isEqualTo(expected[row][column]);
      }
    }
    assertThatThrownBy(() -> SearchModel.fusion(one))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected a model of 'sors search-learn'");
  }

  @Test
  void tripletsAreTheSameForTheSameSeedAndRespectJudgements() {
    List<JudgedQuery> judged = library.judged();
    JudgementTriplets triplets =
        new JudgementTriplets(library.collection, judged, NegativeMix.DEFAULT, 3);
    JudgementTriplets again =
        new JudgementTriplets(library.collection, judged, NegativeMix.DEFAULT, 3);
    int documents = library.collection.size();
    TripletRows rows = new TripletRows();
    TripletRows same = new TripletRows();
    long strong = 0;
    for (long position = 0; position < 3000; position++) {
      triplets.read(position, rows);
      again.read(position, same);
      assertThat(rows).hasToString(same.toString());
      JudgedQuery query = judged.get(rows.query() - documents);
      assertThat(query.grade(rows.positive())).isPositive();
      assertThat(query.grade(rows.negative())).isZero();
      strong += query.grade(rows.positive()) == 2 ? 1 : 0;
    }
    // a third of the pairs has grade 2: half of the sum of the grades
    assertThat(strong).isBetween(1300L, 1700L);
    assertThatThrownBy(
            () -> new JudgementTriplets(library.collection, List.of(), NegativeMix.DEFAULT, 1))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void everyPairIsDrawnAsOftenAsItsGradeSays() {
    Judgements judgements = Judgements.builder().add("q0", "d0", 1).add("q0", "d5", 3).build();
    List<JudgedQuery> judged = JudgedQuery.of(library.collection, library.queries, judgements);
    JudgementTriplets triplets =
        new JudgementTriplets(library.collection, judged, NegativeMix.DEFAULT, 3);
    TripletRows rows = new TripletRows();
    int weak = 0;
    for (long position = 0; position < 4000; position++) {
      triplets.read(position, rows);
      weak += rows.positive() == 0 ? 1 : 0;
    }
    assertThat(weak).isBetween(900, 1100);
  }

  @Test
  void clicksTeachWithWhatWasSkipped() {
    SearchQuery query = library.queries.get(0);
    ClickLog log =
        new ClickLog(
            List.of(
                Impression.of(query, List.of("d1", "d6", "d2"), List.of("d6")),
                Impression.of(query, List.of("d7", "d9"), List.of())));
    List<JudgedQuery> judged = JudgedQuery.of(library.collection, log);
    assertThat(judged).hasSize(1);
    assertThat(judged.get(0).relevant()).containsExactly(6);
    assertThat(judged.get(0).skippedCount()).isEqualTo(1);
    assertThat(judged.get(0).skippedAt(0)).isEqualTo(1);
    JudgementTriplets skips =
        new JudgementTriplets(library.collection, judged, new NegativeMix(0, 1), 1);
    TripletRows rows = new TripletRows();
    skips.read(5, rows);
    assertThat(rows.negative()).isEqualTo(1);
  }

  @Test
  void judgementsHaveToBeClearlyBetterThanDoingWithoutThem() {
    double[] without = {0.2, 0.4, 0.6, 0.8};
    // a mean gain of 0.05, once the same for all queries and once from a single one
    double[] steady = {0.25, 0.44, 0.66, 0.85};
    double[] lucky = {0.5, 0.35, 0.55, 0.8};
    assertThat(HeldOutChoice.isClearlyBetter(steady, without, query -> true)).isTrue();
    assertThat(HeldOutChoice.isClearlyBetter(lucky, without, query -> true)).isFalse();
    assertThat(HeldOutChoice.isClearlyBetter(without, without, query -> true)).isFalse();
    assertThat(HeldOutChoice.isClearlyBetter(steady, without, query -> false)).isFalse();
  }

  @Test
  void fewerThanTwentyTextsKeepBm25HoweverOftenTheyWereAsked() {
    List<SearchQuery> asked = new ArrayList<>();
    Judgements all = library.judgements();
    Judgements.Builder judgements = Judgements.builder();
    for (SearchQuery query : library.queries.subList(0, 19)) {
      for (String id : List.of(query.id(), query.id() + "-again")) {
        // the analyzer sees no difference
        asked.add(new SearchQuery(id, query.text() + " "));
        all.of(query.id()).forEach((document, grade) -> judgements.add(id, document, grade));
      }
    }
    List<JudgedQuery> judged = JudgedQuery.of(library.collection, asked, judgements.build());
    HeldOutChoice few = learner().model(judged, Map.of()).choice();
    assertThat(few.isGain()).isFalse();
    assertThat(few.fusion()).isEqualTo(Fusion.BM25);
    Gain gain = few.verdict().deciding();
    assertThat(gain.heldOut()).isEqualTo(19);
    assertThat(gain.low()).isPositive();
    assertThat(learner().model(library.judged().subList(0, 20), Map.of()).choice().isGain())
        .isTrue();
  }

  @Test
  void queriesOfTheSameTextAreInOneFoldAndCountOnce() {
    List<SearchQuery> asked = new ArrayList<>();
    for (int query = 0; query < 40; query++) {
      asked.add(new SearchQuery("q" + query, "ask" + query % 6 + " noise" + query % 4));
    }
    List<JudgedQuery> judged = JudgedQuery.of(library.collection, asked, library.judgements());
    QueryTexts texts = QueryTexts.of(library.collection, judged);
    assertThat(texts.count()).isEqualTo(12);
    UnitSplit folds = texts.folds(5, 1);
    for (int fold = 0; fold < 5; fold++) {
      List<String> heldOut = texts(folds.heldOut(fold, judged));
      assertThat(heldOut).isNotEmpty();
      assertThat(texts(folds.learning(fold, judged)))
          .isNotEmpty()
          .doesNotContainAnyElementsOf(heldOut);
    }
    double[] places = new double[40];
    for (int query = 0; query < 40; query++) {
      places[query] = query;
    }
    // the first text has the queries 0, 12, 24 and 36, the last one 11, 23 and 35
    assertThat(texts.means(places)).startsWith(18).endsWith(23).hasSize(12);
    assertThat(texts.other(0)).isEqualTo(1);
    assertThat(
            QueryTexts.of(library.collection, List.of(judged.get(0), judged.get(12), judged.get(1)))
                .other(0))
        .isEqualTo(2);
    SearchExperiment experiment = new SearchExperiment(library.collection, judged, learner());
    assertThat(experiment.run((fold, choice) -> {}).all().gain(SearchExperiment.FUSED).heldOut())
        .isEqualTo(12);
  }

  @Test
  void theSameHalfIsKnownForAllQueriesOfAText() {
    List<SearchQuery> twice = new ArrayList<>();
    Judgements.Builder judgements = Judgements.builder();
    for (SearchQuery query : library.queries) {
      for (String id : List.of(query.id(), query.id() + "-again")) {
        twice.add(new SearchQuery(id, query.text()));
        library
            .judgements()
            .of(query.id())
            .forEach((document, grade) -> judgements.add(id, document, grade));
      }
    }
    List<JudgedQuery> judged = JudgedQuery.of(library.collection, twice, judgements.build());
    Gain once =
        new SearchExperiment(library.collection, library.judged(), learner())
            .knownQueries()
            .gain(SearchExperiment.ROCCHIO);
    // with a half of its own for each id, all relevant documents would be known for many a text
    assertThat(
            new SearchExperiment(library.collection, judged, learner())
                .knownQueries()
                .gain(SearchExperiment.ROCCHIO))
        .isEqualTo(once);
  }

  @Test
  void saysWhyBm25Stays() {
    Gain gain = new Gain("MAP", "queries", 0.3, 0.4, 0.05, 0.15, 20);
    Gain none = new Gain("MAP", "queries", 0.3, 0.4, -0.05, 0.25, 20);
    Gain few = new Gain("MAP", "queries", 0.3, 0.4, 0.05, 0.15, 19);
    assertThat(choice(true, Verdict.of(List.of(gain))).whyBm25()).isEmpty();
    assertThat(choice(true, Verdict.of(List.of(gain)).notKept()).whyBm25())
        .isEqualTo("no one way of learning is clearly better over all folds");
    assertThat(choice(true, Verdict.of(List.of(none))).whyBm25())
        .isEqualTo("no gain beyond chance");
    assertThat(choice(true, Verdict.of(List.of(few))).whyBm25())
        .isEqualTo("too few queries, 19 of 20 that it takes");
    assertThat(choice(false, Verdict.of(List.of(none))).whyBm25())
        .isEqualTo("the judgements do not fit the queries");
  }

  private static HeldOutChoice choice(boolean fits, Verdict verdict) {
    SearchPlan plan = Library.plan();
    return new HeldOutChoice(
        plan.matrices().first(), plan.encoders().first(), Fusion.BM25, fits, verdict);
  }

  private static List<String> texts(List<JudgedQuery> queries) {
    return queries.stream().map(query -> query.query().text()).toList();
  }

  @Test
  void tooFewQueriesKeepBm25() {
    List<JudgedQuery> one = library.judged().subList(0, 1);
    assertThat(learner().model(one, Map.of()).choice().isGain()).isFalse();
    assertThatThrownBy(() -> new SearchExperiment(library.collection, one, learner()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected judged queries of at least 2 texts");
  }
}
