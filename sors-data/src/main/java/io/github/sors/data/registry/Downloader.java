package io.github.sors.data.registry;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Downloads data sets into the cache folder, a folder for each.
 *
 * <p>A file is downloaded as {@code X.part} and renamed when it is complete and its checksum, if
 * recorded, is right. If a download is interrupted, the part stays, and the next try requests the
 * rest of the same version of the file. Temporary errors are retried after growing pauses, then the
 * next address is tried. Redirects are followed, but never from an encrypted to an unencrypted
 * connection. The checksum of a download is stored next to it, so that {@link Registry#locate}
 * detects changes. Concurrent downloads of one data set, even in different processes, wait for each
 * other; all but the first find the files.
 *
 * <p>Proxies are those of the system properties {@code https.proxyHost} and its like.
 *
 * <p>Threads: any thread may download; those that want the same data set, even in other processes,
 * wait for each other. Failures: a download that fails throws {@link java.io.IOException} and says
 * what is kept, an entry without an address {@link io.github.sors.InvalidInputException}; an
 * interrupt ends it. A file with a wrong checksum is never put in its place.
 *
 * @since 0.1.0
 */
public final class Downloader {

  /** Larger than any data set, too small to fill a disk. */
  private static final long UNPACKED_LIMIT = 1L << 30;

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
   * @throws IOException if a download fails or a file cannot be written; the message says what is
   *     kept and how to continue
   * @throws InterruptedException if the thread is interrupted; the part received so far is kept
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
    FolderLock lock = lock(entry, folder, progress);
    try {
      for (RemoteFile file : fileSet.sources()) {
        if (!isHere(file, folder, progress)) {
          fetch(entry, file, folder, progress);
        }
      }
    } finally {
      lock.close();
    }
    return LocatedData.in(folder, entry, fileSet);
  }

  private static FolderLock lock(DataSetEntry entry, Path folder, DownloadProgress progress)
      throws IOException, InterruptedException {
    try {
      Files.createDirectories(folder);
      return FolderLock.acquire(
          folder,
          () -> progress.noted("waiting for another download of " + entry.name() + " to end"));
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

  private void fetch(DataSetEntry entry, RemoteFile file, Path folder, DownloadProgress progress)
      throws IOException, InterruptedException {
    Path target = folder.resolve(file.name());
    PartialFile part = new PartialFile(target);
    List<String> reasons = new ArrayList<>();
    TransferException last = null;
    for (URI address : file.addresses()) {
      try {
        new Transfer(client, options, progress, file.name(), address, part).run();
        requireChecksum(file, address, part);
        part.moveTo(target);
        if (!file.members().isEmpty()) {
          unpack(file, target, folder);
        }
        for (String result : file.results()) {
          Checksums.remember(folder.resolve(result));
        }
        return;
      } catch (TransferException e) {
        reasons.add(e.getMessage());
        last = e;
      }
    }
    throw new IOException(
        "cannot download "
            + file.name()
            + ": "
            + String.join("; ", reasons)
            + "; "
            + (part.size() > 0
                ? "the part received so far is kept, and 'sors data get "
                    + entry.name()
                    + "' continues; "
                : "")
            + "to install it by hand, put "
            + String.join(" and ", file.results())
            + " into "
            + folder,
        last);
  }

  private static void requireChecksum(RemoteFile file, URI address, PartialFile part)
      throws IOException {
    if (file.sha256() == null) {
      return;
    }
    String actual = Checksums.of(part.path());
    if (!actual.equals(file.sha256())) {
      part.discard();
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

  private static void unpack(RemoteFile file, Path archive, Path folder) throws IOException {
    try {
      ZipMembers.unpack(archive, file.members(), UNPACKED_LIMIT, folder);
    } finally {
      // keep only the members, since the archive itself is never read
      Files.deleteIfExists(archive);
    }
  }
}
