package io.github.sors.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the archives in an empty folder and uses them with no Maven in reach. */
class DistributionIT {

  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
  private static final long PATIENCE_SECONDS = 300;

  @TempDir private Path folder;

  @BeforeEach
  void requireAShell() {
    assumeTrue(
        folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "bin/sors is for systems with a POSIX shell");
  }

  private static Path archive(String property) {
    String archive = System.getProperty(property, "");
    assumeTrue(!archive.isEmpty(), "no " + property + ": this build does not make this archive");
    return Path.of(archive);
  }

  @Test
  void runsWithAJavaAlone() throws Exception {
    Unpacked sors = Unpacked.of(archive("sors.archive"), folder, System.getProperty("java.home"));

    useIt(sors);

    assertThat(sors.home().resolve("lib/classes.jsa")).exists();
    assertThat(sors.home().resolve("runtime")).doesNotExist();
  }

  @Test
  void runsWithItsOwnJava() throws Exception {
    Unpacked sors = Unpacked.of(archive("sors.runtimeArchive"), folder, null);

    useIt(sors);

    assertThat(sors.run("--version")).contains("Java " + Runtime.version().feature());
  }

  /** The demo, a model, and the service until it is stopped. */
  private static void useIt(Unpacked sors) throws Exception {
    assertThat(sors.run("--version")).startsWith("sors ");
    assertThat(sors.run("demo", "--rounds", "500", "--model", "demo.sors")).contains("demo.sors");
    sors.run(
        "train", "emoji", "--model", "emoji.sors", "--algorithm", "adasors-2", "--rounds", "300");
    assertThat(sors.run("info", "emoji.sors")).contains("adasors-2");
    serve(sors);
  }

  private static void serve(Unpacked sors) throws Exception {
    Path output = sors.work().resolve("service.txt");
    Process service = sors.start(output, "serve", "--demo", "--port", "0");
    try {
      URI health = URI.create(address(service, output) + "/api/health");
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      service.destroy();
      assertThat(service.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it stops").isTrue();
      assertThat(service.exitValue()).isIn(0, 143);
    } finally {
      service.destroyForcibly();
    }
  }

  private static String address(Process service, Path output) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < deadline) {
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      Matcher address = ADDRESS.matcher(printed);
      if (address.find()) {
        return address.group();
      }
      assertThat(service.isAlive()).as(printed).isTrue();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    throw new AssertionError("the service did not say its address: " + Files.readString(output));
  }

  @Test
  void hasTheLicenceOfEveryJar() throws IOException {
    Unpacked sors = Unpacked.of(archive("sors.archive"), folder, System.getProperty("java.home"));
    Path licenses = sors.home().resolve("licenses");

    assertThat(sors.home().resolve("LICENSE")).isNotEmptyFile();
    assertThat(sors.home().resolve("NOTICE")).isNotEmptyFile();
    List<String> list = Files.readAllLines(licenses.resolve("THIRD-PARTY.txt"));
    for (String jar : jars(sors)) {
      if (!jar.startsWith("sors-")) {
        String name = jar.replaceAll("-\\d[^-]*\\.jar$", "");
        assertThat(list).as(jar).anyMatch(line -> line.contains(":" + name + ":"));
      }
    }
  }

  private static List<String> jars(Unpacked sors) throws IOException {
    try (Stream<Path> files = Files.list(sors.home().resolve("lib"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jar"))
          .toList();
    }
  }

  @Test
  void zipHasTheLauncherOfWindowsWithItsLineEndings() throws IOException {
    try (ZipFile zip = new ZipFile(archive("sors.zip").toFile())) {
      var launcher =
          zip.stream().filter(entry -> entry.getName().endsWith("/bin/sors.cmd")).findFirst();
      String script =
          new String(
              zip.getInputStream(launcher.orElseThrow()).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(script.lines().count()).isEqualTo(script.split("\r\n", -1).length - 1);
    }
  }
}
