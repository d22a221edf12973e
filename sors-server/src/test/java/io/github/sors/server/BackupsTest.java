package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups that a running service makes. */
class BackupsTest {

  private static final String ITEMS =
      "{\"id\":\"cat\",\"text\":\"a cat\"}\n{\"id\":\"car\",\"text\":\"a red car\"}";
  private static final String FEEDBACK =
      "{\"query\":{\"text\":\"pet\"},\"better\":\"cat\",\"worse\":\"car\"}";

  @TempDir Path folder;

  private RunningService service() throws IOException {
    return new RunningService(
        folder.resolve("default"),
        options ->
            options
                .withCollections(folder.resolve("further"))
                .withBackups(folder.resolve("backups")));
  }

  @Test
  void aBackupIsMadeWhileOthersTeachAndCanBeRestored() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger acknowledged = new AtomicInteger();
    int before;
    long sequence;
    try (RunningService service = service()) {
      assertThat(service.post("/api/items", ITEMS).status()).isEqualTo(200);
      ExecutorService teachers = Executors.newSingleThreadExecutor();
      Future<?> taught =
          teachers.submit(
              () -> {
                while (!stop.get()) {
                  assertThat(service.post("/api/feedback", FEEDBACK).status()).isEqualTo(200);
                  acknowledged.incrementAndGet();
                }
                return null;
              });
      try {
        Await.until("some feedback", () -> acknowledged.get() >= 10 || taught.isDone());
        before = acknowledged.get();
        RunningService.Answer done = service.post("/api/backups", "{\"name\":\"monday\"}");
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        OpenApi.ofThisService().check("BackedUp", done.json());
        sequence = done.json().get("sequence").asLong();
      } finally {
        stop.set(true);
        teachers.shutdown();
      }
      taught.get(1, TimeUnit.MINUTES);
      assertThat(service.post("/api/backups", "{\"name\":\"monday\"}").status()).isEqualTo(409);
      JsonNode list = service.get("/api/v1/backups").json();
      OpenApi.ofThisService().check("Backups", list);
      assertThat(list.at("/backups/0/name").asText()).isEqualTo("monday");
    }
    Path restored = folder.resolve("restored");
    TeachableCollection.restore(folder.resolve("backups/default/monday"), restored);
    try (TeachableCollection collection =
        TeachableCollection.open(restored, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      assertThat(collection.sequence()).isEqualTo(sequence);
      assertThat(collection.learnt().progress().rounds())
          .as("all that was acknowledged before")
          .isGreaterThanOrEqualTo(before);
    }
  }

  @Test
  void everyCollectionHasBackupsOfItsOwnUnderNamesAndNeverPaths() throws IOException {
    try (RunningService service = service()) {
      CollectionsTest.send(service, "PUT", "/api/collections/shop", "{}");
      assertThat(service.post("/api/collections/shop/backups", "{}").status()).isEqualTo(200);
      assertThat(service.get("/api/backups").json().get("backups")).isEmpty();
      assertThat(service.get("/api/collections/shop/backups").json().get("backups")).hasSize(1);
      for (String name : new String[] {"../x", "a/b", "/tmp/x", ".", "A", "a b"}) {
        assertThat(service.post("/api/backups", "{\"name\":\"" + name + "\"}").status())
            .as(name)
            .isEqualTo(400);
      }
      assertThat(service.post("/api/backups", "{\"path\":\"x\"}").status()).isEqualTo(400);
    }
    assertThat(folder.resolve("backups/shop")).isDirectory();
    assertThat(Files.exists(folder.resolve("backups/default"))).isFalse();
    try (RunningService without = new RunningService(folder.resolve("default"))) {
      RunningService.Answer refused = without.post("/api/backups", "{}");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.body()).contains("start it with one");
    }
  }
}
