package io.github.sors.data.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real server on this machine; nothing leaves it. */
@Timeout(120)
class DownloaderTest {

  private static final byte[] CONTENT = randomBytes(300_000, 1);
  private static final byte[] OTHER_CONTENT = randomBytes(200_000, 2);
  private static final Shape ANY_SHAPE = new Shape(1, 1, 1);

  @TempDir private Path cache;
  private final Progress progress = new Progress();

  @Test
  void bringsAFileAndReportsEveryStep() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      LocatedData located = patient().get(entry(server.address()), progress);
      assertThat(located.files()).containsExactly(target());
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(progress.steps).isSorted().endsWith((long) CONTENT.length);
      assertThat(progress.totals).containsOnly((long) CONTENT.length);
      assertThat(progress.notes).isEmpty();
      assertThat(filesIn(cache.resolve("set"))).containsExactly("file.txt", "file.txt.sha256");
    }
  }

  @Test
  void whatIsHereIsNotFetchedAgain() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      patient().get(entry(server.address()), progress);
      patient().get(entry(server.address()), progress);
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void aFileOfUnknownLengthComesAsWell() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer::serveChunked)) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(progress.totals).containsOnly(-1L);
    }
  }

  @Test
  void startsAgainWhenTheConnectionBroke() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.CUT, FileServer.WELL)) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(server.requests()).isEqualTo(2);
      assertThat(progress.notes)
          .singleElement()
          .asString()
          .containsPattern("broke off after [0-9,]+ bytes")
          .contains("trying again in 0.0 s");
    }
  }

  @Test
  void whatAlwaysBreaksOffIsAnErrorAndLeavesNothing() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.CUT)) {
      assertThatThrownBy(() -> patient().get(entry(server.address()), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("cannot download file.txt", "broke off", "tried 3 times");
      assertThat(server.requests()).isEqualTo(3);
      assertThat(cache.resolve("set")).isEmptyDirectory();
    }
  }

  @Test
  void aShorterAnswerAfterABrokenOneLeavesNoneOfIt() throws Exception {
    byte[] less = Arrays.copyOf(OTHER_CONTENT, 1000);
    FileServer.Behaviour shorter =
        (server, exchange) -> {
          server.change(less);
          FileServer.WELL.answer(server, exchange);
        };
    try (FileServer server = new FileServer(CONTENT, FileServer.CUT, shorter)) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(less);
    }
  }

  @Test
  void aMissingFileIsAnErrorAtOnceThatSaysWhatToDo() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.status(404))) {
      assertThatThrownBy(() -> patient().get(entry(server.address()), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll(
              server.address(),
              "404",
              "to install it by hand, put file.txt into " + cache.resolve("set"))
          .hasMessageNotContaining("\n");
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void aPassingFaultOfTheServerIsTriedAgain() throws Exception {
    try (FileServer server =
        new FileServer(CONTENT, FileServer.status(500), FileServer.status(503), FileServer.WELL)) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(progress.notes).hasSize(2);
    }
  }

  @Test
  void aLastingFaultOfTheServerIsAnErrorAfterSomeTries() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.status(500))) {
      assertThatThrownBy(() -> patient().get(entry(server.address()), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("status 500", "tried 3 times");
      assertThat(server.requests()).isEqualTo(3);
    }
  }

  @Test
  void aServerThatFallsSilentIsTriedAgain() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    FileServer.Behaviour silent =
        (server, exchange) -> server.serveHalfAndWait(exchange, () -> await(end));
    try (FileServer server = new FileServer(CONTENT, silent, FileServer.WELL)) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(progress.notes)
          .singleElement()
          .asString()
          .containsPattern("sent nothing for a while after [0-9,]+ bytes");
    } finally {
      end.countDown();
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsAnError() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    FileServer.Behaviour mute = (server, exchange) -> await(end);
    DownloadOptions brief =
        new DownloadOptions(Duration.ofSeconds(1), Duration.ofMillis(500), 1, Duration.ZERO);
    try (FileServer server = new FileServer(CONTENT, mute)) {
      assertThatThrownBy(() -> new Downloader(cache, brief).get(entry(server.address()), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("sent nothing for a while after 0 bytes");
    } finally {
      end.countDown();
    }
  }

  @Test
  void aServerThatIsNotThereIsAnError() throws Exception {
    // bound, so that nobody else gets the port, and not listening
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String address = "http://127.0.0.1:" + socket.getLocalPort() + "/file.txt";
      assertThatThrownBy(() -> patient().get(entry(address), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll(address, "cannot be reached");
      assertThat(progress.notes).hasSize(2);
    }
  }

  @Test
  void theNextAddressIsTriedWhenOneFails() throws Exception {
    try (FileServer first = new FileServer(CONTENT, FileServer.status(404));
        FileServer second = new FileServer(CONTENT, FileServer.WELL)) {
      patient().get(entry(first.address(), second.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
    }
  }

  @Test
  void theRightChecksumPasses() throws Exception {
    Path copy = Files.write(cache.resolve("copy"), CONTENT);
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      RemoteFile file = RemoteFile.of("file.txt", server.address());
      patient().get(entry(file.withSha256(Checksums.of(copy))), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
    }
  }

  @Test
  void aFileWithTheWrongChecksumIsThrownAway() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      RemoteFile file = RemoteFile.of("file.txt", server.address()).withSha256("0".repeat(64));
      assertThatThrownBy(() -> patient().get(entry(file), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("SHA-256", "instead of " + "0".repeat(64), "it was deleted");
      assertThat(cache.resolve("set")).isEmptyDirectory();
    }
  }

  @Test
  void aFileThatHasChangedOnTheDiskIsFetchedAgain() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      patient().get(entry(server.address()), progress);
      Files.write(target(), new byte[] {1, 2, 3});
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(progress.notes)
          .singleElement()
          .asString()
          .contains("has changed since it was downloaded");
    }
  }

  @Test
  void aFileThatWasPlacedByHandIsTakenAsItIs() throws Exception {
    Files.createDirectories(cache.resolve("set"));
    Files.write(target(), OTHER_CONTENT);
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(OTHER_CONTENT);
      assertThat(server.requests()).isZero();
    }
  }

  /** Neither sees a half-written file, whichever is first. */
  @Test
  void twoDownloadsAtTheSameTimeGiveTheSameFile() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    FileServer.Behaviour together =
        (server, exchange) -> {
          both.countDown();
          await(both);
          FileServer.WELL.answer(server, exchange);
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (FileServer server = new FileServer(CONTENT, together)) {
      Callable<LocatedData> download =
          () -> patient().get(entry(server.address()), DownloadProgress.SILENT);
      for (Future<LocatedData> each : threads.invokeAll(List.of(download, download))) {
        assertThat(each.get().files()).containsExactly(target());
      }
      assertThat(target()).hasBinaryContent(CONTENT);
      assertThat(Checksums.matches(target())).isTrue();
      assertThat(filesIn(cache.resolve("set"))).containsExactly("file.txt", "file.txt.sha256");
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anInterruptedDownloadLeavesNothing() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Thread downloading = Thread.currentThread();
    Progress interrupting =
        new Progress() {
          @Override
          public void progressed(String file, long bytes, long total) {
            assertThat(bytes).isBetween(1L, CONTENT.length - 1L);
            downloading.interrupt();
          }
        };
    FileServer.Behaviour half =
        (server, exchange) -> server.serveHalfAndWait(exchange, () -> await(end));
    try (FileServer server = new FileServer(CONTENT, half, FileServer.WELL)) {
      assertThatThrownBy(() -> patient().get(entry(server.address()), interrupting))
          .isInstanceOf(InterruptedException.class);
      assertThat(cache.resolve("set")).isEmptyDirectory();
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
    } finally {
      end.countDown();
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsAnError() throws Exception {
    Path file = Files.createFile(cache.resolve("file"));
    Downloader downloader = new Downloader(file, options(1));
    assertThatThrownBy(() -> downloader.get(entry("http://127.0.0.1/"), progress))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("cannot write into the folder", "XDG_CACHE_HOME");
  }

  @Test
  void redirectsAreFollowed() throws Exception {
    try (FileServer target = new FileServer(CONTENT, FileServer.WELL);
        FileServer server = new FileServer(CONTENT, redirectTo(target.address()))) {
      patient().get(entry(server.address()), progress);
      assertThat(target()).hasBinaryContent(CONTENT);
    }
  }

  @Test
  void redirectsFromAnEncryptedToAnOpenConnectionAreRefused() throws Exception {
    SSLContext context = selfSigned();
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(context));
    try (FileServer open = new FileServer(CONTENT, FileServer.WELL);
        FileServer encrypted =
            new FileServer(https, CONTENT, FileServer.WELL, redirectTo(open.address()))) {
      HttpClient client = Downloader.clientOf(options(1)).sslContext(context).build();
      Downloader downloader = new Downloader(cache, options(1), client);
      String address = "https://127.0.0.1:" + encrypted.port() + "/file";

      downloader.get(entry(address), progress);
      assertThat(target()).hasBinaryContent(CONTENT);

      Files.delete(target());
      assertThatThrownBy(() -> downloader.get(entry(address), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("redirects to " + open.address(), "not followed");
      assertThat(open.requests()).isZero();
    }
  }

  @Test
  void theMembersOfAnArchiveAreUnpackedFromWhicheverFolder() throws Exception {
    byte[] archive = zip("set/a.mtx", "matrix", "set/deep/a.classes", "labels", "readme", "-");
    try (FileServer server = new FileServer(archive, FileServer.WELL)) {
      LocatedData located = patient().get(archiveEntry(server.address()), progress);
      Path folder = cache.resolve("set");
      assertThat(located.files()).containsExactly(folder.resolve("a.mtx"));
      assertThat(located.labels()).isEqualTo(folder.resolve("a.classes"));
      assertThat(folder.resolve("a.mtx")).hasContent("matrix");
      assertThat(folder.resolve("a.classes")).hasContent("labels");
      assertThat(filesIn(folder))
          .containsExactly("a.classes", "a.classes.sha256", "a.mtx", "a.mtx.sha256");
      patient().get(archiveEntry(server.address()), progress);
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void anArchiveWithAPathThatLeadsOutIsRefused() throws Exception {
    for (String path : List.of("../a.mtx", "x/../../a.mtx", "/a.mtx", "..\\a.mtx", "C:/a.mtx")) {
      byte[] archive = zip("a.mtx", "matrix", "a.classes", "labels", path, "bad");
      try (FileServer server = new FileServer(archive, FileServer.WELL)) {
        assertThatThrownBy(() -> patient().get(archiveEntry(server.address()), progress))
            .as(path)
            .isInstanceOf(IOException.class)
            .hasMessageContainingAll("leads out of its folder", path);
        assertThat(cache.resolve("set")).as(path).isEmptyDirectory();
        assertThat(filesIn(cache)).as(path).containsExactly("set");
      }
    }
  }

  @Test
  void anArchiveWithoutAWantedFileIsRefused() throws Exception {
    try (FileServer server = new FileServer(zip("a.mtx", "matrix"), FileServer.WELL)) {
      assertThatThrownBy(() -> patient().get(archiveEntry(server.address()), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not hold the file a.classes");
      assertThat(cache.resolve("set")).isEmptyDirectory();
    }
  }

  @Test
  void whatIsNoArchiveIsRefused() throws Exception {
    try (FileServer server = new FileServer(CONTENT, FileServer.WELL)) {
      assertThatThrownBy(() -> patient().get(archiveEntry(server.address()), progress))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a valid Zip archive");
      assertThat(cache.resolve("set")).isEmptyDirectory();
    }
  }

  @Test
  void anArchiveThatUnpacksToTooMuchIsRefused() throws Exception {
    Path archive = Files.write(cache.resolve("bomb.zip"), zip("a", "0".repeat(100), "b", "11"));
    Path folder = Files.createDirectories(cache.resolve("unpacked"));
    ZipMembers.unpack(archive, List.of("a", "b"), 102, folder);
    assertThat(folder.resolve("b")).hasContent("11");
    Files.delete(folder.resolve("b"));
    assertThatThrownBy(() -> ZipMembers.unpack(archive, List.of("a", "b"), 101, folder))
        .isInstanceOf(TransferException.class)
        .hasMessageContaining("b is larger than expected");
    assertThat(filesIn(folder)).containsExactly("a");
  }

  @Test
  void builtInDataNeedsNoDownload() throws Exception {
    Dataset data = new Dataset("x", List.of(), new int[0], List.of(), List.of(), List.of());
    LocatedData located =
        patient().get(new DataSetEntry("x", "", "", List.of(), () -> data), progress);
    assertThat(located.isBuiltIn()).isTrue();
    assertThat(located.builtIn().get()).isSameAs(data);
    assertThat(cache).isEmptyDirectory();
  }

  @Test
  void dataWithoutAnAddressHasToBePlacedByHand() {
    DataSetEntry entry = DataSetEntry.of("x", "", "", FileSet.of("", ANY_SHAPE, "a.txt", "b.txt"));
    assertThatThrownBy(() -> patient().get(entry, progress))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("no address", "put a.txt and b.txt into " + cache.resolve("x"));
  }

  @Test
  void optionsWithoutPatienceAreRefused() {
    assertThatThrownBy(
            () ->
                new DownloadOptions(Duration.ofSeconds(1), Duration.ofSeconds(1), 0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Path target() {
    return cache.resolve("set").resolve("file.txt");
  }

  private Downloader patient() {
    return new Downloader(cache, options(3));
  }

  private static DownloadOptions options(int attempts) {
    // long enough for a machine that is busy with other things
    return new DownloadOptions(
        Duration.ofSeconds(30), Duration.ofSeconds(3), attempts, Duration.ofMillis(1));
  }

  private static DataSetEntry entry(String... addresses) {
    return entry(RemoteFile.of("file.txt", addresses));
  }

  private static DataSetEntry entry(RemoteFile file) {
    return DataSetEntry.of(
        "set", "a set", "none", FileSet.of("all of it", ANY_SHAPE, file.name()).from(file));
  }

  private static DataSetEntry archiveEntry(String address) {
    return DataSetEntry.of(
        "set",
        "a set",
        "none",
        FileSet.of("all of it", ANY_SHAPE, "a.mtx")
            .with("a.classes", null, null)
            .from(RemoteFile.of("set.zip", address).unpackedTo("a.mtx", "a.classes")));
  }

  private static FileServer.Behaviour redirectTo(String address) {
    return (server, exchange) -> {
      exchange.getResponseHeaders().set("Location", address);
      exchange.sendResponseHeaders(302, -1);
      exchange.close();
    };
  }

  /** An encryption that trusts only itself, for 127.0.0.1. */
  private SSLContext selfSigned() throws Exception {
    Path store = cache.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "SAN=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "password",
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "password".toCharArray());
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, "password".toCharArray());
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private static byte[] zip(String... namesAndTexts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int k = 0; k < namesAndTexts.length; k += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[k]));
        zip.write(namesAndTexts[k + 1].getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] randomBytes(int size, long seed) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Remembers what it is told. */
  private static class Progress implements DownloadProgress {
    final List<Long> steps = Collections.synchronizedList(new ArrayList<>());
    final List<Long> totals = Collections.synchronizedList(new ArrayList<>());
    final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void progressed(String file, long bytes, long total) {
      assertThat(file).isIn("file.txt", "set.zip");
      steps.add(bytes);
      totals.add(total);
    }

    @Override
    public void noted(String message) {
      notes.add(message);
    }
  }
}
