package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.Model;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.LibsvmWriter;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.ItemSource;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A model of items is the model of the rows that are made of them. */
class ItemModelsTest {

  private static final List<Object> LEARN = List.of("--algorithm", "adasors-2", "--rounds", 200);

  @TempDir Path folder;

  private Path items;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    StringBuilder lines = new StringBuilder();
    StringBuilder table = new StringBuilder("id,label,text,colour,price\n");
    for (int k = 0; k < 60; k++) {
      String kind = k % 2 == 0 ? "hot" : "wing";
      String text = (k % 2 == 0 ? "heat" : "wings") + " flow x" + k % 7 + " y" + k % 5;
      lines.append(
          "{\"id\":\"d%d\",\"label\":\"%s\",\"text\":\"%s\",\"colour\":\"c%d\",\"price\":%d}%n"
              .formatted(k, kind, text, k % 4, k));
      table.append("d%d,%s,%s,c%d,%d%n".formatted(k, kind, text, k % 4, k));
    }
    items = Files.writeString(folder.resolve("items.jsonl"), lines);
    Files.writeString(folder.resolve("items.csv"), table);
    model = folder.resolve("items.sors");
  }

  static Stream<Arguments> features() {
    VectorizerOptions usual = VectorizerOptions.DEFAULT;
    return Stream.of(
        Arguments.of(List.of(), usual),
        Arguments.of(
            List.of("--analyzer", "english", "--max-df", 0.9, "--min-df", 3),
            new VectorizerOptions(
                "english", Weighting.TF_IDF, true, 3, 0.9, 0, List.of(), List.of(), List.of(), 10)),
        Arguments.of(
            List.of("--analyzer", "english", "--weights", "bm25", "--text-columns", "text"),
            VectorizerOptions.BM25.withColumns(List.of("text"), List.of(), List.of())),
        Arguments.of(
            List.of("--hash-bits", 8, "--category-columns", "colour"),
            usual.withHashBits(8).withColumns(List.of(), List.of("colour"), List.of())),
        Arguments.of(
            List.of("--text-columns", "text", "--number-columns", "price"),
            usual.withColumns(List.of("text"), List.of(), List.of("price"))));
  }

  @ParameterizedTest
  @MethodSource("features")
  void itIsThatOfTheRowsOfTheVectorizer(List<Object> given, VectorizerOptions options)
      throws IOException {
    Rows literal = literalRows(items, options);
    Path rows = folder.resolve("rows.libsvm");
    LibsvmWriter.write(literal.dataset, rows);
    Path plain = folder.resolve("plain.sors");
    Outcome.of("train", rows, LEARN, "--model", plain).succeeded();

    Outcome.of("train", items, LEARN, given, "--model", model).succeeded();

    Model ofItems = ModelFile.read(model);
    assertThat(ofItems.itemFeatures()).isEqualTo(literal.vectorizer.featureNames());
    assertThat(ofItems.recipe().settings()).isEqualTo(literal.vectorizer.recipe().settings());
    assertThat(ofItems.recipe().weights()).isEqualTo(literal.vectorizer.recipe().weights());
    for (Path file : List.of(model, plain)) {
      Outcome.of("export", "model", file, "--output", file + ".mtx").succeeded();
    }
    assertThat(Path.of(model + ".mtx")).hasSameTextualContentAs(Path.of(plain + ".mtx"));
    assertThat(measured(items, model)).isEqualTo(measured(rows, plain));
  }

  private static JsonNode measured(Path data, Path model) {
    return Outcome.json("evaluate", data, "--model", model, "--json").get("map");
  }

  private record Rows(Vectorizer vectorizer, Dataset dataset) {}

  /** Vectors one by one, and labels in the order in which they come. */
  private static Rows literalRows(Path file, VectorizerOptions options) throws IOException {
    List<Item> read = new ArrayList<>();
    ItemReader.open(file, ItemOptions.DEFAULT).forEach(read::add);
    Vectorizer vectorizer = Vectorizer.fit(ItemSource.of(read), options);
    Map<String, Integer> classes = new LinkedHashMap<>();
    read.forEach(item -> classes.putIfAbsent(item.label(), classes.size()));
    return new Rows(
        vectorizer,
        new Dataset(
            "rows",
            read.stream().map(vectorizer::vector).toList(),
            read.stream().mapToInt(item -> classes.get(item.label())).toArray(),
            List.copyOf(classes.keySet()),
            List.of(),
            List.of()));
  }

  @Test
  void itIsTheSameWhateverTheFormat() throws IOException {
    Outcome.of("train", items, LEARN, "--model", model).succeeded();
    Path other = folder.resolve("csv.sors");
    Outcome.of("train", folder.resolve("items.csv"), LEARN, "--model", other).succeeded();
    assertThat(Files.mismatch(model, other)).as("the first byte that differs").isEqualTo(-1);
    assertThat(measured(folder.resolve("items.csv"), model)).isEqualTo(measured(items, other));
  }

  @Test
  void severalFilesAreOneCollection() throws IOException {
    List<String> lines = Files.readAllLines(items);
    Path first = Files.write(folder.resolve("first.jsonl"), lines.subList(0, 31));
    Path second = Files.write(folder.resolve("second.jsonl"), lines.subList(31, 60));
    Outcome.of("train", first, second, LEARN, "--model", model).succeeded();
    JsonNode whole = measured(items, model);
    assertThat(Outcome.json("evaluate", first, second, "--model", model, "--json").get("map"))
        .isEqualTo(whole);
    assertThat(Outcome.of("search", first, second, "--model", model, "--item", "d59").succeeded())
        .isNotNull();
  }

  @Test
  void tuningMakesTheSameFeaturesAndSaysSo() {
    Outcome tuned =
        Outcome.of(
                List.of("tune", items, "--algorithm", "sors-1", "--rounds", 100),
                List.of("--text-columns", "text", "--max-df", 1),
                List.of("--output", folder.resolve("trials")))
            .succeeded();
    assertThat(tuned.out()).contains("--text-columns text").contains("--max-df 1.0");
  }
}
