package io.github.sors.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.server.HttpServer;
import io.github.sors.server.SorsService;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ItemDraft;
import io.github.sors.server.collection.NamedFeatures;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.Access;
import io.github.sors.server.http.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackupCommandTest {

  @TempDir Path folder;

  private static void putItem(TeachableCollection collection) {
    NamedFeatures features = new NamedFeatures(new String[] {"f"}, new float[] {1});
    collection.put(List.of(new ItemDraft("a", "", "", features))).join();
  }

  @Test
  void aStoppedCollectionIsBackedUpAndRestored() throws IOException {
    Path collection = folder.resolve("collection");
    try (TeachableCollection opened =
        TeachableCollection.open(
            collection, CollectionSettings.DEFAULT, CollectionLimits.DEFAULT)) {
      putItem(opened);
      Outcome inUse =
          Outcome.of(
              "admin", "backup", "--collection", collection, "--output", folder.resolve("none"));
      assertThat(inUse.exitCode()).isEqualTo(2);
      assertThat(inUse.err()).contains("in use");
    }
    Path backup = folder.resolve("backup");
    assertThat(
            Outcome.of("admin", "backup", "--collection", collection, "--output", backup)
                .succeeded()
                .out())
        .contains("records up to 2");
    Path second = folder.resolve("second");
    JsonNode json =
        Outcome.json("admin", "backup", "--collection", collection, "--output", second, "--json");
    assertThat(json.get("folder").textValue()).isEqualTo(second.toString());
    assertThat(json.get("files").intValue()).isPositive();
    assertThat(json.get("sequence").intValue()).isEqualTo(2);
    Path restored = folder.resolve("restored");
    assertThat(Outcome.of("admin", "restore", backup, "--collection", restored).succeeded().out())
        .contains("restored");
    assertThat(Outcome.of("serve", "--collection", restored, "--repair").succeeded().out())
        .contains("nothing to repair");
    Outcome twice = Outcome.of("admin", "restore", backup, "--collection", restored);
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err()).contains("exists already");
  }

  @Test
  void aRunningServiceMakesTheBackup() throws IOException {
    Path token = Files.writeString(folder.resolve("token"), "secret\n");
    Path wrong = Files.writeString(folder.resolve("wrong"), "other");
    HttpServer.Options options =
        new HttpServer.Options(
                "127.0.0.1", 0, new Access(Tokens.of("secret"), false, Access.LOCAL_NAMES, false))
            .withBackups(folder.resolve("backups"))
            .withCollections(folder.resolve("further"));
    try (SorsService service =
        SorsService.start(
            folder.resolve("collection"),
            CollectionSettings.DEFAULT,
            null,
            CollectionLimits.DEFAULT,
            null,
            options)) {
      putItem(service.collection());
      String address = "http://127.0.0.1:" + service.port();
      Outcome done =
          Outcome.of(
              "admin", "backup", "--service", address, "--token-file", token, "--name", "monday");
      assertThat(done.succeeded().out()).contains("backed up to monday", "records up to 2");
      for (Object[] refused :
          new Object[][] {
            {"--token-file", wrong, "401"},
            {"--token-file", token, "--name", "monday", "409"},
            {"--token-file", token, "--name", "../x", "400"},
            {"--token-file", token, "--collection", "nothing", "404"},
            {"--token-file", token, "--collection", "a b", "part of an address"}
          }) {
        List<Object> arguments = List.of(refused).subList(0, refused.length - 1);
        Outcome outcome = Outcome.of("admin", "backup", "--service", address, arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(refused[refused.length - 1].toString());
      }
    }
    assertThat(
            Outcome.of(
                    "admin",
                    "restore",
                    folder.resolve("backups/default/monday"),
                    "--collection",
                    folder.resolve("restored"))
                .succeeded()
                .out())
        .contains("records up to 2");
  }

  @Test
  void aServiceThatDoesNotAnswerIsReported() throws IOException {
    // bound, so that nobody else gets the port, and not listening
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Outcome outcome =
          Outcome.of("admin", "backup", "--service", "http://127.0.0.1:" + socket.getLocalPort());
      assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
      assertThat(outcome.err()).contains("does not answer");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "admin backup, --collection DIR or --service URL",
    "admin backup --collection c, expected --output DIR",
    "admin backup --collection missing --output x, there is no collection",
    "admin backup --collection c --output x --name n, are for --service",
    "admin backup --service http://localhost --output x, --output is for a folder",
    "admin backup --service localhost, such as http://127.0.0.1:8080",
    "admin backup --service http://localhost --token-file missing, there is no file",
    "admin restore missing --collection x, there is no backup",
    "serve --collection c --collections further --backups further/b, inside --collections"
  })
  void whatCannotBeDoneIsToldInOneLine(String command, String expected) {
    Outcome outcome = Outcome.of(List.of(command.split(" ", -1)));
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains(expected);
  }
}
