package io.github.sors.bench.ranking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.format.NumpyMatrix;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.signal.RankingCollection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * A test collection of search: documents, queries and judgements.
 *
 * @param queries those with a judgement, in their order
 */
record TestCollection(
    String name, RankingCollection items, List<Item> queries, List<Feedback> feedback) {

  /** Reads a collection from a folder of data, as its README describes it. */
  static TestCollection read(Path data, String name, boolean vectors) throws IOException {
    Path folder = data.resolve("ir").resolve(name);
    List<Feedback> feedback = new ArrayList<>();
    Set<String> judged = new LinkedHashSet<>();
    for (String line : Files.readAllLines(folder.resolve("qrels.txt"), StandardCharsets.UTF_8)) {
      String[] fields = line.trim().split("\\s+", -1);
      double grade = Double.parseDouble(fields[3]);
      if (grade > 0) {
        feedback.add(new Feedback(fields[0], List.of(fields[2]), List.of(), grade, null, ""));
        judged.add(fields[0]);
      }
    }
    List<Item> queries = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("queries.tsv"), StandardCharsets.UTF_8)) {
      int tab = line.indexOf('\t');
      queries.add(Item.ofText(line.substring(0, tab), "", line.substring(tab + 1)));
    }
    List<Item> documents = documents(folder.resolve("docs.jsonl.gz"));
    if (vectors) {
      Path embeddings = data.resolve("embeddings");
      documents = with(documents, embeddings.resolve(name + "-docs.npy"));
      queries = with(queries, embeddings.resolve(name + "-queries.npy"));
    }
    return new TestCollection(
        name,
        RankingCollection.of(Items.of(documents), VectorizerOptions.BM25),
        queries.stream().filter(query -> judged.contains(query.id())).toList(),
        feedback);
  }

  private static List<Item> documents(Path file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Item> documents = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        JsonNode node = mapper.readTree(line);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("title", node.path("title").asText(""));
        fields.put("text", node.path("text").asText(""));
        documents.add(new Item(node.path("id").asText(), "", fields));
      }
    }
    return documents;
  }

  private static List<Item> with(List<Item> items, Path file) throws IOException {
    NumpyMatrix rows = NumpyMatrix.read(file);
    List<Item> withVectors = new ArrayList<>();
    for (int number = 0; number < items.size(); number++) {
      withVectors.add(items.get(number).withVector(rows.row(number)));
    }
    return withVectors;
  }

  /** Some of the queries. */
  List<Item> drawn(int count, long seed) {
    List<Item> shuffled = new ArrayList<>(queries);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, count);
  }

  /** The judgements of each query given to another. */
  List<Feedback> shuffled(long seed) {
    List<String> ids = new ArrayList<>(queries.stream().map(Item::id).toList());
    Collections.shuffle(ids, new Random(seed));
    Map<String, String> others = new LinkedHashMap<>();
    for (int k = 0; k < ids.size(); k++) {
      others.put(queries.get(k).id(), ids.get(k));
    }
    return feedback.stream()
        .filter(one -> others.containsKey(one.query()))
        .map(
            one ->
                new Feedback(
                    Objects.requireNonNull(others.get(one.query())),
                    one.preferred(),
                    one.rejected(),
                    one.weight(),
                    null,
                    ""))
        .toList();
  }
}
