package io.github.sors.ranking.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.item.Item;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.ranking.fusion.RankingSearcher;
import io.github.sors.ranking.fusion.Reason;
import io.github.sors.ranking.signal.RankingCollection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingTrainingTest {

  private static GeneratedSearch search;
  private static RankingResult result;

  @BeforeAll
  static void train() {
    search = new GeneratedSearch(120, 40, true, true);
    result = search.train(search.feedback(), 2);
  }

  @Test
  void whatIsLearntIsKeptIfItHelps() {
    assertThat(result.isKept()).isTrue();
    assertThat(result.why()).isEmpty();
    assertThat(result.verdict().deciding().low()).isPositive();
    assertThat(result.served()).isEqualTo("all signals");
    assertThat(result.queries()).isEqualTo(40);
    RankingResult.Method served = result.method("served");
    assertThat(served.averagePrecision())
        .isGreaterThan(result.method(result.start()).averagePrecision() + 0.1);
    assertThat(result.runs().get("served").queries()).hasSize(40);
    assertThat(result.changes()).hasSize(40);
    assertThat(result.changes().get(0).gain())
        .isGreaterThanOrEqualTo(result.changes().get(39).gain());
  }

  @Test
  void theSameSeedGivesTheSameBytesWithAnyNumberOfThreads(@TempDir Path folder) throws IOException {
    result.model().write(folder.resolve("two.sors"));
    search.train(search.feedback(), 1).model().write(folder.resolve("one.sors"));
    assertThat(folder.resolve("one.sors")).hasSameBinaryContentAs(folder.resolve("two.sors"));
  }

  @Test
  void aModelIsTheSameOutOfItsFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("model.sors");
    result.model().write(file);
    assertThat(RankingModel.isOne(file)).isTrue();
    RankingModel read = RankingModel.read(file);
    read.write(folder.resolve("again.sors"));
    assertThat(folder.resolve("again.sors")).hasSameBinaryContentAs(file);
    RankingSearcher before = result.model().searcher(search.collection);
    RankingSearcher after = read.searcher(read.collection(search.collection.items()));
    for (Item query : search.queries) {
      assertThat(after.search(query, 20)).isEqualTo(before.search(query, 20));
    }
  }

  @Test
  void reasonsSumToTheScore() {
    RankingSearcher searcher = result.model().searcher(search.collection);
    for (Item query : search.queries.subList(0, 5)) {
      Ranking ranking = searcher.search(query, 10);
      for (ScoredDocument document : ranking.documents()) {
        int item = search.collection.items().number(document.id());
        List<Reason> reasons = searcher.explain(query, item);
        double sum = reasons.stream().mapToDouble(Reason::contribution).sum();
        assertThat(sum).isCloseTo(document.score(), within(1e-9));
        assertThat(reasons).allMatch(reason -> !reason.words().isBlank());
      }
    }
  }

  @Test
  void onlyTheOwnerSeesOtherPeoplesQueries() {
    RankingSearcher searcher = result.model().searcher(search.collection);
    Item query = search.queries.get(0);
    int item = search.collection.items().number(searcher.search(query, 1).ids().get(0));
    assertThat(judged(searcher.explain(query, item)).evidence()).isEmpty();
    assertThat(judged(searcher.namingQueries().explain(query, item)).evidence())
        .isNotEmpty()
        .allMatch(text -> text.startsWith("ask"));
  }

  private static Reason judged(List<Reason> reasons) {
    return reasons.stream().filter(one -> one.signal().equals("judged")).findFirst().orElseThrow();
  }

  @Test
  void aQueryWithoutAVectorIsRankedByItsWords() {
    RankingSearcher searcher = result.model().searcher(search.collection);
    Item query = search.queries.get(0);
    Item words = new Item("words", "", query.fields());
    assertThat(searcher.search(words, 10).ids()).hasSize(10);
    assertThat(searcher.silent(query)).isEmpty();
    assertThat(searcher.silent(words)).contains("adapted").doesNotContain("encoder");
  }

  @Test
  void vectorsOfAnotherModelAreRefused() {
    RankingCollection other =
        RankingCollection.of(
            search.collection.items(),
            VectorizerOptions.BM25.withAnalyzer("whitespace"),
            "another model");
    assertThatThrownBy(() -> result.model().searcher(other))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'generated' (8 numbers)")
        .hasMessageContaining("'another model'");
    Item query = new Item("q", "", search.queries.get(0).fields(), new float[] {1, 2, 3});
    RankingSearcher searcher = result.model().searcher(search.collection);
    assertThatThrownBy(() -> searcher.search(query, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected 8 numbers, found 3");
  }

  @Test
  void aTruncatedFileIsRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("model.sors");
    result.model().write(file);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> RankingModel.read(file)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void fewQueriesLeaveTheStart() {
    GeneratedSearch few = new GeneratedSearch(120, 12, true, true);
    RankingResult unlearnt = few.train(few.feedback(), 1);
    assertThat(unlearnt.isKept()).isFalse();
    assertThat(unlearnt.why()).startsWith("too few queries, 12");
    assertThat(unlearnt.served()).isEqualTo(unlearnt.start());
    assertThat(unlearnt.method("served").gain().mean()).isZero();
    assertThat(unlearnt.model().parts().judged()).isEmpty();
  }

  @Test
  void judgementsOfOtherQueriesAreNoticed() {
    RankingResult unfit = search.train(search.meaningless(4), 1);
    assertThat(unfit.isKept()).isFalse();
    assertThat(unfit.why()).startsWith("the judgements do not fit the queries");
  }

  @Test
  void textsAloneAndVectorsAloneAreEnough() {
    for (boolean texts : new boolean[] {true, false}) {
      GeneratedSearch one = new GeneratedSearch(60, 30, texts, !texts);
      RankingResult learnt = one.train(one.feedback(), 2);
      assertThat(learnt.start()).isEqualTo(texts ? "BM25" : "cosine");
      assertThat(learnt.method("learnt").averagePrecision())
          .isGreaterThan(learnt.method(learnt.start()).averagePrecision());
    }
  }

  @Test
  void titlesAreSharedByTrainingsOfOtherSeeds() {
    LearntTitles titles = LearntTitles.of(search.collection, RankingOptions.DEFAULT);
    RankingResult other =
        new RankingTraining(
                search.collection,
                search.queries,
                search.feedback(),
                RankingOptions.DEFAULT.withSeed(5).withThreads(2))
            .withTitles(titles)
            .run(RankingListener.NONE);
    assertThat(other.isKept()).isTrue();
  }

  @Test
  void itemsAskedWithDoNotFindThemselves() {
    List<Item> asked = search.items.subList(0, 30);
    List<Feedback> feedback =
        asked.stream()
            .map(
                item -> {
                  int topic = Integer.parseInt(item.id().substring(1)) % GeneratedSearch.TOPICS;
                  List<String> same =
                      search.items.stream()
                          .map(Item::id)
                          .filter(
                              id ->
                                  Integer.parseInt(id.substring(1)) % GeneratedSearch.TOPICS
                                      == topic)
                          .toList();
                  return new Feedback(item.id(), same, List.of(), 1, null, "");
                })
            .toList();
    RankingResult similar =
        new RankingTraining(
                search.collection,
                asked,
                feedback,
                RankingOptions.DEFAULT.withQueriesAreItems(true).withThreads(2))
            .run(RankingListener.NONE);
    similar
        .runs()
        .values()
        .forEach(
            run ->
                run.rankings()
                    .forEach(
                        ranking -> assertThat(ranking.ids()).doesNotContain(ranking.queryId())));
    assertThat(similar.model().searcher(search.collection).searchLike(3, 200).ids())
        .doesNotContain("d3");
  }

  @Test
  void unknownIdsAreCounted() {
    List<Feedback> feedback =
        List.of(
            new Feedback("q0", List.of("d0", "nothing"), List.of("gone"), 1, null, ""),
            new Feedback("nobody", List.of("d0"), List.of(), 1, null, ""));
    RankingResult counted = search.train(feedback, 1);
    assertThat(counted.unknownItems()).isEqualTo(2);
    assertThat(counted.unknownQueries()).isEqualTo(1);
    assertThatThrownBy(() -> search.train(feedback.subList(1, 2), 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected feedback that prefers an item for a query");
  }
}
