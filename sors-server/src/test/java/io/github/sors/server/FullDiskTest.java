package io.github.sors.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.http.RequestLimits;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes no more, here a limit of the shell on the size of files. */
class FullDiskTest {

  private static final Path SHELL = Path.of("/bin/bash");
  private static final int LIMIT_KIB = 64;

  @TempDir Path folder;

  /** Serves a collection until it is killed. */
  public static void main(String[] arguments) throws Exception {
    SorsService service =
        SorsService.start(
            Path.of(arguments[0]),
            CollectionSettings.DEFAULT,
            null,
            CollectionLimits.DEFAULT.withComparisonsBetweenSnapshots(
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50_000),
            null,
            new HttpServer.Options("127.0.0.1", 0, null, false, true, RequestLimits.DEFAULT));
    System.out.println(service.port());
    new CountDownLatch(1).await();
  }

  @Test
  void changesAreRefusedSearchesGoOnAndNothingAcknowledgedIsLost() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(SHELL), "needs bash, to limit the size of files");
    Process process =
        new ProcessBuilder(
                SHELL.toString(),
                "-c",
                "ulimit -f " + LIMIT_KIB + "; exec \"$0\" -Xmx300m -cp \"$1\" \"$2\" \"$3\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                FullDiskTest.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int acknowledged = 0;
    int status = 200;
    try {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String address = "http://127.0.0.1:" + lines.readLine();
      String filler = "word".repeat(40);
      while (status == 200 && acknowledged < 1000) {
        String item =
            "{\"id\":\"" + acknowledged + "\",\"text\":\"" + filler + acknowledged + "\"}";
        status = post(address + "/api/items", item);
        acknowledged += status == 200 ? 1 : 0;
      }
      assertThat(status).isEqualTo(507);
      assertThat(acknowledged).isPositive();
      assertThat(get(address + "/api/search?item=0")).isEqualTo(200);
      assertThat(get(address + "/api/ready")).isEqualTo(503);
      assertThat(get(address + "/api/health")).isEqualTo(200);
    } finally {
      process.destroyForcibly().onExit().join();
    }
    try (RunningService again = new RunningService(folder)) {
      assertThat(again.service().collection().index().size()).isEqualTo(acknowledged);
    }
  }

  /**
   * A disk that takes nothing for a while, just when a new segment is due: what is acknowledged
   * before and after is there after a start, and readiness returns without anybody's doing.
   */
  @Test
  void whenThereIsSpaceAgainChangesAreTakenAndAStartFindsThemAll() throws Exception {
    Path limiter = Path.of("/usr/bin/prlimit");
    Assumptions.assumeTrue(Files.isExecutable(limiter), "needs prlimit, to fill the disk");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx300m",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskTest.class.getName(),
                folder.toString(),
                "10")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int acknowledged = 0;
    try {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String address = "http://127.0.0.1:" + lines.readLine();
      for (int phase = 0; phase < 3; phase++) {
        for (int k = 0; k < 9; k++) {
          assertThat(post(address + "/api/items", item(acknowledged))).isEqualTo(200);
          acknowledged++;
        }
        limit(limiter, process, "0:unlimited");
        for (int k = 0; k < 5; k++) {
          assertThat(post(address + "/api/items", item(acknowledged))).isEqualTo(507);
        }
        assertThat(get(address + "/api/ready")).isEqualTo(503);
        assertThat(get(address + "/api/search?item=0")).isEqualTo(200);
        limit(limiter, process, "unlimited:unlimited");
        awaitReady(address);
      }
    } finally {
      process.destroyForcibly().onExit().join();
    }
    try (RunningService again = new RunningService(folder)) {
      assertThat(again.service().collection().index().size()).isEqualTo(acknowledged);
    }
  }

  private static String item(int number) {
    return "{\"id\":\"" + number + "\",\"text\":\"word" + number + "\"}";
  }

  private static void limit(Path limiter, Process process, String bytes) throws Exception {
    int status =
        new ProcessBuilder(
                limiter.toString(), "--pid", Long.toString(process.pid()), "--fsize=" + bytes)
            .start()
            .waitFor();
    Assumptions.assumeTrue(status == 0, "may not change the limits of a process");
  }

  private static void awaitReady(String address) {
    Await.until("the service is ready again", () -> get(address + "/api/ready") == 200);
  }

  private static int post(String address, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  private static int get(String address) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(address)).build());
  }

  private static int send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
