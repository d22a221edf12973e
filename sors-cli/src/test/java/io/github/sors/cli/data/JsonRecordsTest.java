package io.github.sors.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is no text in JSON lines does not become words. */
class JsonRecordsTest {

  private static final String PROBLEM =
      ", line 1: expected texts in the list 'weights', found the number 0.5: call the field"
          + " 'vector' if it is the embedding, put numbers that are words into quotes, or leave the"
          + " field out";

  @TempDir Path folder;

  private Path documents() throws IOException {
    return Files.writeString(
        folder.resolve("docs.jsonl"),
        """
        {"id":1,"class":"tea","text":"green leaf","weights":[0.5,1]}
        {"id":2,"class":"tea","text":"black leaf","weights":[0.5,2]}
        {"id":3,"class":"coffee","text":"dark bean","weights":[0.5,3]}
        """);
  }

  @Test
  void aListOfNumbersIsNoText() throws IOException {
    Path documents = documents();
    Path output = folder.resolve("output");
    Outcome.of("train", documents, "--model", output).refused(documents + PROBLEM);
    Outcome.of("tune", documents).refused(documents + PROBLEM);
    Outcome.of("data", "info", documents).refused(documents + PROBLEM);
    Outcome.of("export", "bulk", documents, "--output", output).refused(documents + PROBLEM);
    Outcome.of(
            "serve", "--collection", folder.resolve("collection"), "--load", documents, "--port", 0)
        .refused(documents + PROBLEM);
    Path clicks =
        Files.writeString(
            folder.resolve("clicks"), "{\"query\":\"tea\",\"shown\":[1,2],\"clicked\":[2]}\n");
    Outcome.of("train", documents, "--clicks", clicks, "--model", output)
        .refused(documents + PROBLEM);
  }

  @Test
  void aListOfNumbersThatIsNotUsedDoesNotMatter() throws IOException {
    Path documents = documents();
    Path model = folder.resolve("docs.sors");
    Path bulk = folder.resolve("bulk");
    Outcome.of(
            List.of("train", documents, "--text-columns", "text", "--min-df", 1, "--model", model),
            List.of("--algorithm", "sors-1", "--rounds", 0, "--holdout", 0))
        .succeeded();
    JsonNode found =
        Outcome.json("search", documents, "--model", model, "--query", "bean", "--json");
    assertThat(found.at("/hits/0/name").textValue()).isEqualTo("3");
    Outcome.of("export", "bulk", documents, "--text-columns", "text", "--output", bulk).succeeded();
    assertThat(Files.readString(bulk)).contains("green leaf").doesNotContain("0.5");
  }

  @Test
  void aBadNumberIsToldWithItsFileAlsoForLaterRecords() throws IOException {
    Path first =
        Files.writeString(
            folder.resolve("first.csv"), "class,price\na,1\na,2\na,3\nb,4\nb,5\nb,6\n");
    Path later = Files.writeString(folder.resolve("later.csv"), "class,price\na,1e400\n");
    Path model = folder.resolve("model.sors");
    List<Object> learn =
        List.of("--number-columns", "price", "--model", model, "--algorithm", "sors-1");
    String problem = "later: line 2: expected a number in the column 'price', found '1e400'";
    Outcome.of("train", later, learn).refused(problem);
    Outcome.of("train", first, learn, "--rounds", 0, "--holdout", 0).succeeded();
    Outcome.of("evaluate", later, "--model", model).refused(problem);
  }
}
