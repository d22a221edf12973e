package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {

  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "--host 0.0.0.0, --insecure",
    "--port 99999, 65535",
    "--demo, one of --collection",
    "--token-for-reads, --token-file",
    "--token-file missing, there is no file",
    "--algorithm nothing, unknown algorithm",
    "--analyzer nothing, an analyzer called",
    "--load missing.jsonl, missing.jsonl",
    "--snapshot-every 0, at least 1"
  })
  void whatCannotBeServedIsToldInOneLine(String options, String expected) {
    Outcome outcome =
        Outcome.of("serve", "--collection", folder.resolve("c"), List.of(options.split(" ", -1)));
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains(expected);
  }

  @Test
  void aCollectionIsLoadedServedStoppedAndReadByTheOtherCommands() throws Exception {
    Path texts = folder.resolve("texts.jsonl");
    Files.writeString(
        texts,
        """
        {"id":"a","label":"x","text":"red apple"}
        {"id":"b","label":"y","text":"blue sky"}
        """);
    Path collection = folder.resolve("collection");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SorsCommand.class.getName(),
                "serve",
                "--collection",
                collection.toString(),
                "--load",
                texts.toString(),
                "--port",
                "0")
            .redirectError(folder.resolve("err").toFile())
            .start();
    Path model = folder.resolve("model.sors");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertThat(line).as(Files.readString(folder.resolve("err"))).startsWith("serving 2 items");
      Matcher address = ADDRESS.matcher(line);
      assertThat(address.find()).isTrue();
      String feedback = "{\"query\":{\"text\":\"fruit\"},\"better\":\"a\",\"worse\":\"b\"}";
      HttpResponse<String> learnt = post(address.group() + "/api/feedback", feedback);
      assertThat(learnt.statusCode()).as(learnt.body()).isEqualTo(200);
      HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(address.group() + "/api/model/file")).build(),
              HttpResponse.BodyHandlers.ofFile(model));
      // as Ctrl-C does
      process.destroy();
      assertThat(process.waitFor()).isIn(0, 143);
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(folder.resolve("err"))).contains("stopped; everything");
    assertThat(Outcome.json("info", model, "--json").get("rounds").asInt()).isEqualTo(1);
    assertThat(Outcome.of("serve", "--collection", collection, "--repair").succeeded().out())
        .contains("nothing to repair");
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
