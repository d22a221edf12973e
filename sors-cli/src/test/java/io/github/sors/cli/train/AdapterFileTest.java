package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.embedding.Adapter;
import io.github.sors.embedding.EmbeddingSpace;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An adapter is made by programs; the command line describes it, and refuses it with a reason. */
class AdapterFileTest {

  @TempDir Path folder;

  @Test
  void isDescribedAndRefused() throws IOException {
    Path model = folder.resolve("adapter.sors");
    ModelFile.write(Adapter.identity(new EmbeddingSpace("bge-small", 3)), model);
    Path data = folder.resolve("rows.libsvm");
    SampleRows.of(7, 20, 5, 2).writeLibsvm(data);

    JsonNode facts = Outcome.json("info", model, "--json");
    assertThat(facts.get("form").textValue()).isEqualTo("adapter");
    assertThat(facts.get("embedding").textValue()).isEqualTo("bge-small");
    assertThat(facts.get("queryDimension").intValue()).isEqualTo(3);
    String reason = "adapter.sors is an adapter for embeddings of 'bge-small' (3 numbers)";
    Outcome.of("evaluate", data, "--model", model).refused(reason);
    Outcome.of("search", data, "--model", model, "--item", 0).refused(reason);
  }
}
