package io.github.sors.ranking.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.SearchQuery;
import io.github.sors.ranking.file.DocumentFile;
import io.github.sors.ranking.file.QrelsFile;
import io.github.sors.ranking.file.QueryFile;
import io.github.sors.ranking.measure.PairedComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The Cranfield collection, where it is at hand, with few rounds. */
class CranfieldTest {

  @Test
  void titlesAloneGainMoreThanFivePercent() throws IOException {
    String data = System.getenv("SORS_DATA");
    assumeTrue(data != null, "SORS_DATA names no folder of data");
    Path folder = Path.of(data, "ir", "cran");
    assumeTrue(Files.isDirectory(folder), "there is no Cranfield collection in " + folder);
    ItemSource records = DocumentFile.open(folder.resolve("docs.jsonl.gz"));
    SearchCollection collection = SearchCollection.of(records, VectorizerOptions.BM25);
    List<SearchQuery> queries = QueryFile.read(folder.resolve("queries.tsv"));
    List<JudgedQuery> judged =
        JudgedQuery.of(collection, queries, QrelsFile.read(folder.resolve("qrels.txt")));
    TitleTriplets titles =
        new TitleTriplets(collection, records, "title", "text", NegativeMix.DEFAULT, 1);
    SearchLearner learner =
        new SearchLearner(
            collection,
            SearchPlan.DEFAULT
                .withoutEncoder()
                .withMatrices(new MatrixTries(List.of(0.01), List.of(0.6), List.of(3000L))),
            titles);
    SearchModel model = learner.modelOfTitles(SearchPlan.WITHOUT_JUDGEMENTS, Map.of());
    Run bm25 = SearchModel.bm25(collection, queries);
    Run learnt = model.run("learnt", collection, queries, SearchCollection.DEPTH);
    PairedComparison comparison =
        SearchExperiment.table(collection, judged, List.of(bm25, learnt)).comparison("learnt");
    assertThat(comparison.baselineMean()).isCloseTo(0.295, within(0.001));
    assertThat(comparison.mean()).isGreaterThan(1.05 * comparison.baselineMean());
    assertThat(comparison.isSignificantlyBetter()).isTrue();
  }
}
