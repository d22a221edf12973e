package io.github.sors.data.registry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Downloads one file from one address to a {@link PartialFile}, continuing an earlier try.
 *
 * <p>The rest of a file is requested with {@code Range}, and with {@code If-Range} on its {@code
 * ETag}, or on {@code Last-Modified} if that is missing or weak, so that the server sends the whole
 * file if it has changed. A server without support for ranges sends the whole file anyway.
 */
final class Transfer {

  private static final int BUFFER_SIZE = 1 << 16;
  // pauses stop growing at 64 times the first
  private static final int LONGEST_DOUBLING = 6;
  private static final Pattern REST = Pattern.compile("bytes (\\d+)-\\d+/(\\d+|\\*)");
  // timeout, too many requests, and errors of the server or its gateway
  private static final Set<Integer> PASSING_STATUSES = Set.of(408, 429, 500, 502, 503, 504);

  private final HttpClient client;
  private final DownloadOptions options;
  private final DownloadProgress progress;
  private final String name;
  private final URI address;
  private final PartialFile part;

  Transfer(
      HttpClient client,
      DownloadOptions options,
      DownloadProgress progress,
      String name,
      URI address,
      PartialFile part) {
    this.client = client;
    this.options = options;
    this.progress = progress;
    this.name = name;
    this.address = address;
    this.part = part;
  }

  /**
   * Tries until the part is complete.
   *
   * @throws TransferException if the download fails; the part received so far is kept
   * @throws IOException if the file cannot be written
   */
  void run() throws IOException, InterruptedException {
    long furthest = part.versionFrom(address).isPresent() ? part.size() : 0;
    int failures = 0;
    while (true) {
      try {
        attempt();
        return;
      } catch (TransferException e) {
        if (!e.isPassing()) {
          throw e;
        }
        // only tries without progress count
        long size = part.size();
        failures = size > furthest ? 1 : failures + 1;
        furthest = Math.max(furthest, size);
        if (failures >= options.attempts()) {
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

  private void attempt() throws IOException, InterruptedException {
    Optional<String> version = part.versionFrom(address);
    long offset = version.isPresent() ? part.size() : 0;
    HttpRequest.Builder request = HttpRequest.newBuilder(address).header("User-Agent", "sors");
    if (version.isPresent()) {
      request.header("Range", "bytes=" + offset + "-").header("If-Range", version.get());
    }
    HttpResponse<InputStream> response = send(request.build());
    try (InputStream body = response.body()) {
      switch (response.statusCode()) {
        case 200 -> {
          if (offset > 0) {
            progress.noted(
                address
                    + " sends the whole file again: it has changed, or the server does not support ranges");
          }
          OptionalLong length = response.headers().firstValueAsLong("Content-Length");
          try (FileChannel channel = part.restart(address, versionOf(response))) {
            receive(body, channel, 0, length.orElse(-1));
          }
        }
        case 206 -> {
          long total = totalAfter(offset, version, response);
          try (FileChannel channel = part.goOn()) {
            receive(body, channel, offset, total);
          }
        }
        case 416 -> requireComplete(offset, response);
        default -> throw refusal(response);
      }
    }
  }

  private HttpResponse<InputStream> send(HttpRequest request)
      throws TransferException, InterruptedException {
    // waited for here, as the request's own time-out covers the body as well in newer JDKs
    CompletableFuture<HttpResponse<InputStream>> future =
        client.sendAsync(request, BodyHandlers.ofInputStream());
    try {
      return future.get(
          options.connectTimeout().plus(options.stallTimeout()).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw TransferException.passing(address + " does not answer", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      for (Throwable t = cause; t != null; t = t.getCause()) {
        if (t instanceof UnresolvedAddressException) {
          throw TransferException.lasting(
              "the host of "
                  + address
                  + " is unknown: check the connection to the network, and -Dhttps.proxyHost and"
                  + " -Dhttps.proxyPort if there is a proxy",
              cause);
        }
      }
      throw TransferException.passing(address + " cannot be reached: " + reason(cause), cause);
    } finally {
      future.cancel(true);
    }
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause == null) {
      return "no reason given";
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** The server's identifier of this version of the file, if it is usable in requests. */
  private static Optional<String> versionOf(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("ETag")
        .filter(tag -> !tag.startsWith("W/"))
        .or(() -> response.headers().firstValue("Last-Modified"));
  }

  private long totalAfter(long offset, Optional<String> version, HttpResponse<?> response)
      throws IOException {
    String range = response.headers().firstValue("Content-Range").orElse("");
    Matcher matcher = REST.matcher(range);
    boolean rest = matcher.matches() && Long.parseLong(matcher.group(1)) == offset;
    if (!rest || version.isEmpty() || !isSameVersion(version.get(), response)) {
      part.discard();
      throw TransferException.passing(
          address + " does not send the rest of the same file, so the download starts again", null);
    }
    return matcher.group(2).equals("*") ? -1 : Long.parseLong(matcher.group(2));
  }

  /** Checks the version that the server sent, since some ignore {@code If-Range}. */
  private static boolean isSameVersion(String version, HttpResponse<?> response) {
    String header = version.startsWith("\"") ? "ETag" : "Last-Modified";
    return response.headers().firstValue(header).orElse(version).equals(version);
  }

  /** The server has no rest to send: either the file is complete, or it has become shorter. */
  private void requireComplete(long offset, HttpResponse<?> response) throws IOException {
    String range = response.headers().firstValue("Content-Range").orElse("");
    if (!range.equals("bytes */" + offset)) {
      part.discard();
      throw TransferException.passing(
          address + " has fewer bytes than are here, so it is started anew", null);
    }
    progress.progressed(name, offset, offset);
  }

  private TransferException refusal(HttpResponse<?> response) {
    int status = response.statusCode();
    if (PASSING_STATUSES.contains(status)) {
      return TransferException.passing(address + " answers with status " + status, null);
    }
    if (status == 404 || status == 410) {
      return TransferException.lasting(
          address + " answers with status " + status + ": the file is not there any more", null);
    }
    if (status >= 300 && status < 400) {
      return TransferException.lasting(
          address
              + " redirects to "
              + response.headers().firstValue("Location").orElse("nowhere")
              + ", which is not followed as it is endless or not encrypted",
          null);
    }
    return TransferException.lasting(address + " answers with status " + status, null);
  }

  private void receive(InputStream body, FileChannel channel, long offset, long total)
      throws IOException, InterruptedException {
    requireSpace(total - offset);
    long size = offset;
    progress.progressed(name, size, total);
    byte[] buffer = new byte[BUFFER_SIZE];
    try (StallGuard guard = new StallGuard(body, options.stallTimeout())) {
      while (true) {
        int count;
        try {
          count = body.read(buffer);
        } catch (IOException e) {
          throw TransferException.passing(
              address
                  + (guard.stalled() ? " sent nothing for a while" : " broke off")
                  + " after "
                  + amount(size, total),
              e);
        }
        if (count < 0) {
          break;
        }
        guard.seen();
        write(channel, ByteBuffer.wrap(buffer, 0, count), size);
        size += count;
        progress.progressed(name, size, total);
        if (Thread.interrupted()) {
          throw new InterruptedException("download of " + name + " interrupted");
        }
      }
    }
    if (total >= 0 && size != total) {
      throw TransferException.passing(address + " ended after " + amount(size, total), null);
    }
  }

  private static String amount(long size, long total) {
    return total < 0
        ? String.format(Locale.ROOT, "%,d bytes", size)
        : String.format(Locale.ROOT, "%,d of %,d bytes", size, total);
  }

  private void requireSpace(long needed) throws IOException {
    long free = Files.getFileStore(part.path()).getUsableSpace();
    if (needed > free) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s needs %,d bytes more, but the disk has %,d free at %s: make room and try again,"
                  + " what has come is kept",
              name,
              needed,
              free,
              part.path()));
    }
  }

  private void write(FileChannel channel, ByteBuffer bytes, long size) throws IOException {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "cannot write %s (%s): %,d bytes of %s are kept there, make room and try again to go"
                  + " on from there",
              part.path(),
              e.getMessage(),
              size,
              name),
          e);
    }
  }
}
