package io.github.sors.server.collection.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Moves damaged data out of the way instead of deleting it, to files with the original name plus
 * {@code .damaged-} and the time.
 */
public final class DamagedFiles {

  /** The part that all their names contain. */
  public static final String MARK = ".damaged-";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;
  private final String suffix;

  DamagedFiles(Path folder) {
    this.folder = folder;
    this.suffix = MARK + TIME.format(Instant.now());
  }

  String pattern() {
    return "*" + suffix + "*";
  }

  /** Renames a file. */
  void move(Path file) throws IOException {
    Files.move(file, free(file));
  }

  /** Copies the end of a file and returns the copy. */
  Path copyTail(Path file, long start) throws IOException {
    Path copy = free(file);
    try (FileChannel source = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel target =
            FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      source.position(start);
      while (source.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          target.write(buffer);
        }
        buffer.clear();
      }
      target.force(true);
    }
    return copy;
  }

  private Path free(Path file) {
    Path free = folder.resolve(file.getFileName() + suffix);
    for (int k = 2; Files.exists(free); k++) {
      free = folder.resolve(file.getFileName() + suffix + "-" + k);
    }
    return free;
  }
}
