package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several collections in one service. */
class CollectionsTest {

  @TempDir Path folder;

  private RunningService service() throws IOException {
    return new RunningService(
        folder.resolve("default"), options -> options.withCollections(folder.resolve("further")));
  }

  static RunningService.Answer send(RunningService service, String method, String path, String body)
      throws IOException {
    return service.send(
        service
            .request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  @Test
  void collectionsAreMadeUsedKeptAndDeleted() throws IOException {
    try (RunningService service = service()) {
      RunningService.Answer made =
          send(
              service,
              "PUT",
              "/api/collections/news",
              "{\"analyzer\":\"english\",\"algorithm\":\"sors-2\",\"limits\":{\"items\":2}}");
      assertThat(made.status()).as(made.body()).isEqualTo(201);
      OpenApi.ofThisService().check("Collection", made.json());
      assertThat(send(service, "PUT", "/api/v1/collections/other", "").status()).isEqualTo(201);
      String items = "{\"id\":\"a\",\"text\":\"running cats\"}\n{\"id\":\"b\",\"text\":\"dogs\"}";
      assertThat(service.post("/api/collections/news/items", items).status()).isEqualTo(200);
      assertThat(
              service.post("/api/collections/news/items", "{\"id\":\"c\",\"text\":\"x\"}").status())
          .as("limits of its own")
          .isEqualTo(507);
      assertThat(service.get("/api/items/a").status()).isEqualTo(404);
      assertThat(service.get("/api/collections/other/items/a").status()).isEqualTo(404);
      String feedback = "{\"query\":{\"text\":\"run\"},\"better\":\"b\",\"worse\":\"a\"}";
      assertThat(service.post("/api/v1/collections/news/feedback", feedback).status())
          .isEqualTo(200);
      assertThat(service.get("/metrics").body())
          .contains("sors_collection_items{collection=\"news\"} 2.0");
    }
    try (RunningService service = service()) {
      JsonNode list = service.get("/api/collections").json();
      OpenApi.ofThisService().check("Collections", list);
      assertThat(list.get("collections")).hasSize(3);
      assertThat(list.at("/collections/1/name").asText()).isEqualTo("news");
      assertThat(list.at("/collections/1/rounds").asInt()).isEqualTo(1);
      JsonNode model = service.get("/api/collections/news/model").json();
      assertThat(model.get("algorithm").asText()).isEqualTo("sors-2");
      assertThat(model.get("analyzer").asText()).isEqualTo("english");
      assertThat(
              service.post("/api/collections/news/items", "{\"id\":\"c\",\"text\":\"x\"}").status())
          .as("its limits are kept")
          .isEqualTo(507);
      assertThat(
              send(service, "DELETE", "/api/collections/news", "").json().get("deleted").asText())
          .isEqualTo("news");
      assertThat(service.get("/api/collections/news/model").status()).isEqualTo(404);
      assertThat(service.get("/metrics").body()).doesNotContain("collection=\"news\"");
      assertThat(send(service, "PUT", "/api/collections/news", "").status()).isEqualTo(201);
      assertThat(service.get("/api/collections/news/items/a").status()).isEqualTo(404);
    }
    assertThat(folder.resolve("further").resolve("other")).isDirectory();
  }

  @Test
  void whatCannotBeMadeIsTold() throws IOException {
    try (RunningService service = service()) {
      for (String name :
          new String[] {"Default", "default", "a.b", "..%2Fx", "-a", "a".repeat(65)}) {
        assertThat(send(service, "PUT", "/api/collections/" + name, "{}").status())
            .as(name)
            .isEqualTo(400);
      }
      for (String body :
          new String[] {
            "[]",
            "{\"algorithm\":\"nothing\"}",
            "{\"analyzer\":\"nothing\"}",
            "{\"other\":1}",
            "{\"limits\":{\"items\":0}}",
            "{\"limits\":{\"other\":1}}",
            "{\"options\":{\"lambda\":\"many\"}}"
          }) {
        assertThat(send(service, "PUT", "/api/collections/x", body).status())
            .as(body)
            .isEqualTo(400);
      }
      assertThat(send(service, "DELETE", "/api/collections/default", "").status()).isEqualTo(409);
      assertThat(send(service, "DELETE", "/api/collections/x", "").status()).isEqualTo(404);
      assertThat(send(service, "PUT", "/api/collections/x", "{}").status()).isEqualTo(201);
      assertThat(send(service, "PUT", "/api/collections/x", "{}").status()).isEqualTo(409);
    }
    try (Stream<Path> files = Files.list(folder.resolve("further"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("x", "x.limits.json");
    }
    try (RunningService alone = new RunningService(folder.resolve("alone"))) {
      assertThat(send(alone, "PUT", "/api/collections/x", "{}").status()).isEqualTo(409);
    }
  }
}
