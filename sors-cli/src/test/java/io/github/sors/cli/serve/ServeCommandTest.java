package io.github.sors.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.cli.SorsCommand;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {

  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--host 0.0.0.0, --insecure",
    "--port 99999, 65535",
    "--demo, one of --collection",
    "--token-for-reads, --tokens",
    "--tokens missing, there is no file",
    "--allowed-host a/b, such as news.example",
    "--connections-per-address 0, at least 1",
    "--token-file missing, there is no file",
    "--algorithm nothing, unknown algorithm",
    "--analyzer nothing, expected one of the analyzers",
    "--load missing.jsonl, missing.jsonl",
    "--snapshot-every 0, at least 1",
    "--model missing.sors, there is no file missing.sors"
  })
  void whatCannotBeServedIsToldInOneLine(String options, String expected) {
    Outcome outcome =
        Outcome.of("serve", "--collection", folder.resolve("c"), List.of(options.split(" ", -1)));
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains(expected);
  }

  @Test
  void aCollectionIsLoadedServedStoppedAndReadByTheOtherCommands() throws Exception {
    Path texts = texts();
    Path collection = folder.resolve("collection");
    Path model = folder.resolve("model.sors");
    withService(
        address -> taughtModel(address, model), "--collection", collection, "--load", texts);
    assertThat(Files.readString(folder.resolve("err")))
        .contains("stopped; every acknowledged change");
    assertThat(Outcome.json("info", model, "--json").get("rounds").asInt()).isEqualTo(1);
    assertThat(Outcome.of("serve", "--collection", collection, "--repair").succeeded().out())
        .contains("nothing to repair");
  }

  @Test
  void theDemoShowsEmojiAndLearnsWithAMarginThatOptionsReplace() throws Exception {
    withService(
        address -> {
          JsonNode model = new ObjectMapper().readTree(get(address + "/api/model"));
          assertThat(model.at("/about/text").asText()).contains("1,632 emoji in 95 groups");
          assertThat(model.at("/about/examples")).isNotEmpty();
          assertThat(model.at("/options/margin").asText()).isEqualTo("0.2");
          assertThat(model.at("/options/eta").asText()).startsWith("0.3");
          assertThat(get(address + "/api/search?text=birthday%20party")).contains("party popper");
        },
        "--demo",
        "--eta",
        "0.3");
  }

  @Test
  void wordsMeetTheFeaturesOfDataThatKeepsItsRecipe() throws Exception {
    withService(
        address -> {
          JsonNode model = new ObjectMapper().readTree(get(address + "/api/model"));
          assertThat(model.get("analyzer").asText()).isEqualTo("english");
          JsonNode found =
              new ObjectMapper().readTree(get(address + "/api/search?text=parties&top=3"));
          assertThat(found.get("queryFeatures").asInt()).isEqualTo(1);
        },
        "--collection",
        folder.resolve("emoji"),
        "--load",
        "emoji");
  }

  @Test
  void aNewCollectionStartsFromAModelAndKeepsIt() throws Exception {
    Path texts = texts();
    Path model = folder.resolve("model.sors");
    List<String> found = new ArrayList<>();
    withService(
        address -> {
          taughtModel(address, model);
          found.add(get(address + "/api/search?text=fruits"));
        },
        "--collection",
        folder.resolve("first"),
        "--load",
        texts,
        "--analyzer",
        "english");
    Path second = folder.resolve("second");
    // the analyzer is the model's
    withService(
        address -> {
          assertThat(get(address + "/api/model"))
              .contains("\"startedFrom\":\"model.sors\"", "\"analyzer\":\"english\"");
          found.add(get(address + "/api/search?text=fruits"));
        },
        "--collection",
        second,
        "--model",
        model,
        "--load",
        texts);
    assertThat(found.get(0)).contains("\"rounds\":1,").contains("\"id\":\"a\"");
    assertThat(found.get(1)).isEqualTo(found.get(0).replace("\"rounds\":1,", "\"rounds\":0,"));
    withService(address -> {}, "--collection", second, "--model", model);

    Path otherModel = folder.resolve("other.sors");
    trained(otherModel);
    Outcome other = Outcome.of("serve", "--collection", second, "--model", otherModel);
    assertThat(other.exitCode()).as(other.err()).isEqualTo(2);
    assertThat(other.err()).contains("already has a model, which started from model.sors");
  }

  /** Learns a model from rows without names of features; returns the rows. */
  private Path trained(Path model) throws IOException {
    return trained(model, "adasors-2");
  }

  private Path trained(Path model, String algorithm) throws IOException {
    Path rows = SampleRows.of(1, 60, 20, 3).writeLibsvm(folder.resolve("rows.libsvm"));
    Outcome.of("train", rows, "--model", model, "--algorithm", algorithm, "--rounds", 300)
        .succeeded();
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adasors-2", "encoder"})
  void rowsAreRankedAsByTheCommandThatReadsTheTrainedModel(String algorithm) throws Exception {
    Path model = folder.resolve("trained.sors");
    Path rows = trained(model, algorithm);
    JsonNode expected =
        Outcome.json("search", rows, "--model", model, "--item", 7, "--top", 5, "--json")
            .get("hits");
    withService(
        address -> {
          assertThat(get(address + "/api/model")).contains("\"algorithm\":\"" + algorithm + "\"");
          JsonNode hits =
              new ObjectMapper().readTree(get(address + "/api/search?item=7&top=5")).get("hits");
          assertThat(hits).hasSize(5);
          for (int k = 0; k < 5; k++) {
            assertThat(hits.get(k).get("id").asText())
                .isEqualTo(expected.get(k).get("row").asText());
            assertThat(hits.get(k).get("score").asDouble())
                .isCloseTo(expected.get(k).get("score").asDouble(), Offset.offset(1e-6));
          }
        },
        "--collection",
        folder.resolve("rows"),
        "--model",
        model,
        "--load",
        rows);
  }

  @Test
  void anEncoderIsServedForItsOwnAlgorithmAlone() throws Exception {
    Path model = folder.resolve("encoder.sors");
    trained(model, "encoder");
    Outcome outcome =
        Outcome.of(
            "serve",
            "--collection",
            folder.resolve("c"),
            "--model",
            model,
            "--algorithm",
            "adasors-2");
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains("is an encoder, but adasors-2 learns a matrix");
  }

  @Test
  void tokensAreMadeAndWithdrawnWhileTheServiceRuns() throws Exception {
    Path tokens = folder.resolve("tokens");
    String reader =
        Outcome.of("admin", "token", "reader", "--scopes", "read", "--tokens", tokens)
            .succeeded()
            .out();
    JsonNode json =
        Outcome.json(
            List.of("admin", "token", "json", "--scopes", "read,items", "--rate", 5, "--json"),
            List.of("--tokens", folder.resolve("others")));
    assertThat(json.get("token").textValue()).startsWith("sors_");
    assertThat(json.get("scopes")).extracting(JsonNode::textValue).containsExactly("items", "read");
    if (Files.getFileStore(tokens).supportsFileAttributeView(PosixFileAttributeView.class)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
          .isEqualTo("rw-------");
    }
    withService(
        address -> {
          assertThat(status(address + "/api/model", null)).isEqualTo(401);
          assertThat(status(address + "/api/model", reader.strip())).isEqualTo(200);
          String other =
              Outcome.of(
                      "admin",
                      "token",
                      "other",
                      "--scopes",
                      "read",
                      "--rate",
                      50,
                      "--tokens",
                      tokens)
                  .succeeded()
                  .out();
          await(() -> status(address + "/api/model", other.strip()) == 200);
          assertThat(Files.readString(tokens))
              .contains("reader read sha256:", "rate=50")
              .doesNotContain(reader.strip());
        },
        "--collection",
        folder.resolve("c"),
        "--tokens",
        tokens,
        "--token-for-reads",
        "--access-log",
        folder.resolve("access.log"));
    assertThat(Files.readString(folder.resolve("access.log"))).contains(" reader [");
    for (String[] wrong :
        new String[][] {
          {"a b", "--scopes", "read"},
          {"a", "--scopes", "write"},
          {"a", "--scopes", "read", "--rate", "0"}
        }) {
      Outcome outcome = Outcome.of("admin", "token", List.of(wrong), "--tokens", tokens);
      assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("within a minute").isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  @Test
  void connectionsThatNeverAskGiveWayAtTheGivenNumber() throws Exception {
    withService(
        address -> {
          URI service = URI.create(address);
          try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), service.getPort())) {
            // closed before the next one is answered, and not as idle after twenty seconds
            silent.setSoTimeout(15_000);
            assertThat(status(address + "/api/model", null)).isEqualTo(200);
            assertThat(silent.getInputStream().read())
                .as("the end of the connection")
                .isEqualTo(-1);
          }
        },
        "--collection",
        folder.resolve("c"),
        "--connections-per-address",
        1);
  }

  @Test
  void snapshotsAreWrittenAfterTheGivenNumberOfComparisons() throws Exception {
    Path collection = folder.resolve("c");
    withService(
        address -> {
          taughtModel(address, folder.resolve("model.sors"));
          taughtModel(address, folder.resolve("model.sors"));
          await(
              () -> {
                try (Stream<Path> files = Files.list(collection)) {
                  return files.anyMatch(file -> file.toString().endsWith(".checkpoint"));
                }
              });
        },
        "--collection",
        collection,
        "--load",
        texts(),
        "--snapshot-every",
        1);
  }

  private static int status(String address, String token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private Path texts() throws IOException {
    return Files.writeString(
        folder.resolve("texts.jsonl"),
        """
        {"id":"a","label":"x","text":"red apple"}
        {"id":"b","label":"y","text":"blue sky"}
        """);
  }

  /** Teaches a service something and fetches its model. */
  private static void taughtModel(String address, Path model) throws Exception {
    String feedback = "{\"query\":{\"text\":\"fruit\"},\"better\":\"a\",\"worse\":\"b\"}";
    int before = rounds(address);
    HttpResponse<String> learnt = post(address + "/api/feedback", feedback);
    assertThat(learnt.statusCode()).as(learnt.body()).isEqualTo(200);
    // a model is published after the answer where that takes long
    await(() -> rounds(address) == before + 1);
    HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address + "/api/model/file")).build(),
            HttpResponse.BodyHandlers.ofFile(model));
  }

  private static int rounds(String address) throws Exception {
    return new ObjectMapper().readTree(get(address + "/api/model")).get("rounds").asInt();
  }

  /** What is done with a running service. */
  @FunctionalInterface
  private interface Visit {
    void at(String address) throws Exception;
  }

  /** Serves as a process of its own, which is stopped as Ctrl-C does. */
  private void withService(Visit visit, Object... options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SorsCommand.class.getName(),
                "serve",
                "--port",
                "0"));
    for (Object option : options) {
      command.add(option.toString());
    }
    Process process =
        new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertThat(line).as(Files.readString(folder.resolve("err"))).startsWith("serving ");
      Matcher address = ADDRESS.matcher(line);
      assertThat(address.find()).isTrue();
      visit.at(address.group());
      process.destroy();
      assertThat(process.waitFor()).isIn(0, 143);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String get(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static HttpResponse<String> post(String address, String body)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
