package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies a collection to a folder that is missing or empty. The copy appears there whole or not at
 * all, and is a collection that can be served.
 */
final class FolderCopy {

  private final Path target;
  private final Path partial;

  FolderCopy(Path target) throws IOException {
    this.target = target.toAbsolutePath().normalize();
    this.partial = this.target.resolveSibling("." + this.target.getFileName() + ".partial");
    if (Files.exists(this.target) && !isEmptyFolder(this.target)) {
      throw new InvalidInputException(target + " exists already: give a folder that does not");
    }
    if (Files.exists(partial)) {
      delete(partial);
    }
    Files.createDirectories(partial);
  }

  private static boolean isEmptyFolder(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** Copies the first bytes of a file. */
  void add(Path file, long bytes) throws IOException {
    try (FileChannel source = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel copy =
            FileChannel.open(
                partial.resolve(file.getFileName()),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE)) {
      long done = 0;
      while (done < bytes) {
        long count = source.transferTo(done, bytes - done, copy);
        if (count <= 0) {
          throw new IOException(file + " ends after " + done + " of " + bytes + " bytes");
        }
        done += count;
      }
      copy.force(true);
    }
  }

  /**
   * Checks the log of the copy up to a record and puts the copy in its place.
   *
   * @throws InvalidInputException if the copy is not whole; then it is deleted
   */
  void finish(long upTo) throws IOException {
    try {
      CollectionLog.replay(partial, LogSegment.base(partial), upTo, (sequence, payload) -> {});
    } catch (IOException | RuntimeException e) {
      delete(partial);
      throw e;
    }
    CollectionLog.forceNames(partial);
    Files.deleteIfExists(target);
    Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    CollectionLog.forceNames(target.getParent());
  }

  /** The files of a collection besides its log: what it starts from and its snapshots. */
  static List<Path> besidesTheLog(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(FolderCopy::isNeeded).sorted().toList();
    }
  }

  private static boolean isNeeded(Path file) {
    String name = file.getFileName().toString();
    return name.equals("start.sors")
        || (name.startsWith("snapshot-")
            && (name.endsWith(".items") || name.endsWith(".checkpoint")));
  }
}
