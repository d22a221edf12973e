package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.BilinearModel;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Explanations of items with many features, with an entry of M for every pair of them. */
class ExplainedSearchTest {

  private static final int FEATURES = 1000;
  private static final int ITEMS = 200;
  private static final int CLIENTS = 8;

  @TempDir Path folder;
  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    Random random = new Random(1);
    float[] entries = new float[FEATURES * FEATURES];
    int[] columns = new int[entries.length];
    long[] starts = new long[FEATURES + 1];
    for (int k = 0; k < entries.length; k++) {
      entries[k] = (float) random.nextGaussian();
      columns[k] = k % FEATURES;
      starts[k / FEATURES + 1] = k + 1L;
    }
    BilinearModel model = BilinearModel.ofRows(FEATURES, FEATURES, starts, columns, entries);
    Path file = folder.resolve("dense.sors");
    ModelFile.write(
        model.withFeatureNames(IntStream.range(0, FEATURES).mapToObj(j -> "word" + j).toList()),
        file);
    service = new RunningService(folder.resolve("collection"), file);
  }

  @AfterEach
  void stop() throws IOException {
    service.close();
  }

  private void putItems(IntFunction<String> features) throws IOException {
    for (int item = 0; item < ITEMS; item++) {
      assertThat(
              service
                  .post("/api/items", "{\"id\":\"i" + item + "\"," + features.apply(item) + "}")
                  .status())
          .isEqualTo(200);
    }
  }

  private static String named(int item) {
    Random random = new Random(item);
    return IntStream.range(0, FEATURES)
        .mapToObj(j -> "\"word" + j + "\":" + (1 + random.nextInt(9)))
        .collect(Collectors.joining(",", "\"features\":{", "}"));
  }

  private static String dense(int item) {
    Random random = new Random(item);
    return IntStream.range(0, FEATURES)
        .mapToObj(j -> Integer.toString(1 + random.nextInt(9)))
        .collect(Collectors.joining(",", "\"vector\":[", "]"));
  }

  /** Searches as several clients at once, each of whom has every hit explained. */
  private List<JsonNode> hitsOfAllClients(IntFunction<String> features) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<RunningService.Answer>> answers = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        String body = "{" + features.apply(-1 - client) + ",\"top\":200,\"explain\":true}";
        answers.add(clients.submit(() -> service.post("/api/search", body)));
      }
      List<JsonNode> hits = new ArrayList<>();
      for (Future<RunningService.Answer> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(200);
        OpenApi.ofThisService().check("Hits", answer.get().json());
        answer.get().json().get("hits").forEach(hits::add);
      }
      return hits;
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  @Timeout(60)
  void eightClientsHaveAllPairsOfNamedFeaturesExplained() throws Exception {
    putItems(ExplainedSearchTest::named);
    List<JsonNode> hits = hitsOfAllClients(ExplainedSearchTest::named);
    assertThat(hits).hasSize(CLIENTS * ITEMS);
    for (JsonNode hit : hits) {
      assertThat(hit.get("explanation")).hasSize(20);
      assertThat(hit.at("/explanation/0/query").asText()).startsWith("word");
      assertThat(hit.at("/others/pairs").asInt()).isEqualTo(FEATURES * FEATURES - 20);
      assertThat(RunningService.explained(hit))
          .isCloseTo(hit.get("score").doubleValue(), within(1e-6));
    }
  }

  @Test
  @Timeout(60)
  void pairsOfDimensionsAreOneLine() throws Exception {
    putItems(ExplainedSearchTest::dense);
    List<JsonNode> hits = hitsOfAllClients(ExplainedSearchTest::dense);
    assertThat(hits).hasSize(CLIENTS * ITEMS);
    for (JsonNode hit : hits) {
      assertThat(hit.get("explanation")).isEmpty();
      assertThat(hit.has("others")).isFalse();
      assertThat(hit.at("/vector/contribution")).isEqualTo(hit.get("score"));
    }
  }
}
