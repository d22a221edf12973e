package io.github.sors.ranking.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingFilesTest {

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("given"), text);
  }

  private void assertRefused(ThrowingCallable reading, String message) {
    assertThatThrownBy(reading)
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(folder.resolve("given") + message);
  }

  @Test
  void queriesAreTabSeparatedOrJson() throws IOException {
    List<SearchQuery> expected =
        List.of(new SearchQuery("1", "heat transfer"), new SearchQuery("q-2", "wing\tbody"));
    assertThat(QueryFile.read(file("\uFEFF1\theat transfer\r\n\r\nq-2\twing\tbody\n")))
        .isEqualTo(expected);
    assertThat(
            QueryFile.read(
                file(
                    """
                    {"id": 1, "text": "heat transfer"}
                    {"_id": "q-2", "query": "wing\\tbody", "other": [1]}
                    """)))
        .isEqualTo(expected);
  }

  @Test
  void compressedQueriesAreRead() throws IOException {
    Path compressed = folder.resolve("queries.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write("1\theat".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(QueryFile.read(compressed)).containsExactly(new SearchQuery("1", "heat"));
  }

  @Test
  void badQueriesSayWhere() throws IOException {
    Path given = file("1\ta\n2 b\n");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 2: expected 'id<TAB>text' or a JSON object, found no tab in '2 b'");
    file("1\ta\n\n1\tb\n");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 3: expected each query once, found '1' again, which line 1 has: give each query an"
            + " id of its own");
    file("\n \n");
    assertRefused(
        () -> QueryFile.read(given),
        ": expected queries, 'id<TAB>text' or JSON objects with id and text, found no line");
    file("{\"id\": 1");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 1: expected one JSON object per line, found '{\"id\": 1'");
    file("{\"id\": 1, \"words\": 2}");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 1: expected the field 'text' (or query, title), found id, words");
    file("{\"id\": [1], \"text\": 2}");
    assertRefused(
        () -> QueryFile.read(given), ", line 1: expected a text or a number in 'id', found '[1]'");
    file("{\"id\": 1e400, \"text\": 2}");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 1: expected a number of at most 1.7976931348623157E308 in size in 'id'");
    file("{\"id\": 1, \"text\": 2, \"year\": -1e400}");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 1: expected a number of at most 1.7976931348623157E308 in size in 'year'");
    file("{\"id\": 1, \"text\": 2, \"text\": 3}");
    assertRefused(
        () -> QueryFile.read(given),
        ", line 1: expected one JSON object per line, found Duplicate field 'text' in"
            + " '{\"id\": 1, \"text\": 2, \"text\": 3}'");
    file(" \tx");
    assertRefused(() -> QueryFile.read(given), ", line 1: expected the id of a query, found ''");
    Files.write(given, new byte[] {'1', '\t', (byte) 0xFF, '\n'});
    assertRefused(
        () -> QueryFile.read(given),
        ", after line 0: expected text in UTF-8, found bytes that are not: save the file as UTF-8");
  }

  @Test
  void judgementsOfTrecAndWithAHeadingAreRead() throws IOException {
    Judgements expected =
        Judgements.builder().add("1", "d7", 3).add("1", "d8", 0).add("2", "d7", -1).build();
    assertThat(QrelsFile.read(file("1 0 d7 3\n1\t0\td8\t0\n\n2 Q0 d7 -1\n"))).isEqualTo(expected);
    assertThat(QrelsFile.read(file("query-id\tcorpus-id\tscore\n1\td7\t3\n1\td8\t0\n2\td7\t-1\n")))
        .isEqualTo(expected);
  }

  @Test
  void badJudgementsSayWhere() throws IOException {
    Path given = file("1 0 d7 3\n1 d7 3\n");
    assertRefused(
        () -> QrelsFile.read(given),
        ", line 2: expected 'query 0 document grade', found 3 columns in '1 d7 3'");
    file("1 0 d7 3\n1 0 d7 2\n");
    assertRefused(
        () -> QrelsFile.read(given),
        ", line 2: query '1': expected one judgement of document 'd7', found two, 3 and 2");
    file("1 0 d7 0.5\n");
    assertRefused(
        () -> QrelsFile.read(given),
        ", line 1: expected a grade, a whole number such as 0 or 1, found '0.5'");
    file("query-id corpus-id score\n1 0 d7 3\n");
    assertRefused(
        () -> QrelsFile.read(given),
        ", line 2: expected 'query document grade', found 4 columns in '1 0 d7 3'");
    file("");
    assertRefused(
        () -> QrelsFile.read(given),
        ": expected judgements, 'query 0 document grade', found no line");
  }

  @Test
  void aRunIsReadAsItWasWritten() throws IOException {
    Run run =
        new Run(
            "sors",
            List.of(
                new Ranking(
                    "2", List.of(new ScoredDocument("a", 0.1), new ScoredDocument("b", 1.0 / 3))),
                new Ranking("1", List.of(new ScoredDocument("a", -1e-30)))));
    Path file = folder.resolve("given");
    RunFile.write(file, run);
    assertThat(file)
        .hasContent("2 Q0 b 1 0.3333333333333333 sors\n2 Q0 a 2 0.1 sors\n1 Q0 a 1 -1.0E-30 sors");
    assertThat(RunFile.read(file))
        .isEqualTo(run)
        .hasSameHashCodeAs(run)
        .hasToString("sors, 2 queries");
  }

  @Test
  void theScoresOfARunDecideAndNotItsRanks() throws IOException {
    Run run = RunFile.read(file("1 Q0 a 1 0.5 x\n2 Q0 b 1 1 x\n1 Q0 c 2 0.5 x\n1 Q0 b 3 7 x\n"));
    assertThat(run.of("1").orElseThrow().ids()).containsExactly("b", "c", "a");
    assertThat(run.queries()).containsExactly("1", "2");
    assertThat(run.of("3")).isEmpty();
  }

  @Test
  void badRunsSayWhere() throws IOException {
    Path given = file("1 Q0 a 1 0.5 x\n1 Q0 a 2 0.4 x\n");
    assertRefused(
        () -> RunFile.read(given),
        ", line 2: query '1': expected each document once, found 'a' again: remove one of the"
            + " lines");
    file("1 Q0 a 1 high x\n");
    assertRefused(() -> RunFile.read(given), ", line 1: expected a score, found 'high'");
    file("1 Q0 a 1 NaN x\n");
    assertRefused(() -> RunFile.read(given), ", line 1: document 'a': expected a score, found NaN");
    file("1 Q0 a 1 1e400 x\n");
    assertRefused(() -> RunFile.read(given), ", line 1: expected a finite score, found '1e400'");
    file("1 a 0.5\n");
    assertRefused(
        () -> RunFile.read(given),
        ", line 1: expected 'query Q0 document rank score name', found 3 columns in '1 a 0.5'");
    Run blanks = new Run("x", List.of(new Ranking("1", List.of(new ScoredDocument("a b", 1)))));
    assertThatThrownBy(() -> RunFile.write(given, blanks))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found 'a b': rename it");
    // it is written whole or not at all
    assertThat(given).hasContent("1 a 0.5");
  }
}
