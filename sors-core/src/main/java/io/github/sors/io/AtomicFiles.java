package io.github.sors.io;

import io.github.sors.InvalidInputException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Replaces files atomically.
 *
 * <p>Threads: any thread may call it; of two that write the same file, the last one wins. Failures:
 * a target that cannot be written to throws {@link InvalidInputException}, a disk {@link
 * IOException}. The old file stays as it was, unless only the last step failed, which makes the new
 * name durable.
 */
public final class AtomicFiles {

  private AtomicFiles() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(FileChannel channel) throws IOException;
  }

  /**
   * Writes a file under a temporary name next to its target, forces it to disk and renames it to
   * the target. On any failure the old file is unchanged and the temporary file is deleted.
   *
   * @throws InvalidInputException if the target cannot be written to
   */
  public static void replace(Path target, Content content) throws IOException {
    replace(target, content, false);
  }

  private static void replace(Path target, Content content, boolean deletesOnExit)
      throws IOException {
    Path absolute = target.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || Files.isDirectory(absolute)) {
      throw new InvalidInputException(target + " is a folder: give the name of a file to write");
    }
    if (!Files.isDirectory(folder)) {
      throw new InvalidInputException(
          "cannot write " + target + ": there is no folder " + folder + ", create it first");
    }
    Path temporary =
        folder.resolve("." + absolute.getFileName() + "." + UUID.randomUUID() + ".tmp");
    if (deletesOnExit) {
      temporary.toFile().deleteOnExit();
    }
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        content.writeTo(channel);
        channel.force(true);
      }
      move(temporary, absolute);
    } catch (AccessDeniedException | NoSuchFileException e) {
      throw new InvalidInputException(
          "cannot write " + target + ": no permission to create files in " + folder, e);
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? e.getMessage() : e.getReason();
      throw new IOException("cannot write " + target + ": " + reason, e);
    } catch (IOException e) {
      throw new IOException(
          "cannot write " + target + ": " + e.getMessage() + "; the old file, if any, is untouched",
          e);
    } finally {
      Files.deleteIfExists(temporary);
    }
    forceFolder(folder);
  }

  /** Writes the text of a file. */
  @FunctionalInterface
  public interface Text {
    void writeTo(Writer writer) throws IOException;
  }

  /**
   * Writes a text in UTF-8 as {@link #replace} does; directly if the target is a pipe or a device,
   * such as {@code /dev/stdout}. Meant for commands: if Java is told to end meanwhile, for example
   * by Ctrl-C, it deletes the temporary file, and it remembers the names of all such files.
   *
   * @throws InvalidInputException if the target cannot be written to
   */
  public static void replaceText(Path target, Text text) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target) && !Files.isDirectory(target)) {
      try (Writer writer = Files.newBufferedWriter(target)) {
        text.writeTo(writer);
      }
      return;
    }
    replace(
        target,
        channel -> {
          Writer writer =
              new BufferedWriter(
                  new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8),
                  1 << 16);
          text.writeTo(writer);
          writer.flush();
        },
        true);
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Makes the rename durable; file systems that cannot open a folder do so by themselves. */
  private static void forceFolder(Path folder) throws IOException {
    if (System.getProperty("os.name").startsWith("Windows")) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
