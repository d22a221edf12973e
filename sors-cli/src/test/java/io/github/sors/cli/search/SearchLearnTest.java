package io.github.sors.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.file.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the files of a search engineer to a ranking and a report. */
class SearchLearnTest {

  private static final int TOPICS = 4;

  @TempDir static Path folder;

  private static Path docs;
  private static Path queries;
  private static Path qrels;
  private static Path clicks;

  /** Queries say "ask2" where documents say "answer2". */
  @BeforeAll
  static void write() throws IOException {
    Random random = new Random(18);
    StringBuilder documents = new StringBuilder();
    for (int k = 0; k < 60; k++) {
      documents.append(
          "{\"id\": \"d%d\", \"title\": \"%s\", \"text\": \"answer%d noise%d noise%d\"}%n"
              .formatted(
                  k,
                  k % 5 == 0 ? "ask" + k % TOPICS : "noise" + random.nextInt(9),
                  k % TOPICS,
                  random.nextInt(9),
                  random.nextInt(9)));
    }
    StringBuilder texts = new StringBuilder();
    StringBuilder judged = new StringBuilder();
    StringBuilder clicked = new StringBuilder();
    for (int query = 0; query < 30; query++) {
      // no two are the same
      String text = "ask" + query % TOPICS + " noise" + query % 9;
      texts.append("q%d\t%s%n".formatted(query, text));
      for (int k = query % TOPICS; k < 60; k += TOPICS) {
        judged.append("q%d 0 d%d 1%n".formatted(query, k));
        clicked.append(
            "{\"query_id\": \"q%d\", \"query\": \"%s\", \"shown\": [\"d%d\", \"d%d\"], \"clicked\": [\"d%d\"]}%n"
                .formatted(query, text, (k + 1) % 60, k, k));
      }
    }
    docs = Files.writeString(folder.resolve("docs.jsonl"), documents);
    queries = Files.writeString(folder.resolve("queries.tsv"), texts);
    qrels = Files.writeString(folder.resolve("qrels.txt"), judged);
    clicks = Files.writeString(folder.resolve("clicks.jsonl"), clicked);
  }

  @Test
  void aReportIsNamedByFolderAndFileAsFarAsThereAreNames() {
    Path root = folder.toAbsolutePath().getRoot();
    assertThat(SearchLearnCommand.lastNames(root.resolve("a").resolve("b.jsonl"), 2))
        .isEqualTo("a, b.jsonl");
    assertThat(SearchLearnCommand.lastNames(root.resolve("b.jsonl"), 2)).isEqualTo("b.jsonl");
    assertThat(SearchLearnCommand.lastNames(root, 2)).isEqualTo(root.toString());
  }

  @Test
  void threeCommandsFromTheFilesToAReport() throws IOException {
    Path model = folder.resolve("search.sors");
    Path report = folder.resolve("report");
    Path bm25 = folder.resolve("bm25.run");
    Path heldOut = folder.resolve("held-out.run");
    Outcome learnt =
        Outcome.of(
            "search-learn",
            "--docs",
            docs,
            "--queries",
            queries,
            "--qrels",
            qrels,
            "--model",
            model,
            "--run",
            heldOut,
            "--baseline-run",
            bm25,
            "--report",
            report,
            "--rounds",
            "200,600",
            "--margins",
            "0.6",
            "--encoder-rounds",
            "200",
            "--encoder-taus",
            "0.1",
            "--encoder-k",
            "8");
    learnt.succeeded();
    assertThat(learnt.out())
        .contains("gain on 30 held-out queries, which nothing was learnt from or chosen on:")
        .containsPattern("fused .* \\+0\\.\\d{4} +\\+0\\.\\d{4}\\.\\.\\+0\\.\\d{4}");
    assertThat(Files.readString(report.resolve("index.html")))
        .contains("Queries that gained most", "Known queries", "answer", "<svg")
        .contains("judged queries</th><td>8</td><td>24</td>")
        .doesNotContain("NaN");
    Path run = folder.resolve("search.run");
    Outcome.of("search", "--docs", docs, "--queries", queries, "--model", model, "--run", run)
        .succeeded();
    Run found = RunFile.read(run);
    assertThat(found.queries()).hasSize(30);
    JsonNode measured =
        Outcome.json("evaluate", "--run", heldOut, "--qrels", qrels, "--baseline", bm25, "--json")
            .get("measures")
            .get("map");
    assertThat(measured.get("difference").doubleValue()).isGreaterThan(0.1);
    assertThat(measured.get("pRandomisation").doubleValue()).isLessThan(0.01);
    JsonNode ranked =
        Outcome.json(
                "evaluate",
                "--run",
                heldOut,
                "--qrels",
                qrels,
                "--baseline",
                "bm25",
                "--docs",
                docs,
                "--queries",
                queries,
                "--json")
            .get("measures")
            .get("map");
    assertThat(ranked).isEqualTo(measured);
    Outcome.of("evaluate", "--run", heldOut, "--qrels", qrels, "--baseline", "bm25")
        .refused("give all three or none");
    Outcome.of("evaluate", "--run", heldOut, "--qrels", qrels, "--docs", docs)
        .refused("give all three or none");
  }

  @Test
  void fewerThanTwentyQueriesTellNothingAndSayHowManyWould() throws IOException {
    Path few = Files.write(folder.resolve("few.tsv"), Files.readAllLines(queries).subList(0, 19));
    Outcome learnt =
        Outcome.of(
                "search-learn",
                "--docs",
                docs,
                "--queries",
                few,
                "--qrels",
                qrels,
                "--no-encoder",
                "--rounds",
                "200",
                "--model",
                folder.resolve("few.sors"))
            .succeeded();
    assertThat(String.join(" ", learnt.lines()))
        .contains(
            "too few to tell a gain from chance: 19 held-out queries, of 20 that it takes; about 20"
                + " queries in all would do")
        .contains("too few queries, 15 of 20 that it takes: BM25 stays", "ranking  BM25");
  }

  @Test
  void clicksAndTitlesTeachToo() {
    Path model = folder.resolve("clicks.sors");
    JsonNode ofClicks =
        Outcome.json(
            "search-learn",
            "--docs",
            docs,
            "--clicks",
            clicks,
            "--model",
            model,
            "--titles",
            "none",
            "--for-engines",
            "--steps",
            "0.01",
            "--margins",
            "0.6",
            "--rounds",
            "200,600",
            "--json");
    JsonNode gain = ofClicks.get("gain");
    assertThat(gain.get("measure").textValue()).isEqualTo("MAP");
    assertThat(gain.get("unit").textValue()).isEqualTo("queries");
    assertThat(gain.get("heldOut").intValue()).isEqualTo(30);
    assertThat(gain.get("low").doubleValue()).isPositive();
    assertThat(gain.get("high").doubleValue())
        .isGreaterThan(gain.get("learnt").doubleValue() - gain.get("start").doubleValue());
    assertThat(gain.get("kept").booleanValue()).isTrue();
    assertThat(ofClicks.get("fusion").textValue()).contains("1024 strongest terms");
    JsonNode ofTitles =
        Outcome.json(
            "search-learn",
            "--docs",
            docs,
            "--queries",
            queries,
            "--qrels",
            qrels,
            "--self-supervised",
            "title:text",
            "--model",
            model,
            "--rounds",
            "1500",
            "--json");
    JsonNode methods = ofTitles.get("methods");
    assertThat(methods.get("learnt").get("map").doubleValue())
        .isGreaterThan(methods.get("BM25").get("map").doubleValue());
  }

  @Test
  void anEncoderGetsAFileOfItsOwnAndNoQueryOfTerms() throws IOException {
    Path model = folder.resolve("both.sors");
    Path encoder = folder.resolve("both-encoder.sors");
    Outcome learnt =
        Outcome.of(
            "search-learn",
            "--docs",
            docs,
            "--queries",
            queries,
            "--qrels",
            qrels,
            "--titles",
            "none",
            "--model",
            model,
            // M learns nothing, so that the encoder is chosen
            "--steps",
            "1e-9",
            "--rounds",
            "10",
            "--encoder-k",
            "16",
            "--encoder-steps",
            "0.03",
            "--encoder-taus",
            "0.1",
            "--encoder-rounds",
            "600");
    learnt.succeeded();
    assertThat(learnt.out())
        .contains("encoder  " + encoder, "features to", "numbers")
        .containsPattern("settings .*encoder: k 16, step 0.03, tau 0.1, \\d+ rounds");
    assertThat(encoder).exists();
    Path run = folder.resolve("both.run");
    Outcome.of("search", "--docs", docs, "--queries", queries, "--model", model, "--run", run)
        .succeeded();
    JsonNode measured =
        Outcome.json(
                "evaluate",
                "--run",
                run,
                "--qrels",
                qrels,
                "--baseline",
                "bm25",
                "--docs",
                docs,
                "--queries",
                queries,
                "--json")
            .get("measures")
            .get("map");
    assertThat(measured.get("difference").doubleValue()).isGreaterThan(0.1);
    Outcome.of("search", "--model", model, "--text", "ask1", "--print-query", "opensearch")
        .refused("ranks with an encoder, which is no query of weighted terms");
    Outcome index =
        Outcome.of("index", docs, "--model", model, "--output", folder.resolve("both.index"));
    index.succeeded();
    assertThat(index.err()).contains("which only 'sors search --docs' uses: here it ranks without");
    Files.delete(encoder);
    Outcome.of("search", "--docs", docs, "--queries", queries, "--model", model, "--run", run)
        .refused("expected it in " + encoder + ", found no such file");
  }

  @Test
  void queriesMayHaveFieldsThatDocumentsDoNotHave() throws IOException {
    StringBuilder texts = new StringBuilder();
    for (int query = 0; query < 30; query++) {
      texts.append(
          "{\"id\": \"q%d\", \"text\": \"ask%d noise%d\", \"room\": \"r%d\"}%n"
              .formatted(query, query % TOPICS, query % 9, query % TOPICS));
    }
    Path fields = Files.writeString(folder.resolve("fields.jsonl"), texts);
    Path model = folder.resolve("fields.sors");
    Outcome.of(
            "search-learn",
            "--docs",
            docs,
            "--queries",
            fields,
            "--query-fields",
            "room",
            "--qrels",
            qrels,
            "--model",
            model,
            "--no-encoder",
            "--steps",
            "0.01",
            "--margins",
            "0.6",
            "--rounds",
            "600")
        .succeeded();
    Outcome partners = Outcome.of("info", model, "--feature", "query room=r2");
    partners.succeeded();
    assertThat(partners.out()).contains("answer2");
    Path run = folder.resolve("fields.run");
    Outcome.of("search", "--docs", docs, "--queries", fields, "--model", model, "--run", run)
        .succeeded();
    assertThat(RunFile.read(run).queries()).hasSize(30);
    Outcome.of(
            "search-learn",
            "--docs",
            docs,
            "--clicks",
            clicks,
            "--query-fields",
            "room",
            "--model",
            model)
        .refused("--query-fields needs --qrels");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    Path model = folder.resolve("m.sors");
    Outcome.of("search-learn", "--docs", docs, "--model", model)
        .refused("expected one of --qrels, --clicks and --self-supervised, found none");
    Outcome.of("search-learn", "--docs", docs, "--qrels", qrels, "--model", model)
        .refused("--qrels needs the texts of the queries: give --queries");
    Outcome.of("search-learn", "--docs", docs, "--self-supervised", "title", "--model", model)
        .refused("expected two columns as in title:text, found 'title'");
    Outcome.of(
            List.of("search-learn", "--docs", docs, "--queries", queries, "--qrels", qrels),
            List.of("--model", model, "--report", qrels.resolve("report")))
        .refused("cannot write to the folder", qrels + " is a file");
    Outcome.of("search", "--docs", docs, "--model", model, "--text", "x")
        .refused("--docs needs --queries and --run");
  }
}
