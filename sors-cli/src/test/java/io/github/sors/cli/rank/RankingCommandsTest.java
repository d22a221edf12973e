package io.github.sors.cli.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.file.RunFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From items, queries and feedback by id to a ranking, with three commands. */
class RankingCommandsTest {

  private static final int TOPICS = 4;
  private static final int ITEMS = 60;
  private static final int QUERIES = 30;

  @TempDir static Path folder;

  private static Path items;
  private static Path queries;
  private static Path qrels;
  private static Path model;
  private static Path heldOut;
  private static JsonNode trained;

  /** Queries say "ask2" where items say "answer2"; vectors say a little of both. */
  @BeforeAll
  static void learn() throws IOException {
    Random random = new Random(47);
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < ITEMS; k++) {
      lines.append(
          "{\"id\": \"d%d\", \"title\": \"%s\", \"text\": \"answer%d noise%d\", \"vector\": %s}%n"
              .formatted(
                  k,
                  k % 5 == 0 ? "ask" + k % TOPICS : "noise" + random.nextInt(9),
                  k % TOPICS,
                  random.nextInt(9),
                  vector(k % TOPICS, random)));
    }
    items = Files.writeString(folder.resolve("items.jsonl"), lines);
    StringBuilder asked = new StringBuilder();
    StringBuilder judged = new StringBuilder();
    for (int query = 0; query < QUERIES; query++) {
      asked.append(
          "{\"id\": \"q%d\", \"text\": \"ask%d noise%d\", \"vector\": %s}%n"
              .formatted(query, query % TOPICS, query % 9, vector(query % TOPICS, random)));
      for (int k = query % TOPICS; k < ITEMS; k += TOPICS) {
        judged.append("q%d 0 d%d 1%n".formatted(query, k));
      }
    }
    queries = Files.writeString(folder.resolve("queries.jsonl"), asked);
    qrels = Files.writeString(folder.resolve("qrels.txt"), judged);
    model = folder.resolve("shop.sors");
    heldOut = folder.resolve("held-out.run");
    trained =
        Outcome.json(
            List.of("train", items, "--queries", queries, "--qrels", qrels),
            List.of("--embedding", "small", "--model", model, "--run", heldOut, "--json"));
  }

  private static String vector(int topic, Random random) {
    StringBuilder vector = new StringBuilder("[");
    for (int k = 0; k < 8; k++) {
      vector.append(k == 0 ? "" : ", ");
      double signal = k == topic ? 0.6 : 0;
      vector.append(String.format(Locale.ROOT, "%.3f", signal + random.nextGaussian()));
    }
    return vector.append("]").toString();
  }

  @Test
  void whatWasReadAndGainedIsSaid() throws IOException {
    assertThat(trained.at("/read/items").intValue()).isEqualTo(ITEMS);
    assertThat(trained.at("/read/dimension").intValue()).isEqualTo(8);
    assertThat(trained.at("/read/queriesWithVector").intValue()).isEqualTo(QUERIES);
    JsonNode gain = trained.get("gain");
    assertThat(gain.get("measure").textValue()).isEqualTo("MAP");
    assertThat(gain.get("heldOut").intValue()).isEqualTo(QUERIES);
    assertThat(gain.get("low").doubleValue()).isPositive();
    assertThat(gain.get("kept").booleanValue()).isTrue();
    assertThat(trained.get("rankings").has("BM25")).isTrue();
    assertThat(trained.get("rankings").has("cosine")).isTrue();
    assertThat(trained.get("changes")).isNotEmpty();
    Run run = RunFile.read(heldOut);
    assertThat(run.queries()).hasSize(QUERIES);
    JsonNode measured =
        Outcome.json(
            List.of("evaluate", items, "--run", heldOut, "--qrels", qrels, "--baseline", "bm25"),
            List.of("--queries", queries, "--json"));
    assertThat(measured.at("/measures/map/mean").doubleValue())
        .isCloseTo(trained.at("/rankings/served/map").doubleValue(), within(1e-9));
    assertThat(measured.at("/measures/map/baseline").doubleValue())
        .isCloseTo(trained.at("/rankings/BM25/map").doubleValue(), within(1e-9));
  }

  @Test
  void oneModelScoresRawItemsAndQueriesAndSaysWhy() throws IOException {
    JsonNode answer =
        Outcome.json(
            List.of("search", items, "--model", model, "--query", "ask1", "--top", 3),
            List.of("--explain", "--json"));
    assertThat(answer.get("hits")).hasSize(3);
    for (JsonNode hit : answer.get("hits")) {
      assertThat(Integer.parseInt(hit.get("id").textValue().substring(1)) % TOPICS).isEqualTo(1);
      double sum = 0;
      for (JsonNode reason : hit.get("explanation")) {
        sum += reason.get("contribution").doubleValue();
      }
      assertThat(sum).isCloseTo(hit.get("score").doubleValue(), within(1e-6));
    }
    JsonNode like =
        Outcome.json("search", items, "--model", model, "--item", "d5", "--top", 5, "--json");
    assertThat(like.get("hits")).hasSize(5);
    like.get("hits").forEach(hit -> assertThat(hit.get("id").textValue()).isNotEqualTo("d5"));
    Path run = folder.resolve("search.run");
    Outcome.of("search", items, "--model", model, "--queries", queries, "--run", run).succeeded();
    assertThat(RunFile.read(run).queries()).hasSize(QUERIES);
    JsonNode seen =
        Outcome.json(
            List.of("evaluate", items, "--model", model, "--queries", queries),
            List.of("--qrels", qrels, "--json"));
    assertThat(seen.get("queries").intValue()).isEqualTo(QUERIES);
    assertThat(seen.get("learntFrom").intValue()).isEqualTo(QUERIES);
    JsonNode described = Outcome.json("info", model, "--json");
    assertThat(described.get("kind").textValue()).isEqualTo("ranking");
    assertThat(described.get("embedding").textValue()).isEqualTo("small");
  }

  @Test
  void clicksInWordsAreThoseOfTheQueriesWithVectors() throws IOException {
    StringBuilder clicks = new StringBuilder("query,item,position,clicked,user\n");
    for (int query = 0; query < QUERIES; query++) {
      int answer = query % TOPICS;
      clicks.append("ask%d  Noise%d,d%d,1,0,u%d%n".formatted(answer, query % 9, answer + 1, query));
      clicks.append("ask%d  Noise%d,d%d,2,1,u%d%n".formatted(answer, query % 9, answer, query));
      clicks.append("ask%d  Noise%d,gone,3,0,u%d%n".formatted(answer, query % 9, query));
    }
    Path log = Files.writeString(folder.resolve("clicks.csv"), clicks);
    Outcome learnt =
        Outcome.of(
                List.of("train", items, "--queries", queries, "--clicks", log),
                List.of("--model", folder.resolve("clicks.sors"), "--json"))
            .succeeded();
    // the queries of the file and those of the log are the same
    assertThat(learnt.out()).contains("\"queries\":" + QUERIES);
    assertThat(learnt.err()).contains("gone");
  }

  @Test
  void judgementsOfOtherQueriesAreNoGain() throws IOException {
    Random random = new Random(5);
    StringBuilder shuffled = new StringBuilder();
    for (int query = 0; query < QUERIES; query++) {
      for (int k : random.ints(0, ITEMS).distinct().limit(8).toArray()) {
        shuffled.append("q%d 0 d%d 1%n".formatted(query, k));
      }
    }
    Path noise = Files.writeString(folder.resolve("noise.txt"), shuffled);
    JsonNode learnt =
        Outcome.json(
            List.of("train", items, "--queries", queries, "--qrels", noise),
            List.of("--model", folder.resolve("noise.sors"), "--analyzer", "standard", "--json"));
    assertThat(learnt.at("/gain/kept").booleanValue()).isFalse();
    assertThat(learnt.get("served")).isEqualTo(learnt.get("start"));
    // english is usual for rankings, but standard was asked for
    JsonNode described = Outcome.json("info", folder.resolve("noise.sors"), "--json");
    assertThat(described.get("analyzer").textValue()).isEqualTo("standard");
  }

  @Test
  void vectorsAloneGetTheirIdsFromAFile() throws IOException {
    Random random = new Random(8);
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 8), }".formatted(ITEMS);
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 4 * 8 * ITEMS).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY\1\0".getBytes(StandardCharsets.US_ASCII));
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    StringBuilder names = new StringBuilder();
    for (int k = 0; k < ITEMS; k++) {
      names.append("d%d%n".formatted(k));
      random.doubles(8).forEach(number -> bytes.putFloat((float) number - 0.5f));
    }
    Path array = Files.write(folder.resolve("items.npy"), bytes.array());
    Path ids = Files.writeString(folder.resolve("ids.txt"), names);
    JsonNode learnt =
        Outcome.json(
            List.of("train", array, "--ids", ids, "--queries", queries, "--qrels", qrels),
            List.of("--model", folder.resolve("array.sors"), "--json"));
    assertThat(learnt.get("queries").intValue()).isEqualTo(QUERIES);
  }

  @Test
  void whatDoesNotFitIsRefusedWithWhatToDo() throws IOException {
    Path out = folder.resolve("x.sors");
    Outcome.of("train", items, "--qrels", qrels, "--model", out).refused("give --queries");
    Outcome.of("train", items, "--queries", queries, "--model", out)
        .refused("nothing says what answers them: give --qrels, --clicks, --triplets or --groups");
    Outcome.of("train", items, "--query-vectors", queries, "--model", out)
        .refused("--query-vectors has the embeddings of --queries: give both");
    Outcome.of("train", items, "--run", heldOut, "--model", out)
        .refused("--run writes the rankings of queries");
    Outcome.of(
            List.of("train", items, "--queries", queries, "--qrels", qrels, "--model", out),
            List.of("--algorithm", "sors-1"))
        .refused("--algorithm is for learning from labels");
    Path other = Files.writeString(folder.resolve("other.txt"), "q99 0 d1 1\nq98 0 nothing 1\n");
    Outcome.of("train", items, "--queries", queries, "--qrels", other, "--model", out)
        .refused("q99");
    Path wrong =
        Files.writeString(folder.resolve("wrong.jsonl"), "{\"id\":\"a\",\"vector\":[1,2]}");
    Outcome.of("search", wrong, "--model", model, "--query", "ask1").refused("8", "2");
    Outcome.of("search", items, "--model", model, "--query", "ask1", "--embedding", "large")
        .refused("expected small", "found large");
    Outcome.of("search", items, "--model", model, "--item", "d99").refused("found 'd99'");
    Outcome.of("index", items, "--model", model, "--output", out)
        .refused("is a ranking of items for queries, not a model");
    Outcome.of("evaluate", items, "--model", model).refused("give --queries with --qrels");
    assertThat(out).doesNotExist();
  }
}
