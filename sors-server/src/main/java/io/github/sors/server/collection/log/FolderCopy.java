package io.github.sors.server.collection.log;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Copies a collection to a folder that is missing or empty. The copy appears atomically, and can be
 * served. Closing removes an unfinished copy.
 */
public final class FolderCopy implements AutoCloseable {

  /** Checks a copy, and throws if it is invalid. */
  @FunctionalInterface
  public interface Check {
    void of(Path folder) throws IOException;
  }

  private final Path target;
  private final Path partial;

  public FolderCopy(Path target) throws IOException {
    this.target = target.toAbsolutePath().normalize();
    this.partial = this.target.resolveSibling("." + this.target.getFileName() + ".partial");
    if (Files.exists(this.target) && !isEmptyFolder(this.target)) {
      throw new InvalidInputException(target + " exists already: give a folder that does not");
    }
    close();
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
  public void add(Path file, long bytes) throws IOException {
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
   * Checks the copy and moves it to its target.
   *
   * @param upTo the record that the log of the copy ends with
   * @param check a further check
   * @throws InvalidInputException if the copy is incomplete
   */
  public void finish(long upTo, Check check) throws IOException {
    CollectionLog.replay(partial, LogSegment.base(partial), upTo, (sequence, payload) -> {});
    check.of(partial);
    CollectionLog.forceNames(partial);
    Files.deleteIfExists(target);
    Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    CollectionLog.forceNames(
        Objects.requireNonNull(target.getParent(), "parent of an absolute path"));
  }

  @Override
  public void close() throws IOException {
    if (Files.exists(partial)) {
      delete(partial);
    }
  }

  /** The files of a collection except its log: the start model and the snapshots. */
  public static List<Path> otherFiles(Path folder) throws IOException {
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
