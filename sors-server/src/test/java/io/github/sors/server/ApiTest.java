package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.io.ModelFile;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.server.collection.CollectionLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiTest {

  private static final String ITEMS =
      """
      {"id":"cat","text":"The cat sat on the mat","label":"animal","title":"A cat"}
      {"id":"dog","text":"the dog chased a cat","label":"animal"}
      {"id":"car","features":{"engine":2,"wheels":4},"label":"machine"}
      {"id":"folder/with space ü","text":"an engine and a mat"}
      {"id":"dense","vector":[0,0.5,-1]}
      """;

  @TempDir Path folder;
  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    service = new RunningService(folder);
    assertThat(service.post("/api/items", ITEMS).json().get("stored").asInt()).isEqualTo(5);
  }

  @AfterEach
  void stop() throws IOException {
    service.close();
  }

  private static String feedback(String query, String better, String worse) {
    return "{\"query\":" + query + ",\"better\":\"" + better + "\",\"worse\":\"" + worse + "\"}";
  }

  private void assertProblem(RunningService.Answer answer, int status, String... words)
      throws IOException {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.type()).isEqualTo("application/problem+json");
    assertThat(answer.json().get("status").asInt()).isEqualTo(status);
    assertThat(answer.json().get("detail").asText()).contains(words);
    OpenApi.ofThisService().check("Problem", answer.json());
  }

  @Test
  void theDocumentDescribesEveryRouteAndNoOther() throws IOException {
    OpenApi document = OpenApi.of(service.get("/api/openapi.json").json());
    Set<String> described = new TreeSet<>();
    document
        .paths()
        .forEach(
            (path, methods) ->
                methods.fieldNames().forEachRemaining(m -> described.add(m + " " + path)));
    Set<String> served = new TreeSet<>();
    Pattern route =
        Pattern.compile("routes\\s*\\.(get|post|delete|put)(?:Open)?\\(\\s*\"([^\"]+)\"");
    try (DirectoryStream<Path> sources =
        Files.newDirectoryStream(
            Path.of("src/main/java/io/github/sors/server/http/route"), "*Routes.java")) {
      for (Path source : sources) {
        Matcher matcher = route.matcher(Files.readString(source));
        while (matcher.find()) {
          String path = matcher.group(2).replace("<id>", "{id}");
          boolean whole = path.startsWith("/api") || path.equals("/metrics");
          served.add(matcher.group(1) + " " + (whole ? path : "/api" + path));
        }
      }
    }
    served.add("get /api/openapi.json");
    assertThat(described).isEqualTo(served);
    for (String operation : described) {
      String[] parts = operation.split(" ", 2);
      HttpRequest request =
          service
              .request(
                  parts[1]
                      .replace("{id}", parts[0].equals("get") ? "cat" : "car")
                      .replace("{name}", "default")
                      .replace("{number}", "1"))
              .method(parts[0].toUpperCase(Locale.ROOT), HttpRequest.BodyPublishers.noBody())
              .build();
      if (!parts[1].equals("/api/events")) {
        assertThat(service.send(request).status()).as(operation).isNotIn(404, 405, 500);
      }
    }
  }

  @Test
  void answersAreAsTheDocumentSays() throws IOException {
    OpenApi document = OpenApi.ofThisService();
    document.check("StoredItem", service.get("/api/items/cat").json());
    document.check("Hits", service.get("/api/search?text=cat&explain=true").json());
    document.check("Hits", service.post("/api/search", "{\"vector\":[0,1,2]}").json());
    document.check("ItemPage", service.get("/api/items?limit=2").json());
    document.check("Collections", service.get("/api/collections").json());
    String body = feedback("{\"text\":\"pet\"}", "dog", "car");
    document.check("Learnt", service.post("/api/feedback", body).json());
    document.check("Model", service.get("/api/model").json());
    document.check("History", service.get("/api/model/history").json());
    document.check("Pairs", service.get("/api/model/pairs").json());
    document.check("Health", service.get("/api/health").json());
    document.check("Ready", service.get("/api/ready").json());
    document.check("Undone", service.post("/api/feedback/undo", "{}").json());
    document.check(
        "Removed", service.send(service.request("/api/items/car").DELETE().build()).json());
  }

  @Test
  void itemsAreFoundByTextAndByItemWithReasons() throws IOException {
    JsonNode hits = service.get("/api/search?text=cat%20mat&top=2&explain=true").json().get("hits");
    assertThat(hits).hasSize(2);
    assertThat(hits.get(0).get("id").asText()).isEqualTo("cat");
    assertThat(hits.get(0).get("title").asText()).isEqualTo("A cat");
    assertThat(RunningService.explained(hits.get(0)))
        .isCloseTo(hits.get(0).get("score").asDouble(), Offset.offset(1e-6));
    JsonNode like = service.get("/api/search?item=cat").json().get("hits");
    assertThat(like).hasSize(4);
    assertThat(like.get(0).get("id").asText()).isEqualTo("dog");
  }

  @Test
  void searchesCanBeByVectorAndAmongSomeItems() throws IOException {
    JsonNode byVector =
        service.post("/api/search", "{\"vector\":[0,0.5,-1],\"top\":1,\"explain\":true}").json();
    assertThat(byVector.at("/hits/0/id").asText()).isEqualTo("dense");
    assertThat(byVector.at("/hits/0/score").asDouble()).isCloseTo(1, Offset.offset(1e-6));
    // dimensions have no names that say anything
    assertThat(byVector.at("/hits/0/explanation")).isEmpty();
    assertThat(byVector.at("/hits/0/vector/contribution")).isEqualTo(byVector.at("/hits/0/score"));
    OpenApi.ofThisService().check("Hits", byVector);
    assertThat(byVector.get("hits")).hasSize(1);
    assertThat(ids(service.post("/api/search", "{\"features\":{\"engine\":1},\"top\":2}").json()))
        .containsExactly("car", "folder/with space ü");
    assertThat(ids(service.get("/api/search?text=engine%20cat&label=animal").json()))
        .containsExactlyInAnyOrder("cat", "dog");
    assertThat(ids(service.get("/api/search?item=cat&label=animal&label=machine").json()))
        .containsExactly("dog", "car");
    String except = "{\"text\":\"cat\",\"labels\":[\"animal\"],\"except\":[\"cat\"]}";
    assertThat(ids(service.post("/api/search", except).json())).containsExactly("dog");
    assertThat(ids(service.get("/api/search?text=cat&label=nobody").json())).isEmpty();
    assertProblem(service.post("/api/search", "{}"), 400, "exactly one of text");
    assertProblem(service.post("/api/search", "{\"item\":\"cat\",\"text\":\"a\"}"), 400, "one of");
    assertProblem(service.post("/api/search", "{\"text\":\"a\",\"top\":0}"), 400, "1 to 1000");
    assertProblem(service.post("/api/search", "{\"text\":\"a\",\"labels\":[1]}"), 400, "strings");
    assertProblem(service.post("/api/search", "{\"item\":\"nobody\"}"), 404, "nobody");
  }

  /** Dimensions have numbers for names, as some words are. */
  @Test
  void numbersInTextsAreWords() throws IOException {
    service.post("/api/items", "{\"id\":\"t\",\"text\":\"the games of 1984\"}");
    JsonNode hit = service.get("/api/search?text=1984&explain=true").json().at("/hits/0");
    assertThat(hit.at("/explanation/0/item").asText()).isEqualTo("1984");
    assertThat(hit.has("vector")).isFalse();
  }

  private static List<String> ids(JsonNode found) {
    List<String> ids = new ArrayList<>();
    found.get("hits").forEach(hit -> ids.add(hit.get("id").asText()));
    return ids;
  }

  @Test
  void itemsAreListedPageByPage() throws IOException {
    List<String> listed = new ArrayList<>();
    String after = "";
    for (int page = 0; page < 3; page++) {
      JsonNode found = service.get("/api/items?limit=2&after=" + after).json();
      found.get("items").forEach(item -> listed.add(item.get("id").asText()));
      assertThat(found.has("next")).isEqualTo(page < 2);
      after = RunningService.encoded(found.path("next").asText());
    }
    assertThat(listed).containsExactly("car", "cat", "dense", "dog", "folder/with space ü");
    assertProblem(service.get("/api/items?limit=0"), 400, "1 to 1000");
  }

  @Test
  void whatWasLearntCanBeBroughtBackToAVersion() throws IOException {
    OpenApi document = OpenApi.ofThisService();
    service.post("/api/feedback", feedback("{\"text\":\"pet\"}", "dog", "car"));
    JsonNode marked = service.post("/api/versions", "{\"name\":\"good\"}").json();
    document.check("Marked", marked);
    String hits = service.get("/api/search?text=pet").json().get("hits").toString();
    service.post("/api/feedback", feedback("{\"text\":\"pet\"}", "car", "dog"));
    JsonNode versions = service.get("/api/versions").json();
    document.check("Versions", versions);
    assertThat(versions.toString()).contains("\"name\":\"good\"");
    String path = "/api/versions/" + marked.get("number").asLong() + "/rollback";
    RunningService.Answer back = service.post(path, "{}");
    assertThat(back.status()).as(back.body()).isEqualTo(200);
    document.check("Undone", back.json());
    assertThat(service.get("/api/search?text=pet").json().get("hits").toString()).isEqualTo(hits);
    assertProblem(service.post("/api/versions/x/rollback", "{}"), 400, "number");
    assertThat(service.post("/api/versions/99999/rollback", "{}").status()).isIn(404, 409);
    document.check("Compacted", service.post("/api/compact", "{}").json());
  }

  @Test
  void aFeedbackIsUndoneByItsNumberWhateverCameAfter() throws IOException {
    String first = feedback("{\"text\":\"pet\"}", "dog", "car");
    String second = feedback("{\"text\":\"vehicle\"}", "car", "dog");
    service.post("/api/feedback", second);
    String expected = service.get("/api/model/pairs").json().get("pairs").toString();
    service.post("/api/feedback/undo", "");
    long number = service.post("/api/feedback", first).json().get("feedback").asLong();
    service.post("/api/feedback", second);
    String undo = "{\"feedback\":" + number + "}";
    RunningService.Answer undone = service.post("/api/feedback/undo", undo);
    assertThat(undone.json().get("round").asInt()).as(undone.body()).isEqualTo(1);
    assertThat(service.get("/api/model/pairs").json().get("pairs").toString()).isEqualTo(expected);
    assertProblem(service.post("/api/feedback/undo", undo), 409, "undone before");
    assertProblem(service.post("/api/feedback/undo", "{\"feedback\":0}"), 400, "number");
    assertProblem(service.post("/api/feedback/undo", "{\"last\":1}"), 400, "another one");
    assertThat(service.post("/api/feedback/undo", "{}").json().get("round").asInt()).isZero();
    assertProblem(service.post("/api/feedback/undo", undo), 409, "no feedback");
  }

  @Test
  void labelsTeachAndWhatTheyAreTestedWithIsLeftAlone() throws IOException {
    assertProblem(service.post("/api/feedback/labels", "{\"comparisons\":10}"), 409, "labels");
    StringBuilder items = new StringBuilder();
    for (int k = 0; k < 40; k++) {
      String label = k % 2 == 0 ? "even" : "odd";
      items
          .append("{\"id\":\"n")
          .append(k)
          .append("\",\"text\":\"number ")
          .append(label.charAt(0) + "" + k / 4)
          .append(" only")
          .append(k)
          .append("\",\"label\":\"")
          .append(label)
          .append("\"}\n");
    }
    assertThat(service.postAs("application/x-ndjson", "/api/items", items.toString()).status())
        .isEqualTo(200);
    RunningService.Answer learnt = service.post("/api/feedback/labels", "{\"comparisons\":30}");
    assertThat(learnt.json().get("learnt").asInt()).as(learnt.body()).isEqualTo(30);
    OpenApi.ofThisService().check("Learnt", learnt.json());
    Await.until("what was learnt is tested", () -> lastPoint().has("queries"));
    JsonNode tested = lastPoint();
    OpenApi.ofThisService().check("Point", tested);
    assertThat(tested.get("queries").asInt()).as("a quarter of the items").isEqualTo(10);
    assertThat(tested.get("improved").asInt() + tested.get("worsened").asInt())
        .isLessThanOrEqualTo(10);
    assertThat(tested.get("right").asInt()).isGreaterThan(tested.get("rightAtStart").asInt());
    service.post("/api/feedback", feedback("{\"item\":\"n0\"}", "n2", "n1"));
    awaitRounds(31);
    service.close();
    service = new RunningService(folder);
    assertThat(service.get("/api/model/history").json().get("points")).contains(tested);
    assertProblem(service.post("/api/feedback/labels", "{\"comparisons\":0}"), 400, "1 to 1000");
    assertProblem(service.post("/api/feedback/labels", "{}"), 400, "comparisons");
  }

  private JsonNode lastPoint() throws IOException {
    JsonNode points = service.get("/api/model/history").json().get("points");
    return points.get(points.size() - 1);
  }

  @Test
  void everyAddressHasAVersionedOneToo() throws IOException {
    assertThat(service.get("/api/v1/items/cat").json())
        .isEqualTo(service.get("/api/items/cat").json());
    String id = RunningService.encoded("folder/with space ü");
    assertThat(service.get("/api/v1/items/" + id).status()).isEqualTo(200);
    assertThat(service.get("/api/v1/search?text=cat&top=2").json())
        .isEqualTo(service.get("/api/search?text=cat&top=2").json());
    String body = feedback("{\"item\":\"cat\"}", "dog", "car");
    assertThat(service.post("/api/v1/feedback", body).json().get("round").asInt()).isEqualTo(1);
    assertProblem(service.get("/api/v2/items/cat"), 404, "openapi");
  }

  @Test
  void idsMayBeAnyTextAndReachNoFile() throws IOException {
    String id = "folder/with space ü";
    assertThat(service.get("/api/items/" + RunningService.encoded(id)).json().get("id").asText())
        .isEqualTo(id);
    assertThat(service.get("/api/items/folder/with%20space%20%C3%BC").status()).isEqualTo(200);
    for (String path :
        new String[] {
          "/api/items/..%2F..%2Fetc%2Fpasswd",
          "/..%2f..%2fetc/passwd",
          "/page.js%00.html",
          "/%2e%2e/%2e%2e/etc/passwd"
        }) {
      int status = service.get(path).status();
      assertThat(status).as(path).isIn(400, 404);
    }
  }

  @Test
  void unknownItemsOfABatchAreReportedOneByOne() throws IOException {
    OpenApi document = OpenApi.ofThisService();
    String batch =
        "["
            + feedback("{\"text\":\"pet\"}", "dog", "car")
            + ","
            + feedback("{\"item\":\"nobody\"}", "dog", "gone")
            + ","
            + feedback("{\"item\":\"cat\"}", "dog", "car")
            + "]";
    assertProblem(
        service.post("/api/feedback", "{\"feedback\":" + batch + "}"), 404, "there is no item '");
    String skipping = "{\"unknown\":\"skip\",\"feedback\":" + batch + "}";
    JsonNode learnt = service.post("/api/feedback", skipping).json();
    document.check("Learnt", learnt);
    assertThat(learnt.get("learnt").asInt()).isEqualTo(2);
    assertThat(learnt.get("unknown").toString())
        .isEqualTo("[{\"element\":1,\"item\":\"nobody\"},{\"element\":1,\"item\":\"gone\"}]");
    assertProblem(
        service.post(
            "/api/feedback",
            "{\"unknown\":\"skip\",\"feedback\":["
                + feedback("{\"text\":\"pet\"}", "dog", "gone")
                + "]}"),
        409,
        "no comparison is left",
        "the first 'gone'");
    assertProblem(
        service.post("/api/feedback", "{\"unknown\":\"drop\",\"feedback\":" + batch + "}"),
        400,
        "refuse or skip");
  }

  @Test
  void gradesTeachComparisonsByQuery() throws IOException {
    OpenApi document = OpenApi.ofThisService();
    String pet = "{\"query\":{\"text\":\"pet\"},\"item\":\"%s\",\"grade\":%d}";
    String judgements =
        "{\"judgements\":["
            + String.join(
                ",",
                pet.formatted("dog", 2),
                pet.formatted("car", 0),
                pet.formatted("gone", 1),
                pet.formatted("cat", 2),
                "{\"query\":{\"item\":\"cat\"},\"item\":\"dog\",\"grade\":1}")
            + "]}";
    document.check("Judgements", new ObjectMapper().readTree(judgements));
    JsonNode learnt =
        service.post("/api/feedback/judgements", judgements, "Idempotency-Key", "j1").json();
    document.check("Learnt", learnt);
    // dog over car and cat over car for the text; one judgement alone compares nothing
    assertThat(learnt.get("learnt").asInt()).isEqualTo(2);
    assertThat(learnt.get("unknown").toString()).isEqualTo("[{\"element\":2,\"item\":\"gone\"}]");
    JsonNode again =
        service.post("/api/feedback/judgements", judgements, "Idempotency-Key", "j1").json();
    assertThat(again.get("repeated").asBoolean()).isTrue();
    assertThat(service.get("/api/search?text=pet").json().at("/hits/0/id").asText())
        .isIn("dog", "cat");
    String alone = "{\"judgements\":[" + pet.formatted("dog", 2) + "]}";
    assertProblem(service.post("/api/feedback/judgements", alone), 409, "teach nothing");
    assertProblem(service.post("/api/feedback/judgements", "{}"), 400, "at least one object");
    assertProblem(
        service.post("/api/feedback/judgements", "{\"judgements\":[7]}"), 400, "element 0");
    assertProblem(
        service.post(
            "/api/feedback/judgements", "{\"judgements\":[" + pet.formatted("dog", -1) + "]}"),
        400,
        "from 0 to 100");
    StringBuilder many = new StringBuilder(pet.formatted("dog", 1));
    for (int k = 0; k < 1001; k++) {
      many.append(',').append(pet.formatted("car", 0));
    }
    assertProblem(
        service.post("/api/feedback/judgements", "{\"judgements\":[" + many + "]}"),
        413,
        "at most 1000 comparisons");
  }

  @Test
  void aThousandHitsCanBeAskedForButNotExplained() throws IOException {
    assertThat(service.get("/api/search?text=cat&top=1000").status()).isEqualTo(200);
    assertThat(service.get("/api/search?text=cat&top=200&explain=true").status()).isEqualTo(200);
    assertProblem(
        service.get("/api/search?text=cat&top=201&explain=true"), 400, "at most 200 with explain");
    assertProblem(service.get("/api/search?text=cat&top=1001"), 400, "1 to 1000");
  }

  @Test
  void feedbackChangesTheRankingAndCanBeUndone() throws IOException {
    String search = "/api/search?text=vehicle";
    assertThat(service.get(search).json().get("queryFeatures").asInt()).isZero();
    String before = service.get("/api/search?item=dog").json().get("hits").toString();
    for (int k = 0; k < 5; k++) {
      JsonNode learnt =
          service.post("/api/feedback", feedback("{\"text\":\"vehicle\"}", "car", "cat")).json();
      assertThat(learnt.get("round").asInt()).isEqualTo(k + 1);
    }
    // a word that no item has is known now, since it was taught
    assertThat(service.get(search).json().at("/hits/0/id").asText()).isEqualTo("car");
    JsonNode batch =
        service
            .post(
                "/api/feedback",
                "{\"feedback\":["
                    + feedback("{\"item\":\"dog\"}", "car", "cat")
                    + ","
                    + feedback("{\"features\":{\"wheels\":1}}", "cat", "car")
                    + "]}")
            .json();
    assertThat(batch.get("learnt").asInt()).isEqualTo(2);
    assertThat(batch.get("round").asInt()).isEqualTo(7);
    assertThat(service.post("/api/feedback/undo", "{}").json().get("round").asInt()).isEqualTo(5);
    for (int k = 4; k >= 0; k--) {
      assertThat(service.post("/api/feedback/undo", "{}").json().get("round").asInt()).isEqualTo(k);
    }
    assertThat(service.get("/api/search?item=dog").json().get("hits").toString()).isEqualTo(before);
    assertProblem(service.post("/api/feedback/undo", "{}"), 409, "no feedback");
  }

  @Test
  void aRetriedRequestLearnsOnce() throws IOException {
    String body = feedback("{\"item\":\"cat\"}", "dog", "car");
    JsonNode first = service.post("/api/feedback", body, "Idempotency-Key", "k1").json();
    JsonNode second = service.post("/api/feedback", body, "Idempotency-Key", "k1").json();
    assertThat(second.get("repeated").asBoolean()).isTrue();
    assertThat(second.get("round")).isEqualTo(first.get("round"));
    assertThat(second.get("loss")).isEqualTo(first.get("loss"));
    String other = feedback("{\"item\":\"cat\"}", "car", "dog");
    assertProblem(service.post("/api/feedback", other, "Idempotency-Key", "k1"), 422, "k1");
    assertProblem(service.post("/api/feedback", other, "Idempotency-Key", " "), 400, "printable");
  }

  @Test
  void wrongRequestsGetTheRightStatusAndTheLine() throws IOException {
    assertProblem(service.get("/api/items/nobody"), 404, "nobody");
    assertProblem(service.get("/api/search?item=nobody"), 404, "nobody");
    assertProblem(service.get("/api/search"), 400, "text and item");
    assertProblem(service.get("/api/search?text=a&top=0"), 400, "1 to 1000");
    assertProblem(service.get("/api/search?text=a&explain=maybe"), 400, "true or false");
    assertProblem(service.get("/api/search?text=" + "a".repeat(2001)), 413, "2000");
    assertProblem(service.get("/nothing"), 404, "openapi.json");
    assertProblem(service.post("/api/model", "{}"), 405, "method");
    assertProblem(service.post("/api/items", ""), 400, "at least one item");
    RunningService.Answer second =
        service.post("/api/items", "{\"id\":\"a\",\"text\":\"b c\"}\n{\"id\":\"b\"}");
    assertProblem(second, 400, "line 2", "exactly one of text");
    assertThat(second.json().get("line").asInt()).isEqualTo(2);
    assertThat(service.get("/api/items/a").status()).as("all or none").isEqualTo(404);
    for (String item :
        new String[] {
          "[]",
          "17",
          "{\"id\":1,\"text\":\"a\"}",
          "{\"id\":\"\",\"text\":\"a\"}",
          "{\"id\":\"..\",\"text\":\"a\"}",
          "{\"id\":\"a\\u0000\",\"text\":\"a\"}",
          "{\"id\":\"a\",\"text\":\"a\",\"other\":1}",
          "{\"id\":\"a\",\"features\":{\"x\":\"y\"}}",
          "{\"id\":\"a\",\"features\":{\"x\":1e99}}",
          "{\"id\":\"a\",\"features\":{\"x\":0}}",
          "{\"id\":\"a\",\"vector\":[[1]]}",
          "{\"id\":\"a\",\"text\":\"!?\"}",
          "{\"id\":\"a\",\"text\":\"b\"} {}",
          "{\"id\":\"a\",\"id\":\"b\",\"text\":\"b\"}",
          "{\"id\":\"a\",\"text\":\"\\ud800\"",
          "{\"id\":\"\\ud800\",\"text\":\"b\"}",
          "[".repeat(5000)
        }) {
      assertProblem(service.post("/api/items", item), 400, "line 1");
    }
    StringBuilder many = new StringBuilder("{\"id\":\"a\",\"vector\":[1");
    many.append(",1".repeat(4096)).append("]}");
    assertProblem(service.post("/api/items", many.toString()), 413, "4096 features");
    assertProblem(
        service.post("/api/feedback", feedback("{\"item\":\"cat\"}", "dog", "nobody")),
        404,
        "nobody");
    assertProblem(
        service.post("/api/feedback", feedback("{\"item\":\"cat\"}", "dog", "dog")),
        400,
        "different");
    assertProblem(service.post("/api/feedback", "{\"feedback\":[]}"), 400, "at least one");
    assertProblem(service.post("/api/feedback", "{\"feedback\":[3]}"), 400, "element 0");
    assertProblem(service.post("/api/feedback", feedback("3", "dog", "cat")), 400, "query");
    String tooLarge = feedback("{\"vector\":[1,1e400]}", "dog", "cat");
    String good = feedback("{\"vector\":[1]}", "dog", "cat");
    assertProblem(
        service.post("/api/feedback", "{\"feedback\":[" + good + "," + tooLarge + "]}"),
        400,
        "element 1 of 'feedback': expected numbers in the range of floats in 'vector'");
    assertProblem(
        service.post(
            "/api/feedback/judgements",
            "{\"judgements\":[{\"query\":{\"features\":{\"a\":-1e39}},\"item\":\"dog\",\"grade\":1}]}"),
        400,
        "element 0 of 'judgements': expected numbers in the range of floats in 'features'");
    assertProblem(
        service.post(
            "/api/items", "{\"id\":\"a\",\"vector\":[1]}\n{\"id\":\"b\",\"vector\":[1e400]}"),
        400,
        "line 2: expected numbers in the range of floats in 'vector'");
    assertProblem(service.postAs("text/plain", "/api/items", ITEMS), 415, "application/json");
    assertThat(service.get("/api/model").json().get("rounds").asInt()).isZero();
  }

  /** Closing on a sender resets the connection, and the reset overtakes the answer now and then. */
  @Test
  void whoSendsTooMuchIsTold() throws IOException {
    String body = "{\"id\":\"a\",\"text\":\"" + "x ".repeat(3 << 20) + "\"}";
    for (int k = 0; k < 30; k++) {
      assertProblem(service.post("/api/items", body), 413, "4194304 bytes");
      HttpRequest chunked =
          service
              .request("/api/feedback")
              .header("Content-Type", "application/json")
              .POST(
                  HttpRequest.BodyPublishers.fromPublisher(
                      HttpRequest.BodyPublishers.ofString(body)))
              .build();
      assertProblem(service.send(chunked), 413, "4194304 bytes");
      assertProblem(service.postAs("text/csv", "/api/items", body), 415, "application/json");
    }
  }

  @Test
  void pagesOfOtherSitesAndOtherNamesGetNothingDone() throws IOException {
    String body = feedback("{\"item\":\"cat\"}", "dog", "car");
    assertProblem(
        service.post("/api/feedback", body, "Sec-Fetch-Site", "cross-site"), 403, "other sites");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.service().port())) {
      socket
          .getOutputStream()
          .write(
              "GET /api/model HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 421");
    }
  }

  @Test
  void theModelFileIsOneThatTheCommandLineReads() throws Exception {
    for (int k = 0; k < 5; k++) {
      service.post("/api/feedback", feedback("{\"text\":\"pet mat\"}", "dog", "car"));
    }
    awaitRounds(5);
    Path file = downloaded();
    BilinearModel model = ModelFile.readMatrix(file);
    assertThat(model.provenance().rounds()).isEqualTo(5);
    Vectorizer vectorizer = Vectorizer.restore(model.recipe(), model.queryFeatures());
    SparseVector query = vectorizer.vector("the pet on a MAT");
    JsonNode hits = service.get("/api/search?text=the%20pet%20on%20a%20MAT").json().get("hits");
    assertThat(hits).isNotEmpty();
    for (JsonNode hit : hits) {
      SparseVector item = service.service().collection().item(hit.get("id").asText()).vector();
      assertThat(model.score(query, item))
          .isCloseTo(hit.get("score").asDouble(), Offset.offset(1e-9));
    }
  }

  private Path downloaded() throws Exception {
    Path file = folder.resolve("downloaded.sors");
    HttpClient.newHttpClient()
        .send(service.request("/api/model/file").build(), HttpResponse.BodyHandlers.ofFile(file));
    return file;
  }

  /** Waits until a model of so many rounds is published, which a busy machine does a bit later. */
  private void awaitRounds(int rounds) {
    Await.until(
        rounds + " rounds are published",
        () -> service.get("/api/model").json().get("rounds").asInt() == rounds);
  }

  @Test
  void anotherCollectionStartsFromTheModelFileAndFindsTheSame(@TempDir Path other)
      throws Exception {
    for (int k = 0; k < 5; k++) {
      service.post("/api/feedback", feedback("{\"text\":\"pet mat\"}", "dog", "car"));
      service.post("/api/feedback", feedback("{\"vector\":[1,2,0]}", "dense", "cat"));
    }
    awaitRounds(10);
    try (RunningService second = new RunningService(other, downloaded())) {
      second.post("/api/items", ITEMS);
      JsonNode model = second.get("/api/model").json();
      OpenApi.ofThisService().check("Model", model);
      assertThat(model.get("startedFrom").asText()).isEqualTo("downloaded.sors");
      assertThat(model.get("rounds").asInt()).isZero();
      assertThat(model.get("nonZeros")).isEqualTo(service.get("/api/model").json().get("nonZeros"));
      assertThat(second.get("/api/model/pairs").json().get("pairs"))
          .isEqualTo(service.get("/api/model/pairs").json().get("pairs"));
      for (String query : new String[] {"text=pet", "text=cat%20engine", "item=dense"}) {
        JsonNode hits = second.get("/api/search?explain=true&" + query).json().get("hits");
        assertThat(hits.size()).as(query).isPositive();
        assertThat(hits)
            .as(query)
            .isEqualTo(service.get("/api/search?explain=true&" + query).json().get("hits"));
      }
      String body = feedback("{\"text\":\"pet\"}", "car", "dog");
      assertThat(second.post("/api/feedback", body).json().get("round").asInt()).isEqualTo(1);
    }
  }

  @Test
  void eventsTellOfRoundsAndThereAreOnlySoManyStreams() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest events =
        service.request("/api/events").header("Accept", "text/event-stream").build();
    assertProblem(service.get("/api/events"), 406, "text/event-stream");
    try (InputStream stream =
            client.send(events, HttpResponse.BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      assertThat(next(lines).get("round").asInt()).isZero();
      service.post("/api/feedback", feedback("{\"item\":\"cat\"}", "dog", "car"));
      JsonNode told = next(lines);
      assertThat(told.get("round").asInt()).isEqualTo(1);
      assertThat(told.has("loss") && told.has("sparsity")).isTrue();
      for (int k = 1; k < 16; k++) {
        assertThat(client.send(events, HttpResponse.BodyHandlers.ofInputStream()).statusCode())
            .isEqualTo(200);
      }
      assertProblem(service.send(events), 503, "16 event streams");
      assertThat(service.get("/api/health").status()).isEqualTo(200);
    }
  }

  private static JsonNode next(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (!line.startsWith("data:")) {
      line = lines.readLine();
    }
    return RunningService.JSON.readTree(line.substring(5));
  }

  @Test
  void metricsTellOfLearningAndOfTheJvm() throws IOException {
    service.post("/api/feedback", feedback("{\"item\":\"cat\"}", "dog", "car"));
    service.get("/api/search?item=cat");
    awaitRounds(1);
    String metrics = service.get("/metrics").body();
    assertThat(metrics)
        .contains("sors_rounds 1.0", "sors_items 5.0", "sors_queue 0.0", "sors_nonzeros")
        .contains("sors_search_seconds_count 1", "sors_feedback_seconds", "jvm_memory_used_bytes")
        .contains("sors_connections", "sors_collection_rounds{collection=\"default\"} 1.0");
    assertThat(metrics.lines())
        .anyMatch(
            line ->
                line.startsWith("sors_requests_seconds_bucket{")
                    && line.contains("route=\"/api/search\"")
                    && line.contains("status=\"200\"")
                    && line.contains("le=\"0.01\""));
  }

  @Test
  void theTokenIsAskedForWhereThereIsOne(@TempDir Path other) throws IOException {
    String token = "correct horse battery staple";
    try (RunningService writes =
        new RunningService(other.resolve("a"), token, false, CollectionLimits.DEFAULT)) {
      assertProblem(writes.post("/api/items", ITEMS), 401, "token");
      assertProblem(
          writes.post("/api/items", ITEMS, "Authorization", "Bearer wrong"), 401, "token");
      assertThat(writes.post("/api/items", ITEMS, "Authorization", "Bearer " + token).status())
          .isEqualTo(200);
      assertThat(writes.get("/api/search?text=cat").status()).isEqualTo(200);
    }
    try (RunningService all =
        new RunningService(other.resolve("b"), token, true, CollectionLimits.DEFAULT)) {
      assertProblem(all.get("/api/search?text=cat"), 401, "token");
      assertProblem(all.get("/metrics"), 401, "token");
      assertThat(all.get("/").status()).isEqualTo(200);
      assertThat(all.get("/api/health").status()).isEqualTo(200);
      assertThat(all.get("/api/ready").status()).isEqualTo(200);
    }
  }

  @Test
  void answersCarryTheHeadersThatKeepBrowsersCareful() throws IOException {
    Map<String, String> expected =
        Map.of(
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer");
    for (String path : new String[] {"/", "/page.js", "/api/model", "/nothing"}) {
      var headers = service.get(path).response().headers();
      expected.forEach(
          (name, value) -> assertThat(headers.firstValue(name)).as(path).contains(value));
      assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'", "script-src 'self'")
          .doesNotContain("unsafe");
    }
  }

  @Test
  void historyGrowsWithTheRoundsAndSurvivesAStop() throws IOException {
    for (int k = 0; k < 4; k++) {
      service.post("/api/feedback", feedback("{\"item\":\"cat\"}", "dog", "car"));
    }
    awaitRounds(4);
    JsonNode points = service.get("/api/model/history").json().get("points");
    assertThat(points.size()).isBetween(2, 5);
    assertThat(points.get(points.size() - 1).get("round").asInt()).isEqualTo(4);
    service.close();
    service = new RunningService(folder);
    Iterator<JsonNode> again = service.get("/api/model/history").json().get("points").elements();
    assertThat(again.next()).isEqualTo(points.get(0));
  }
}
