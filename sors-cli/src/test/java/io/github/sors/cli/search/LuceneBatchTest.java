package io.github.sors.cli.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.file.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many queries over an index of Lucene. */
class LuceneBatchTest {

  @TempDir Path folder;

  @Test
  void aBatchOverLuceneRanksAsItsQueriesDoAlone() throws IOException {
    Path index = folder.resolve("lucene");
    StringBuilder lines = new StringBuilder();
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int k = 0; k < 30; k++) {
        String kind = k % 2 == 0 ? "heat" : "wing";
        String text = kind + " flow x" + k % 7 + " y" + k % 5;
        lines.append(
            "{\"id\": \"d%d\", \"label\": \"%s\", \"text\": \"%s\"}%n".formatted(k, kind, text));
        Document document = new Document();
        document.add(new StoredField("id", "d" + k));
        document.add(new TextField("text", text, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    Path documents = Files.writeString(folder.resolve("documents.jsonl"), lines);
    Path model = folder.resolve("documents.sors");
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
            100)
        .succeeded();
    Path queries = Files.writeString(folder.resolve("queries.tsv"), "q1\theat x3\nq2\tunknown\n");
    Path file = folder.resolve("lucene.run");
    List<Object> search = List.of("search", "--model", model, "--lucene", index);

    Outcome batch = Outcome.of(search, "--queries", queries, "--run", file).succeeded();

    Run run = RunFile.read(file);
    assertThat(run.queries()).containsExactly("q1");
    assertThat(batch.err()).isEqualTo("note: 1 queries found no document\n");
    JsonNode alone = Outcome.json(search, "--query", "heat x3", "--top", 1000, "--json");
    List<String> names = new ArrayList<>();
    alone.get("hits").forEach(hit -> names.add(hit.get("name").textValue()));
    assertThat(run.of("q1").orElseThrow().ids()).containsExactlyInAnyOrderElementsOf(names);
    Path rows = Files.writeString(folder.resolve("rows.libsvm"), "1 1:1\n2 2:1\n");
    Outcome.of(search, "--queries", rows, "--run", file).refused("expected texts for --lucene");
  }
}
