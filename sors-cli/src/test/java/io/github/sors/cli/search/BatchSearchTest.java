package io.github.sors.cli.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.file.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many queries in one process, and what the rankings are worth. */
class BatchSearchTest {

  @TempDir static Path folder;

  private static Path documents;
  private static Path model;
  private static Path index;
  private static Path queries;

  @BeforeAll
  static void learn() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < 60; k++) {
      lines.append(
          "{\"id\": \"d%d\", \"label\": \"%s\", \"text\": \"%s flow x%d y%d\"}%n"
              .formatted(
                  k, k % 2 == 0 ? "hot" : "wing", k % 2 == 0 ? "heat" : "wing", k % 7, k % 5));
    }
    documents = Files.writeString(folder.resolve("documents.jsonl"), lines);
    model = folder.resolve("documents.sors");
    index = folder.resolve("documents.index");
    Outcome.of(
            "train",
            documents,
            "--max-df",
            1,
            "--model",
            model,
            "--algorithm",
            "sors-2",
            "--rounds",
            200)
        .succeeded();
    Outcome.of("index", documents, "--model", model, "--output", index).succeeded();
    queries =
        Files.writeString(
            folder.resolve("queries.tsv"), "q1\theat x3\nq2\twing y4 x1\nq3\tunknown\n");
  }

  private static Run run(Object... command) throws IOException {
    Path file = folder.resolve("out.run");
    Outcome.of(List.of(command), "--model", model, "--run", file).succeeded();
    return RunFile.read(file);
  }

  /** What the same query gives alone. */
  private static List<Double> scores(Object... command) {
    List<Double> scores = new ArrayList<>();
    Outcome.json(List.of(command), "--model", model, "--top", 20, "--json")
        .get("hits")
        .forEach(hit -> scores.add(hit.get("score").doubleValue()));
    return scores;
  }

  private static List<Double> scores(Ranking ranking) {
    return ranking.documents().stream().map(document -> document.score()).toList();
  }

  @Test
  void aBatchRanksAsItsQueriesDoAlone() throws IOException {
    Run ofRows = run("search", documents, "--queries", queries, "--top", 20);
    Run ofIndex =
        run("search", "--index", index, "--queries", queries, "--top", 20, "--threads", 3);
    assertThat(ofRows).isEqualTo(ofIndex);
    assertThat(ofRows.name()).isEqualTo("documents");
    assertThat(ofRows.queries()).containsExactly("q1", "q2", "q3");
    assertThat(scores(ofRows.of("q1").orElseThrow()))
        .isEqualTo(scores("search", documents, "--query", "heat x3"));
    assertThat(scores(ofIndex.of("q2").orElseThrow()))
        .isEqualTo(scores("search", "--index", index, "--query", "wing y4 x1"));
  }

  @Test
  void rowsAreQueriesToo() throws IOException {
    Path plain =
        Files.writeString(folder.resolve("rows.libsvm"), "1\t1:1 2:0.5\n2 3:1\n".repeat(3));
    Path learnt = folder.resolve("rows.sors");
    Outcome.of("train", plain, "--model", learnt, "--algorithm", "sors-2", "--holdout", 0)
        .succeeded();
    Path ofRows = folder.resolve("plain.run");
    Outcome.of("search", plain, "--queries", plain, "--model", learnt, "--run", ofRows).succeeded();
    assertThat(RunFile.read(ofRows).queries()).containsExactly("0", "1", "2", "3", "4", "5");
    Outcome.of("search", documents, "--queries", plain, "--model", model, "--run", ofRows)
        .refused(plain + ": expected items with the fields text", "found rows of numbers");
    Outcome.of("search", plain, "--queries", queries, "--model", learnt, "--run", ofRows)
        .refused("no recipe that makes vectors of texts");
  }

  @Test
  void anEncoderRanksInBatchToo() throws IOException {
    Path encoder = folder.resolve("encoder.sors");
    Outcome.of(
            "train",
            documents,
            "--max-df",
            1,
            "--model",
            encoder,
            "--algorithm",
            "encoder",
            "--rounds",
            50,
            "--k",
            8)
        .succeeded();
    Path encoded = folder.resolve("encoded.index");
    Outcome.of("index", documents, "--model", encoder, "--output", encoded).succeeded();
    Path rows = folder.resolve("rows.run");
    Path items = folder.resolve("items.run");
    Outcome.of("search", documents, "--model", encoder, "--queries", queries, "--run", rows)
        .succeeded();
    JsonNode report =
        Outcome.json(
            "search",
            "--index",
            encoded,
            "--model",
            encoder,
            "--queries",
            queries,
            "--run",
            items,
            "--json");
    assertThat(RunFile.read(items)).isEqualTo(RunFile.read(rows));
    assertThat(report.get("queries").intValue()).isEqualTo(3);
    assertThat(report.get("documents").intValue()).isEqualTo(60);
    assertThat(report.get("found").intValue()).isEqualTo(180);
  }

  @Test
  void wrongUsesOfABatchAreRefused() throws IOException {
    List<Object> search = List.of("search", documents, "--model", model);
    Path out = folder.resolve("never.run");
    Outcome.of(search, "--queries", queries).refused("--queries and --run go together");
    Outcome.of(search, "--run", out, "--query", "heat").refused("--queries and --run go together");
    Outcome.of(search, "--queries", queries, "--run", out, "--explain")
        .refused("--queries cannot be used with");
    Outcome.of(search, "--queries", queries, "--run", out, "--threads", 0)
        .refused("expected --threads of at least 1, found 0");
    Outcome.of(search, "--query", "heat", "--threads", 2)
        .refused("--threads is for a search with --queries");
    Path bad = Files.writeString(folder.resolve("bad.tsv"), "q1\theat\nq1\twing\n");
    Outcome.of(search, "--queries", bad, "--run", out)
        .refused(bad + ", line 2: expected each id once");
    Path empty = Files.writeString(folder.resolve("empty.tsv"), "");
    Outcome.of(search, "--queries", empty, "--run", out)
        .refused("expected at least one item, found none");
    assertThat(out).doesNotExist();
  }

  @Test
  void runsAreMeasuredOnJudgements() throws IOException {
    Path qrels = Files.writeString(folder.resolve("qrels.txt"), "1 0 a 1\n1 0 b 2\n2 0 c 1\n");
    Path before =
        Files.writeString(
            folder.resolve("before.run"), "1 Q0 x 1 9 old\n1 Q0 a 2 8 old\n2 Q0 c 1 3 old\n");
    Path now =
        Files.writeString(
            folder.resolve("now.run"), "1 Q0 b 1 9 new\n1 Q0 a 2 8 new\n9 Q0 c 1 3 new\n");
    Outcome compared =
        Outcome.of(
                "evaluate",
                "--run",
                now,
                "--qrels",
                qrels,
                "--baseline",
                before,
                "--measures",
                "map,rr")
            .succeeded();
    assertThat(compared.err())
        .isEqualTo(
            "note: 1 of the judged queries have no ranking in "
                + now
                + " and count 0\nnote: 1 queries of "
                + now
                + " are not judged\n");
    // map: old (1/4 + 1) / 2, new (1 + 0) / 2; rr: old (1/2 + 1) / 2, new (1 + 0) / 2
    assertThat(compared.out())
        .contains("2 judged queries")
        .containsPattern("measure +old +new +difference +won +lost +p +p of t-test")
        .containsPattern("map +0.6250 +0.5000 +-0.1250 +1 +1 +1.0000")
        .containsPattern("rr +0.7500 +0.5000 +-0.2500 +1 +1 +1.0000")
        .contains("paired randomisation test by query");
    JsonNode json = Outcome.json("evaluate", "--run", now, "--qrels", qrels, "--json");
    assertThat(json.at("/measures/map/mean").doubleValue()).isCloseTo(0.5, within(1e-12));
    assertThat(json.at("/measures/ndcg@10/byQuery/1").doubleValue()).isEqualTo(1);
    assertThat(json.at("/measures/map").has("baseline")).isFalse();
    assertThat(Outcome.of("evaluate", "--run", before, "--qrels", qrels).succeeded().out())
        .containsPattern("map +0.6250");
  }

  @Test
  void wrongUsesOfJudgementsAreRefused() throws IOException {
    Path qrels = Files.writeString(folder.resolve("q.txt"), "1 0 a 1\n");
    Path run = Files.writeString(folder.resolve("r.run"), "1 Q0 a 1 9 x\n");
    Path other = Files.writeString(folder.resolve("o.run"), "7 Q0 a 1 9 x\n");
    Outcome.of("evaluate", "--run", run)
        .refused("--run is measured on judgements: give --qrels FILE");
    Outcome.of("evaluate", "--qrels", qrels).refusedWithHelp("'--model=FILE' or '--run=FILE'");
    Outcome.of("evaluate", "--run", run, "--qrels", qrels, "--model", model)
        .refused("leave out --model, ITEMS and --queries");
    Outcome.of("evaluate", "--run", run, "--qrels", qrels, "--baseline")
        .refused("expected a run to compare with");
    Outcome.of("evaluate", "--run", run, "--qrels", qrels, "--measures", "map,bpref")
        .refused("expected a measure", "'bpref'");
    Outcome.of("evaluate", "--run", other, "--qrels", qrels)
        .refused("found none of them in " + other);
    Outcome.of("evaluate", "--run", qrels, "--qrels", qrels).refused(qrels + ", line 1: expected");
    Outcome.of("evaluate", "--model", model, "--baseline", documents)
        .refused("put DATA before --baseline");
    Outcome.of("evaluate").refusedWithHelp("'--model=FILE' or '--run=FILE'");
  }
}
