package io.github.sors.data.registry;

import io.github.sors.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Downloads data sets into the cache folder, a folder for each.
 *
 * <p>A file is downloaded into a temporary folder. It is moved to its place when it is complete and
 * its checksum, if recorded, is right; otherwise nothing of it is left. Temporary errors are
 * retried after growing pauses, then the next address is tried. Redirects are followed, but never
 * from an encrypted to an unencrypted connection. The checksum of a download is stored next to it,
 * so that {@link Registry#locate} detects changes.
 *
 * <p>Proxies are those of the system properties {@code https.proxyHost} and its like.
 *
 * <p>Threads: any threads and processes may download the same data set; the last one to finish puts
 * its files in place. Failures: a download that fails throws {@link java.io.IOException}, an entry
 * without an address {@link io.github.sors.InvalidInputException}; an interrupt ends it.
 */
public final class Downloader {

  /** Larger than any data set, too small to fill a disk. */
  private static final long UNPACKED_LIMIT = 1L << 30;

  private static final long PROGRESS_MILLIS = 100;
  // pauses stop growing at 64 times the first
  private static final int LONGEST_DOUBLING = 6;
  // timeout, too many requests, and errors of the server or its gateway
  private static final Set<Integer> PASSING_STATUSES = Set.of(408, 429, 500, 502, 503, 504);

  private final Path cache;
  private final DownloadOptions options;
  private final HttpClient client;

  /**
   * @param cache the folder for all data sets, created when needed
   */
  public Downloader(Path cache, DownloadOptions options) {
    this(cache, options, clientOf(options).build());
  }

  Downloader(Path cache, DownloadOptions options, HttpClient client) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.options = Objects.requireNonNull(options, "options");
    this.client = Objects.requireNonNull(client, "client");
  }

  static HttpClient.Builder clientOf(DownloadOptions options) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(options.connectTimeout())
        .followRedirects(HttpClient.Redirect.NORMAL);
  }

  /**
   * Downloads the missing files of a data set; built-in data needs none.
   *
   * @return the files in the cache folder; their shape is not checked yet
   * @throws InvalidInputException if there is no address to download it from
   * @throws IOException if a download fails or a file cannot be written; the message says what to
   *     do
   * @throws InterruptedException if the thread is interrupted
   */
  public LocatedData get(DataSetEntry entry, DownloadProgress progress)
      throws IOException, InterruptedException {
    if (entry.builtIn() != null) {
      return LocatedData.builtIn(entry);
    }
    Path folder = cache.resolve(entry.name());
    FileSet fileSet =
        entry
            .download()
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "the data set "
                            + entry.name()
                            + " has no address to download it from: put "
                            + String.join(" and ", entry.fileSets().get(0).files())
                            + " into "
                            + folder));
    for (RemoteFile file : fileSet.sources()) {
      if (!isHere(file, folder, progress)) {
        fetch(file, folder, progress);
      }
    }
    return LocatedData.in(folder, entry, fileSet);
  }

  private static boolean isHere(RemoteFile file, Path folder, DownloadProgress progress)
      throws IOException {
    for (String result : file.results()) {
      Path path = folder.resolve(result);
      if (!Files.isRegularFile(path)) {
        return false;
      }
      if (!Checksums.matches(path)) {
        progress.noted(path + " has changed since it was downloaded, so it is downloaded again");
        return false;
      }
    }
    return true;
  }

  private void fetch(RemoteFile file, Path folder, DownloadProgress progress)
      throws IOException, InterruptedException {
    Path temporary = temporaryFolder(folder);
    try {
      fetchFromAnyAddress(file, temporary, progress);
      for (String result : file.results()) {
        Path target = folder.resolve(result);
        Files.move(temporary.resolve(result), target, StandardCopyOption.ATOMIC_MOVE);
        Checksums.remember(target);
      }
    } catch (TransferException e) {
      throw new IOException(
          "cannot download "
              + file.name()
              + ": "
              + e.getMessage()
              + "; to install it by hand, put "
              + String.join(" and ", file.results())
              + " into "
              + folder,
          e);
    } finally {
      deleteWithFiles(temporary.toFile());
    }
  }

  private static Path temporaryFolder(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
      return Files.createTempDirectory(folder, ".download");
    } catch (IOException e) {
      throw new IOException(
          "cannot write into the folder "
              + folder
              + " ("
              + e
              + "): make it writable, or set XDG_CACHE_HOME to another folder",
          e);
    }
  }

  /** Deletes what can be deleted, so that the reason why a download failed is not lost. */
  private static void deleteWithFiles(File folder) {
    File[] files = folder.listFiles();
    for (File file : files == null ? new File[0] : files) {
      file.delete();
    }
    folder.delete();
  }

  private void fetchFromAnyAddress(RemoteFile file, Path temporary, DownloadProgress progress)
      throws IOException, InterruptedException {
    Path part = temporary.resolve(file.name());
    Progress reached = (bytes, total) -> progress.progressed(file.name(), bytes, total);
    List<String> reasons = new ArrayList<>();
    for (URI address : file.addresses()) {
      try {
        fetchWithRetries(address, part, reached, progress);
        requireChecksum(file, address, part);
        if (!file.members().isEmpty()) {
          ZipMembers.unpack(part, file.members(), UNPACKED_LIMIT, temporary);
        }
        return;
      } catch (TransferException e) {
        reasons.add(e.getMessage());
      }
    }
    throw TransferException.lasting(String.join("; ", reasons), null);
  }

  /** What is told of the file that is being fetched. */
  private interface Progress {
    void reached(long bytes, long total);
  }

  private void fetchWithRetries(URI address, Path part, Progress reached, DownloadProgress progress)
      throws IOException, InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        fetchOnce(address, part, reached);
        return;
      } catch (TransferException e) {
        if (!e.isPassing()) {
          throw e;
        }
        if (failures == options.attempts()) {
          throw TransferException.lasting(e.getMessage() + " (tried " + failures + " times)", e);
        }
        long pause = options.firstPause().toMillis() << Math.min(failures - 1, LONGEST_DOUBLING);
        progress.noted(
            e.getMessage()
                + String.format(Locale.ROOT, ", trying again in %.1f s", pause / 1000.0));
        Thread.sleep(pause);
      }
    }
  }

  private void fetchOnce(URI address, Path part, Progress progress)
      throws IOException, InterruptedException {
    Files.write(part, new byte[0]);
    AtomicLong total = new AtomicLong(-1);
    HttpRequest request = HttpRequest.newBuilder(address).header("User-Agent", "sors").build();
    CompletableFuture<HttpResponse<Path>> answer =
        client.sendAsync(
            request,
            head -> {
              if (head.statusCode() != 200) {
                return BodySubscribers.replacing(part);
              }
              total.set(head.headers().firstValueAsLong("Content-Length").orElse(-1));
              // it is there, and must not be created again when the download is given up
              return BodySubscribers.ofFile(part, StandardOpenOption.WRITE);
            });
    try {
      HttpResponse<Path> response = await(answer, address, part, total, progress);
      if (response.statusCode() != 200) {
        throw refusal(address, response);
      }
      progress.reached(Files.size(part), total.get());
    } finally {
      answer.cancel(true);
    }
  }

  /** Waits for the end of the body, as long as more of it comes. */
  private HttpResponse<Path> await(
      CompletableFuture<HttpResponse<Path>> answer,
      URI address,
      Path part,
      AtomicLong total,
      Progress progress)
      throws IOException, InterruptedException {
    long size = 0;
    long lastSeen = System.nanoTime();
    while (true) {
      try {
        return answer.get(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long now = Files.size(part);
        if (now > size) {
          size = now;
          lastSeen = System.nanoTime();
          progress.reached(size, total.get());
        } else if (System.nanoTime() - lastSeen > options.stallTimeout().toNanos()) {
          throw TransferException.passing(
              String.format(
                  Locale.ROOT, "%s sent nothing for a while after %,d bytes", address, size),
              e);
        }
      } catch (ExecutionException e) {
        throw TransferException.passing(
            String.format(
                Locale.ROOT,
                "%s cannot be reached or broke off after %,d bytes (%s): check the network, the"
                    + " room on the disk, and -Dhttps.proxyHost and -Dhttps.proxyPort if there is a"
                    + " proxy",
                address,
                Files.size(part),
                e.getCause()),
            e);
      }
    }
  }

  private static TransferException refusal(URI address, HttpResponse<?> response) {
    int status = response.statusCode();
    String answer = address + " answers with status " + status;
    if (PASSING_STATUSES.contains(status)) {
      return TransferException.passing(answer, null);
    }
    if (status >= 300 && status < 400) {
      return TransferException.lasting(
          address
              + " redirects to "
              + response.headers().firstValue("Location").orElse("nowhere")
              + ", which is not followed as it is endless or not encrypted",
          null);
    }
    return TransferException.lasting(answer, null);
  }

  private static void requireChecksum(RemoteFile file, URI address, Path part) throws IOException {
    String actual = Checksums.of(part);
    if (file.sha256() != null && !actual.equals(file.sha256())) {
      throw TransferException.lasting(
          address
              + " gave a file with the SHA-256 "
              + actual
              + " instead of "
              + file.sha256()
              + "; it was deleted",
          null);
    }
  }
}
