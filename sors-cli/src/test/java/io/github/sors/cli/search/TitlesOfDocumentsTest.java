package io.github.sors.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judgements teach a ranking whether documents have titles or not. */
class TitlesOfDocumentsTest {

  private static final int DOCUMENTS = 24;

  @TempDir Path folder;

  /**
   * Documents of which those from a number on have a title; the others have an empty one or none.
   */
  private Path documents(int firstTitle, String otherwise) throws IOException {
    StringBuilder documents = new StringBuilder();
    for (int k = 0; k < DOCUMENTS; k++) {
      documents.append(
          "{\"id\": \"d%d\", %s\"text\": \"answer%d noise%d\"}%n"
              .formatted(
                  k,
                  k < firstTitle ? otherwise : "\"title\": \"ask" + k % 4 + "\", ",
                  k % 4,
                  k % 7));
    }
    return Files.writeString(folder.resolve("docs.jsonl"), documents);
  }

  private Outcome learn(Path documents, Object... more) throws IOException {
    StringBuilder queries = new StringBuilder();
    StringBuilder judgements = new StringBuilder();
    for (int query = 0; query < 10; query++) {
      queries.append("q%d\task%d noise%d%n".formatted(query, query % 4, query % 7));
      for (int k = query % 4; k < DOCUMENTS; k += 4) {
        judgements.append("q%d 0 d%d 1%n".formatted(query, k));
      }
    }
    return Outcome.of(
        List.of("search-learn", "--docs", documents, "--model", folder.resolve("search.sors")),
        List.of("--queries", Files.writeString(folder.resolve("queries"), queries)),
        List.of("--qrels", Files.writeString(folder.resolve("qrels"), judgements)),
        List.of("--rounds", "50", "--steps", "0.01", "--margins", "0.6", "--no-encoder"),
        List.of(more));
  }

  @Test
  void emptyTitlesAreNoReasonToStop() throws IOException {
    Outcome learnt = learn(documents(DOCUMENTS, "\"title\": \"\", ")).succeeded();
    assertThat(learnt.err())
        .contains(
            "note: learning without titles, as fewer than two documents have both a title and a"
                + " text\n");
    assertThat(learnt.out()).doesNotContain("titles of");
  }

  @Test
  void documentsWithoutSuchAColumnNeedNoNote() throws IOException {
    Outcome learnt = learn(documents(DOCUMENTS, "")).succeeded();
    assertThat(learnt.err()).doesNotContain("titles");
    assertThat(learnt.out()).doesNotContain("titles of");
  }

  @Test
  void theFirstDocumentMayBeWithoutTitle() throws IOException {
    Outcome learnt = learn(documents(1, "")).succeeded();
    assertThat(learnt.out()).contains("learning from the titles of 23 documents\n");
  }

  @Test
  void titlesThatWereAskedForHaveToBeThere() throws IOException {
    Path documents = documents(DOCUMENTS, "\"title\": \"\", ");
    String problem =
        "expected at least 2 documents with the columns 'title' and 'text', found 0 of 24 with"
            + " both; the columns of text are title, text";
    assertThat(learn(documents, "--titles", "title:text").err()).contains(problem);
    assertThat(learn(documents, "--self-supervised", "title:text").err()).contains(problem);
    learn(documents, "--titles", "none").succeeded();
  }
}
