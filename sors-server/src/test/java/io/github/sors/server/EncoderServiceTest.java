package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.SparseVector;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A further collection that learns an encoder, over HTTP. */
class EncoderServiceTest {

  private static final String COLLECTION = "/api/collections/encoded";
  private static final String ITEMS =
      """
      {"id":"cat","text":"cat mat","label":"animal"}
      {"id":"dog","text":"dog cat","label":"animal"}
      {"id":"car","text":"engine wheels","label":"machine"}
      {"id":"dense","vector":[0,0.5,-1]}
      """;

  @TempDir Path folder;
  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    service =
        new RunningService(
            folder.resolve("default"),
            options -> options.withCollections(folder.resolve("further")));
    RunningService.Answer made =
        service.send(
            service
                .request(COLLECTION)
                .header("Content-Type", "application/json")
                .PUT(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"algorithm\":\"encoder\",\"options\":{\"k\":\"32\"}}"))
                .build());
    assertThat(made.status()).as(made.body()).isBetween(200, 201);
    assertThat(service.post(COLLECTION + "/items", ITEMS).status()).isEqualTo(200);
  }

  @AfterEach
  void stop() throws IOException {
    service.close();
  }

  @Test
  void itIsSearchedTaughtExplainedAndHandedOver() throws IOException {
    RunningService.Answer learnt = null;
    for (int round = 0; round < 20; round++) {
      learnt =
          service.post(
              COLLECTION + "/feedback",
              "{\"query\":{\"text\":\"pet\"},\"better\":\"cat\",\"worse\":\"car\"}");
      assertThat(learnt.status()).as(learnt.body()).isEqualTo(200);
    }
    JsonNode found = awaitRounds(20);
    assertThat(score(found, "cat")).isGreaterThan(score(found, "car") + 0.5);
    for (JsonNode hit : found.get("hits")) {
      assertThat(RunningService.explained(hit))
          .as("%s", hit)
          .isCloseTo(hit.get("score").asDouble(), within(1e-5));
    }
    JsonNode byVector =
        service
            .post(COLLECTION + "/search", "{\"vector\":[0,0.5,-1],\"top\":1,\"explain\":true}")
            .json();
    assertThat(byVector.get("hits").get(0).get("id").asText()).isEqualTo("dense");
    assertThat(byVector.get("hits").get(0).get("score").asDouble()).isCloseTo(1, within(1e-6));

    JsonNode model = service.get(COLLECTION + "/model").json();
    OpenApi.ofThisService().check("Model", model);
    assertThat(model.get("algorithm").asText()).isEqualTo("encoder");
    assertThat(model.get("nonZeros").asLong()).isEqualTo(32 * 5);
    JsonNode pairs = service.get(COLLECTION + "/model/pairs?top=3").json().get("pairs");
    assertThat(pairs).hasSize(3);
    assertThat(service.get("/metrics").body()).contains("collection=\"encoded\"");
  }

  @Test
  void itsModelFileIsAnEncoderThatScoresAsTheService() throws Exception {
    service.post(
        COLLECTION + "/feedback",
        "{\"query\":{\"text\":\"pet\"},\"better\":\"cat\",\"worse\":\"car\"}");
    JsonNode found = awaitRounds(1);
    Path file = folder.resolve("model.sors");
    HttpClient.newHttpClient()
        .send(
            service.request(COLLECTION + "/model/file").build(),
            HttpResponse.BodyHandlers.ofFile(file));
    EncoderModel model = (EncoderModel) ModelFile.read(file);
    assertThat(model.encodingLength()).isEqualTo(32);
    assertThat(model.queryFeatures()).contains("cat", "engine", "pet");
    SparseVector pet =
        SparseVector.of(new int[] {model.queryFeatures().indexOf("pet")}, new float[] {1});
    SparseVector cat =
        SparseVector.of(
            new int[] {model.queryFeatures().indexOf("cat"), model.queryFeatures().indexOf("mat")},
            new float[] {1, 1});
    assertThat(score(found, "cat")).isCloseTo(model.score(pet, cat), within(1e-6));
  }

  private static double score(JsonNode found, String id) {
    for (JsonNode hit : found.get("hits")) {
      if (hit.get("id").asText().equals(id)) {
        return hit.get("score").asDouble();
      }
    }
    throw new AssertionError("no " + id + " in " + found);
  }

  /** What a search finds once the model of so many rounds is published. */
  private JsonNode awaitRounds(int rounds) throws IOException {
    String search = COLLECTION + "/search?text=pet&explain=true";
    Await.until(
        "a search with the model of " + rounds + " rounds",
        () -> service.get(search).json().get("rounds").asInt() == rounds);
    return service.get(search).json();
  }
}
