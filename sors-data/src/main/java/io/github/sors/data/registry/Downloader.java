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
 * <p>A file is received as {@code X.part} and gets its name only when it is complete and, where its
 * checksum is recorded, right. Whatever ends a download before that, the part stays, and the next
 * try asks the server for the rest of the very same version of the file. Passing faults are tried
 * again after growing pauses, then the next address is tried. Redirects are followed, but never
 * from an encrypted to an open connection. The checksum of what was downloaded is remembered next
 * to it, so that {@link Registry#locate} notices if it changes. Several downloads of one data set
 * at the same time, in whatever processes, take turns; all but the first find the files there.
 *
 * <p>Proxies are those of the system properties {@code https.proxyHost} and its like.
 */
public final class Downloader {

  /** Far above any text set, far below what would fill a disk. */
  private static final long UNPACKED_LIMIT = 1L << 30;

  private final Path cache;
  private final DownloadOptions options;
  private final HttpClient client;

  /**
   * @param cache the folder for all data sets, made when needed
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
   * Downloads what is not here yet of a data set; built-in data needs nothing.
   *
   * @return the files in the cache folder, whose shape is still to be checked
   * @throws InvalidInputException if there is no address to download it from
   * @throws IOException if a file does not come or cannot be written; the message says what is kept
   *     and how to go on
   * @throws InterruptedException if the thread is interrupted; what came is kept
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
              + "): make it writable, or let XDG_CACHE_HOME name another place",
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
        progress.noted(path + " is not what was downloaded any more, so it is fetched again");
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
        "cannot get "
            + file.name()
            + ": "
            + String.join("; ", reasons)
            + "; "
            + (part.size() > 0
                ? "what came is kept, and 'sors data get " + entry.name() + "' goes on from there; "
                : "")
            + "to place it by hand, put "
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
              + ", which is thrown away",
          null);
    }
  }

  private static void unpack(RemoteFile file, Path archive, Path folder) throws IOException {
    try {
      ZipMembers.unpack(archive, file.members(), UNPACKED_LIMIT, folder);
    } finally {
      // its members are what is read, and a bad archive must not be taken for a good one
      Files.deleteIfExists(archive);
    }
  }
}
