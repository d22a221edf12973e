package io.github.sors.data.registry;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * A partial download: {@code X.part} has the bytes so far, {@code X.part.origin} the address and
 * the server's version of the file, so that a later try can request the rest of the same version.
 */
final class PartialFile {

  private final Path bytes;
  private final Path origin;

  PartialFile(Path target) {
    this.bytes = target.resolveSibling(target.getFileName() + ".part");
    this.origin = target.resolveSibling(target.getFileName() + ".part.origin");
  }

  Path path() {
    return bytes;
  }

  /** The number of bytes so far. */
  long size() throws IOException {
    return Files.exists(bytes) ? Files.size(bytes) : 0;
  }

  /** The version of the partial download, if it is known and from this address. */
  Optional<String> versionFrom(URI address) throws IOException {
    if (size() == 0 || !Files.exists(origin)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(origin, StandardCharsets.UTF_8);
    return lines.size() == 2 && lines.get(0).equals(address.toString())
        ? Optional.of(lines.get(1))
        : Optional.empty();
  }

  /** Restarts the download, for a version that may be unknown. */
  FileChannel restart(URI address, Optional<String> version) throws IOException {
    // in this order, so that a version is never stored with bytes of another one
    Files.deleteIfExists(origin);
    FileChannel channel =
        FileChannel.open(
            bytes,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    if (version.isPresent()) {
      Files.writeString(origin, address + "\n" + version.get() + "\n", StandardCharsets.UTF_8);
    }
    return channel;
  }

  /** Opens the file for appending. */
  FileChannel goOn() throws IOException {
    return FileChannel.open(bytes, StandardOpenOption.APPEND);
  }

  /** Deletes the partial download. */
  void discard() throws IOException {
    Files.deleteIfExists(origin);
    Files.deleteIfExists(bytes);
  }

  /** Forces the bytes to disk and moves the file atomically to its final name. */
  void moveTo(Path target) throws IOException {
    try (FileChannel channel = FileChannel.open(bytes, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(bytes, target, StandardCopyOption.ATOMIC_MOVE);
    Files.deleteIfExists(origin);
  }
}
